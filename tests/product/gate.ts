/** A proxy in front of a vendor's stand-in that counts, holds, drops and changes requests and responses. */
import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach } from "vitest";
import { closeServer, listen } from "@hark/stand-in-kit/listening";
import { opened } from "../opened.ts";
import type { VoiceWorld } from "./voice-world.ts";
import type { World } from "./world.ts";

/** Longer than clients keep idle connections, so that no connection closes just when it is used. */
const KEEP_ALIVE_MS = 75_000;

export interface Gate {
  url: string;
  /** Requests in order, such as "PATCH /assistant/1". */
  requests: string[];
  /** The highest number of concurrent requests. */
  most: number;
  /** Forgets recorded requests and unused faults. */
  clear(): void;
  /** Holds the next `count` requests that begin like this until they are released. */
  hold(beginning: string, count?: number): Held;
  /** Forwards the requests and holds their responses. */
  holdAnswer(beginning: string, count?: number): Held;
  /** Forwards the requests and drops their responses. */
  loseAnswer(beginning: string, count?: number): Held;
  /** Drops the requests. */
  refuse(beginning: string, count?: number): Held;
  /** Forwards the requests after a delay. */
  delay(beginning: string, ms: number, count?: number): Held;
  /** Forwards the requests and changes the bodies of their responses. */
  change(beginning: string, how: (body: string) => string, count?: number): Held;
  close(): Promise<void>;
}

export interface Held {
  /** Held requests whose client is still waiting. */
  waiting: number;
  /** Number of requests that matched so far. */
  matched: number;
  /** Releases held requests and ends the rule. */
  release(): void;
}

interface Rule {
  beginning: string;
  count: number;
  held: "request" | "answer" | "lost" | "refused" | "changed" | "delayed";
  delayMs: number;
  change(body: string): string;
  matched(): void;
  wait(response: ServerResponse): Promise<void>;
}

export async function openGate(target: () => string): Promise<Gate> {
  const rules: Rule[] = [];
  let running = 0;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await buffer(request);
    const { method = "GET", url = "/", headers } = request;
    const line = `${method} ${url}`;
    gate.requests.push(line);
    const rule = rules.find(({ beginning, count }) => count > 0 && line.startsWith(beginning));
    if (rule !== undefined) {
      rule.count -= 1;
      rule.matched();
    }
    if (rule?.held === "refused") request.socket.destroy();
    if (rule?.held === "request") await rule.wait(response);
    if (rule?.held === "delayed") await pause(rule.delayMs);
    // The client may have closed the connection meanwhile.
    if (request.socket.destroyed) return;
    const answer = await fetch(target() + url, {
      method,
      headers: forwardable(headers),
      redirect: "manual",
      ...(sent.length === 0 ? {} : { body: sent }),
    });
    const received = Buffer.from(await answer.arrayBuffer());
    const body =
      rule?.held === "changed" ? Buffer.from(rule.change(received.toString())) : received;
    if (rule?.held === "lost") {
      request.socket.destroy();
      return;
    }
    if (rule?.held === "answer") await rule.wait(response);
    response.writeHead(answer.status, forwardable(Object.fromEntries(answer.headers)));
    response.end(body);
  }

  function add(
    what: Rule["held"],
    beginning: string,
    count: number,
    { change = (body: string) => body, delayMs = 0 } = {},
  ): Held {
    const released = new EventEmitter();
    released.setMaxListeners(0);
    const held: Held = {
      waiting: 0,
      matched: 0,
      release() {
        rule.count = 0;
        released.emit("open");
      },
    };
    const rule: Rule = {
      beginning,
      count,
      held: what,
      change,
      delayMs,
      matched: () => void (held.matched += 1),
      async wait(response) {
        held.waiting += 1;
        const aborted = new AbortController();
        response.once("close", () => aborted.abort());
        await once(released, "open", { signal: aborted.signal }).finally(() => (held.waiting -= 1));
      },
    };
    rules.push(rule);
    return held;
  }

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    running += 1;
    gate.most = Math.max(gate.most, running);
    response.on("close", () => (running -= 1));
    pass(request, response).catch(() => request.socket.destroy());
  });

  const gate: Gate = {
    url: await listen(server, 0),
    requests: [],
    most: 0,
    clear() {
      gate.requests.length = 0;
      gate.most = 0;
      rules.length = 0;
    },
    hold: (beginning, count = Infinity) => add("request", beginning, count),
    holdAnswer: (beginning, count = Infinity) => add("answer", beginning, count),
    loseAnswer: (beginning, count = 1) => add("lost", beginning, count),
    refuse: (beginning, count = Infinity) => add("refused", beginning, count),
    delay: (beginning, ms, count = Infinity) => add("delayed", beginning, count, { delayMs: ms }),
    change: (beginning, how, count = Infinity) => add("changed", beginning, count, { change: how }),
    close: () => closeServer(server),
  };
  return gate;
}

/** Headers that concern only one connection. */
const HOP_BY_HOP = [
  "connection",
  "content-encoding",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "transfer-encoding",
];

function forwardable(headers: IncomingHttpHeaders): Record<string, string> {
  const passed = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name));
  return Object.fromEntries(passed.map(([name, value]) => [name, String(value)]));
}

/** A gate in front of the voice platform, reset for each test. */
export function gateBefore(world: () => VoiceWorld): () => Gate {
  return gateTo(world, "VAPI_API_URL", () => world().platform.url);
}

/** The same in front of the vendor whose URL is in this environment variable. */
export function gateTo(world: () => World, variable: string, target: () => string): () => Gate {
  const gate = opened(async () => {
    const gateway = await openGate(target);
    await world().setVariables({ [variable]: gateway.url });
    return gateway;
  });
  beforeEach(() => gate().clear());
  return gate;
}
