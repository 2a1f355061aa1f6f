/** A gate in front of a vendor's stand-in: counts requests, holds them up, and loses or spoils them and their answers. */
import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { closeServer, listen } from "@hark/stand-in-kit/listening";
import { must } from "@hark/stand-in-kit/must";
import type { VoiceWorld } from "./voice-world.ts";
import type { World } from "./world.ts";

/** Longer than clients keep idle connections, so that none is closed in the moment in which it is used. */
const KEEP_ALIVE_MS = 75_000;

export interface Gate {
  url: string;
  /** What came, as "PATCH /assistant/1", in order. */
  requests: string[];
  /** The most requests that were under way at once. */
  most: number;
  /** Forgets what came, and what was to go wrong and did not. */
  clear(): void;
  /** Holds up the next requests that begin like this, so many at most, until they are released. */
  hold(beginning: string, count?: number): Held;
  /** The same with the answer: what is asked for is done, and whoever asked does not hear of it yet. */
  holdAnswer(beginning: string, count?: number): Held;
  /** The next request that begins like this is carried out, and its answer never arrives. */
  loseAnswer(beginning: string, count?: number): Held;
  /** The next requests that begin like this reach nobody. */
  refuse(beginning: string, count?: number): Held;
  /** They are let through after so long. */
  delay(beginning: string, ms: number, count?: number): Held;
  /** They are carried out, and what is answered is changed on its way. */
  change(beginning: string, how: (body: string) => string, count?: number): Held;
  close(): Promise<void>;
}

export interface Held {
  /** How many are waiting. Whoever has given up waits no longer. */
  waiting: number;
  /** How many it has met with so far. */
  met: number;
  /** Lets go of whoever waits, and concerns nobody any more. */
  release(): void;
}

interface Rule {
  beginning: string;
  count: number;
  held: "request" | "answer" | "lost" | "refused" | "changed" | "delayed";
  delayMs: number;
  change(body: string): string;
  met(): void;
  wait(response: ServerResponse): Promise<void>;
}

export async function openGate(target: () => string): Promise<Gate> {
  const rules: Rule[] = [];
  let underWay = 0;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "GET", url = "/", headers } = request;
    const asked = `${method} ${url}`;
    gate.requests.push(asked);
    const rule = rules.find(({ beginning, count }) => count > 0 && asked.startsWith(beginning));
    if (rule !== undefined) {
      rule.count -= 1;
      rule.met();
    }
    if (rule?.held === "refused") request.socket.destroy();
    if (rule?.held === "request") await rule.wait(response);
    if (rule?.held === "delayed") await pause(rule.delayMs);
    // Who has given up meanwhile has taken the connection along.
    if (request.socket.destroyed) return;
    const answer = await fetch(target() + url, {
      method,
      headers: passedOn(headers),
      redirect: "manual",
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const told = Buffer.from(await answer.arrayBuffer());
    const body = rule?.held === "changed" ? Buffer.from(rule.change(told.toString())) : told;
    if (rule?.held === "lost") {
      request.socket.destroy();
      return;
    }
    if (rule?.held === "answer") await rule.wait(response);
    response.writeHead(answer.status, passedOn(Object.fromEntries(answer.headers)));
    response.end(body);
  }

  function add(
    what: Rule["held"],
    beginning: string,
    count: number,
    { change = (body: string) => body, delayMs = 0 } = {},
  ): Held {
    const opened = new EventEmitter();
    opened.setMaxListeners(0);
    const held: Held = {
      waiting: 0,
      met: 0,
      release() {
        rule.count = 0;
        opened.emit("open");
      },
    };
    const rule: Rule = {
      beginning,
      count,
      held: what,
      change,
      delayMs,
      met: () => void (held.met += 1),
      async wait(response) {
        held.waiting += 1;
        const givenUp = new AbortController();
        response.once("close", () => givenUp.abort());
        await once(opened, "open", { signal: givenUp.signal }).finally(() => (held.waiting -= 1));
      },
    };
    rules.push(rule);
    return held;
  }

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    underWay += 1;
    gate.most = Math.max(gate.most, underWay);
    response.on("close", () => (underWay -= 1));
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

/** Of one connection alone, and not of what passes. */
const OWN_TO_CONNECTION = [
  "connection",
  "content-encoding",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "transfer-encoding",
];

function passedOn(headers: IncomingHttpHeaders): Record<string, string> {
  const passed = Object.entries(headers).filter(([name]) => !OWN_TO_CONNECTION.includes(name));
  return Object.fromEntries(passed.map(([name, value]) => [name, String(value)]));
}

/** A gate of one's own before the voice platform, with its counts anew for each test. */
export function gateBefore(world: () => VoiceWorld): () => Gate {
  return gateTo(world, "VAPI_API_URL", () => world().platform.url);
}

/** The same before whatever the functions find under the address in this variable. */
export function gateTo(world: () => World, variable: string, target: () => string): () => Gate {
  let opened: Gate | undefined;
  const gate = () => must(opened, "gate");
  beforeAll(async () => {
    opened = await openGate(target);
    await world().setVariables({ [variable]: gate().url });
  });
  beforeEach(() => gate().clear());
  afterAll(() => opened?.close());
  return gate;
}
