/** A gate in front of a vendor's stand-in: counts requests, holds them up and loses their answers. */
import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { closeServer, listen } from "../../local/listening.ts";
import { must } from "../../local/must.ts";
import type { VoiceWorld } from "./voice-world.ts";

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
  loseAnswer(beginning: string): void;
  close(): Promise<void>;
}

export interface Held {
  /** How many are waiting. */
  waiting: number;
  release(): void;
}

interface Rule {
  beginning: string;
  count: number;
  held: "request" | "answer" | "lost";
  wait(): Promise<void>;
}

async function openGate(target: () => string): Promise<Gate> {
  const rules: Rule[] = [];
  let underWay = 0;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "GET", url = "/", headers } = request;
    const asked = `${method} ${url}`;
    gate.requests.push(asked);
    const rule = rules.find(({ beginning, count }) => count > 0 && asked.startsWith(beginning));
    if (rule !== undefined) rule.count -= 1;
    if (rule?.held === "request") await rule.wait();
    // Who has given up meanwhile has taken the connection along.
    if (request.socket.destroyed) return;
    const answer = await fetch(target() + url, {
      method,
      headers: {
        Authorization: headers.authorization ?? "",
        "Content-Type": headers["content-type"] ?? "",
      },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (rule?.held === "lost") {
      request.socket.destroy();
      return;
    }
    if (rule?.held === "answer") await rule.wait();
    response.writeHead(answer.status, { "Content-Type": "application/json" });
    response.end(body);
  }

  function hold(what: "request" | "answer", beginning: string, count: number): Held {
    const opened = new EventEmitter();
    const held: Held = {
      waiting: 0,
      release() {
        rule.count = 0;
        opened.emit("open");
      },
    };
    const rule: Rule = {
      beginning,
      count,
      held: what,
      async wait() {
        held.waiting += 1;
        await once(opened, "open");
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
    hold: (beginning, count = Infinity) => hold("request", beginning, count),
    holdAnswer: (beginning, count = Infinity) => hold("answer", beginning, count),
    loseAnswer(beginning) {
      rules.push({ beginning, count: 1, held: "lost", wait: () => Promise.resolve() });
    },
    close: () => closeServer(server),
  };
  return gate;
}

/** A gate of one's own before the voice platform, with its counts anew for each test. */
export function gateBefore(world: () => VoiceWorld): () => Gate {
  let opened: Gate | undefined;
  const gate = () => must(opened, "gate");
  beforeAll(async () => {
    opened = await openGate(() => world().platform.url);
    await world().setVariables({ VAPI_API_URL: gate().url });
  });
  beforeEach(() => gate().clear());
  afterAll(() => opened?.close());
  return gate;
}
