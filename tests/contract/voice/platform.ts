/** A voice platform for one test file, and a customer's client and server. With `npm run verify` it is a real account.
 */
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { closeServer, listen } from "@hark/stand-in-kit/listening";
import { startVoicePlatform } from "@hark/vapi-stand-in";
import type { VoicePlatform, VoicePlatformOptions } from "@hark/vapi-stand-in";
import { voiceJudge } from "../../judges/voice.ts";
import { openRemotePlatform } from "../../verify/remote-voice.ts";
import { remote } from "../../verify/remote.ts";
import { removeFolder, temporaryFolder } from "../../temporary-folder.ts";

export interface Answer {
  status: number;
  headers: Headers;
  // Each test knows its shape.
  body: unknown;
}

export interface TestPlatform {
  platform: VoicePlatform;
  clock: AdjustableClock;
  dataFolder: string;
  log: string[];
  request(method: string, path: string, body?: unknown, key?: string): Promise<Answer>;
  /** Sends a request to the control API. Fails on an error status. */
  control(path: string, body?: unknown): Promise<unknown>;
  /** Begins a case that only the stand-in can run. */
  onlyHere(): void;
  restart(whileDown?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export async function openTestPlatform(
  options: Partial<VoicePlatformOptions> = {},
): Promise<TestPlatform> {
  if (remote?.vapi !== undefined) return openRemotePlatform(remote.run, remote.vapi);
  const dataFolder = await temporaryFolder("voice");
  const clock = new AdjustableClock();
  const log: string[] = [];
  const start = (port: number) =>
    startVoicePlatform({
      dataFolder,
      port,
      clock,
      recognizer: "none",
      witness: voiceJudge({ isStrict: false }),
      log: (line) => log.push(line),
      ...options,
    });
  const platform = await start(0).catch(async (error: unknown) => {
    await removeFolder(dataFolder);
    throw error;
  });
  const test: TestPlatform = {
    platform,
    clock,
    dataFolder,
    log,
    async request(method, route, body, key = test.platform.privateKey) {
      const response = await fetch(test.platform.url + route, {
        method,
        redirect: "manual",
        headers: {
          ...(key === "" ? {} : { Authorization: `Bearer ${key}` }),
          ...(body === undefined || body instanceof FormData
            ? {}
            : { "Content-Type": "application/json" }),
        },
        ...(body === undefined
          ? {}
          : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: parse(text) };
    },
    async control(route, body) {
      const response = await fetch(`${test.platform.url}/_control/${route}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { "x-control-token": test.platform.controlToken },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${route} answered ${response.status}: ${text}`);
      return parse(text);
    },
    onlyHere: () => undefined,
    async restart(whileDown = async () => undefined) {
      await test.platform.close();
      await whileDown();
      test.platform = await start(Number(new URL(test.platform.url).port));
    },
    async close() {
      await test.platform.close();
      await removeFolder(dataFolder);
    },
  };
  return test;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export interface ReceivedWebhook {
  message: { type: string } & Record<string, unknown>;
  headers: Record<string, string | string[] | undefined>;
}

export interface OwnerServer {
  url: string;
  received: ReceivedWebhook[];
  /** The statuses of the next responses; then 200. */
  statuses: number[];
  /** Answers the next `tool-calls`. */
  answerTools(answer: object): void;
  /** Resolves once a matching webhook has been received, also if it was received earlier. */
  waitFor(fits: (webhook: ReceivedWebhook) => boolean, count?: number): Promise<ReceivedWebhook>;
  close(): Promise<void>;
}

export async function openOwnerServer(): Promise<OwnerServer> {
  const received: ReceivedWebhook[] = [];
  const statuses: number[] = [];
  let toolAnswer: object | null = null;
  const watchers = new Set<() => void>();
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      received.push({ ...(body as Pick<ReceivedWebhook, "message">), headers: request.headers });
      response.statusCode = statuses.shift() ?? 200;
      const isToolCall = (body as ReceivedWebhook).message.type === "tool-calls";
      response.end(isToolCall ? JSON.stringify(toolAnswer) : undefined);
      for (const watcher of [...watchers]) watcher();
    });
  });
  const url = await listen(server, 0);
  return {
    url: `${url}/vapi`,
    received,
    statuses,
    answerTools(answer) {
      toolAnswer = answer;
    },
    waitFor: (fits, count = 1) =>
      new Promise((resolve) => {
        const watcher = () => {
          const found = received.filter(fits)[count - 1];
          if (found === undefined) return;
          watchers.delete(watcher);
          resolve(found);
        };
        watchers.add(watcher);
        watcher();
      }),
    close: () => closeServer(server),
  };
}

export const ofType =
  (type: string, status?: string) =>
  ({ message }: ReceivedWebhook): boolean =>
    message.type === type && (status === undefined || message.status === status);
