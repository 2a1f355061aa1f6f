/** A Stripe stand-in for one test file, with the unmodified SDK and a webhook endpoint; or Stripe's test mode with
 * `npm run verify`.
 */
import { createServer } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import Stripe from "stripe";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { closeServer, listen } from "@hark/stand-in-kit/listening";
import { startStripe } from "@hark/stripe-stand-in";
import type { StripeStandIn } from "@hark/stripe-stand-in";
import { stripeJudge } from "../../judges/stripe.ts";
import { startRemoteStripe } from "../../verify/remote-stripe.ts";
import { remote } from "../../verify/remote.ts";

export const DAY_S = 86_400;

type RawRequest = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };

export interface TestStripe {
  standIn: StripeStandIn;
  stripe: Stripe;
  clock: AdjustableClock;
  received: Stripe.Event[];
  /** The statuses of the endpoint's next responses; then 200. */
  answers: number[];
  endpointUrl: string;
  now(): number;
  advanceDays(days: number): Promise<void>;
  control(command: string, body?: object): Promise<Record<string, unknown>>;
  look(what: string): Promise<Record<string, unknown>>;
  raw(path: string, init?: RawRequest): Promise<Response>;
  /** Whether hosted pages accept forms without a browser. */
  hasPages: boolean;
  /** Begins a case that only the stand-in can run. */
  onlyHere(): void;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function startTestStripe(): Promise<TestStripe> {
  if (remote?.stripe !== undefined) return startRemoteStripe(remote.run, remote.stripe);
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), "hark-stripe-"));
  const clock = new AdjustableClock();
  const endpoint = await openEndpoint();
  const start = () =>
    startStripe({
      dataFolder,
      port: 0,
      clock,
      webhook: { url: endpoint.url },
      witness: stripeJudge({ isStrict: false }),
      log: (line) => console.error(line),
    });
  let standIn = await start();
  const connect = () => {
    const { hostname, port } = new URL(standIn.url);
    endpoint.verifyWith(standIn.webhookSecret);
    return new Stripe(standIn.secretKey, {
      host: hostname,
      port,
      protocol: "http",
      maxNetworkRetries: 0,
      timeout: 10_000,
      telemetry: false,
    });
  };
  let stripe = connect();

  const control = async (method: string, command: string, body?: object) => {
    const response = await fetch(`${standIn.url}/_sim/${command}`, {
      method,
      headers: { "x-sim-token": standIn.controlToken },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${command}: ${JSON.stringify(answer)}`);
    return answer;
  };

  return {
    get standIn() {
      return standIn;
    },
    get stripe() {
      return stripe;
    },
    clock,
    received: endpoint.received,
    answers: endpoint.answers,
    endpointUrl: endpoint.url,
    now: () => Math.floor(clock.now() / 1000),
    async advanceDays(days) {
      await control("POST", "advance", { seconds: Math.round(days * DAY_S) });
    },
    control: (command, body = {}) => control("POST", command, body),
    look: (what) => control("GET", what),
    raw: (address, init = {}) =>
      fetch(`${standIn.url}${address}`, {
        redirect: "manual",
        ...init,
        headers: { Authorization: `Bearer ${standIn.secretKey}`, ...init.headers },
      }),
    hasPages: true,
    onlyHere: () => undefined,
    async restart() {
      await standIn.close();
      standIn = await start();
      stripe = connect();
    },
    async close() {
      await standIn.close();
      await endpoint.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Records events whose signature the SDK accepts. */
async function openEndpoint() {
  const received: Stripe.Event[] = [];
  const answers: number[] = [];
  let secret = "";
  const verifier = new Stripe("sk_test_sim_verifier");
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const signature = String(request.headers["stripe-signature"]);
      const body = Buffer.concat(chunks).toString();
      const status = answers.shift() ?? 200;
      if (status < 300) {
        received.push(await verifier.webhooks.constructEventAsync(body, signature, secret));
      }
      response.writeHead(status).end();
    })().catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  const url = await listen(server, 0);
  return {
    url: `${url}/webhooks`,
    received,
    answers,
    verifyWith(given: string) {
      secret = given;
    },
    close: () => closeServer(server),
  };
}
