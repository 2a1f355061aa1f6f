/** A Resend stand-in for one test file, with a webhook endpoint that verifies signatures. */
import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { startMail } from "@hark/resend-stand-in";
import type { MailOptions, MailStandIn } from "@hark/resend-stand-in";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { openWebhookEndpoint } from "../webhook-endpoint.ts";
import { mailJudge } from "../../judges/mail.ts";
import { removeFolder, temporaryFolder } from "../../temporary-folder.ts";

export interface ReceivedEvent {
  id: string;
  type: string;
  data: { email_id: string; to: string[] } & Record<string, unknown>;
}

export interface Answer {
  status: number;
  headers: Headers;
  // Each test knows its shape.
  body: Record<string, unknown>;
}

export interface TestMail {
  standIn: MailStandIn;
  clock: AdjustableClock;
  received: ReceivedEvent[];
  /** The statuses of the endpoint's next responses; then 200. */
  statuses: number[];
  request(
    method: string,
    route: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  send(message?: object, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a control request to the outbox. Fails on an error status. */
  outbox(method: string, route: string, body?: object): Promise<Record<string, unknown>>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export const MESSAGE = {
  to: "ada@bakery.example",
  subject: "Hello",
  html: "<p>Hello Ada.</p>",
  text: "Hello Ada.",
};

export async function startTestMail(options: Partial<MailOptions> = {}): Promise<TestMail> {
  const dataFolder = await temporaryFolder("mail");
  const clock = new AdjustableClock();
  const endpoint = await openWebhookEndpoint<ReceivedEvent>((headers, body) =>
    verify(at.standIn.webhookSecret, clock.now(), headers, body),
  );
  const start = (port: number) =>
    startMail({
      dataFolder,
      port,
      clock,
      webhook: { url: `${endpoint.url}/mail` },
      requestsPerSecond: 1000,
      witness: mailJudge({ isStrict: false }),
      log: console.error,
      ...options,
    });
  const at: TestMail = {
    standIn: await start(0),
    clock,
    received: endpoint.received,
    statuses: endpoint.statuses,
    async request(method, route, body, headers = {}) {
      const response = await fetch(at.standIn.url + route, {
        method,
        headers: {
          Authorization: `Bearer ${at.standIn.apiKey}`,
          "Content-Type": "application/json",
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const parsed = text.startsWith("{") ? (JSON.parse(text) as Answer["body"]) : { text };
      return { status: response.status, headers: response.headers, body: parsed };
    },
    send: (message = {}, headers) =>
      at.request("POST", "/emails", { from: at.standIn.from, ...MESSAGE, ...message }, headers),
    async outbox(method, route, body) {
      const response = await fetch(`${at.standIn.outboxUrl}/${route}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as Record<string, unknown>;
      if (!response.ok) throw new Error(`${route}: ${JSON.stringify(answer)}`);
      return answer;
    },
    async restart() {
      await at.standIn.close();
      at.standIn = await start(Number(new URL(at.standIn.url).port));
    },
    async close() {
      await at.standIn.close();
      await endpoint.close();
      await removeFolder(dataFolder);
    },
  };
  return at;
}

const TOLERANCE_S = 5 * 60;

/** Verifies a signature like the `standardwebhooks` package, which the SDK's `webhooks.verify` uses. */
function verify(secret: string, nowMs: number, headers: IncomingHttpHeaders, body: string) {
  const [id, seconds, signature] = ["svix-id", "svix-timestamp", "svix-signature"].map((name) =>
    String(headers[name]),
  );
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  const isFresh = Math.abs(nowMs / 1000 - Number(seconds)) < TOLERANCE_S;
  if (signature !== `v1,${expected}` || !isFresh) throw new Error("wrongly signed");
  return { id, ...JSON.parse(body) } as ReceivedEvent;
}
