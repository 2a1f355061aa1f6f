/**
 * Thousands of hostile inputs to the five ports of `npm start`, from fixed seeds. That none does harm is our own
 * requirement; other tests compare responses with the vendors' documents. Run one seed alone with `HARK_SOAK=1 npx
 * vitest run --project contract tests/contract/doors/fuzz -t "seed 7 "`.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import Stripe from "stripe";
import { WebSocket } from "ws";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { sized } from "../../../soak.ts";
import { APP_FOLDER } from "../../deployment.ts";
import type { Held, Opened } from "../door-process.ts";
import { openDoorsElsewhere } from "../doors-elsewhere.ts";
import type { DoorsElsewhere } from "../doors-elsewhere.ts";
import { closeCodes } from "./frames.ts";
import { inputs } from "./inputs.ts";
import type { Input } from "./inputs.ts";
import { openRoom } from "./room.ts";
import { api } from "../../app-api.ts";
import { joinRoom } from "../../voice/room-client.ts";
import { sendRequest } from "../raw-connection.ts";

const SEEDS = Array.from({ length: sized({ usual: 3, soak: 51 }) }, (_, at) => at + 1);
const INPUTS_PER_SEED = 200;
const AT_ONCE = 8;
/** Connections that clients keep for the next request. */
const MOST_SOCKETS = 4 * AT_ONCE;
/**
 * Growth since the first seed, after a forced garbage collection. It allows half a kilobyte for each of ten thousand
 * inputs; a leaked connection takes some ten kilobytes.
 */
const MOST_GROWTH_BYTES = 6 * 2 ** 20;
const LONGEST_SHOWN = 2_000;

let doors: DoorsElsewhere;
const heldAfter = new Map<number, Held>();

beforeAll(async () => {
  doors = await openDoorsElsewhere(APP_FOLDER);
});

afterAll(() => doors.close());

// T52: docs/security.md
test.each(SEEDS)("[A4] the inputs of seed %i harm none of the five ports", async (seed) => {
  const given = fc.sample(inputs, { seed, numRuns: INPUTS_PER_SEED });
  const faults: string[] = [];
  const waiting = given.entries();
  const stranger = async () => {
    for (const [at, input] of waiting) {
      const fault = await faultOf(input).catch(String);
      if (fault !== null) {
        faults.push(`input ${at}: ${fault}\n${JSON.stringify(input).slice(0, LONGEST_SHOWN)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, stranger));
  expect(doors.isAlive()).toBe(true);
  await expectHealth(doors);
  const held = await doors.held();
  heldAfter.set(seed, held);
  expect([...faults, ...held.faults]).toEqual([]);
});

test("[A4] the inputs leave nothing in memory", () => {
  const [warm, ...rest] = [...heldAfter.values()];
  const last = must(rest.at(-1), "what is held after the seeds");
  expect(last.sockets).toBeLessThan(MOST_SOCKETS);
  expect(last.heapBytes - must(warm, "warm-up").heapBytes).toBeLessThan(MOST_GROWTH_BYTES);
});

/** Null if the server answered or closed the connection. */
async function faultOf(input: Input): Promise<string | null> {
  const { url, open } = must(doors.doors[input.door], input.door);
  const needsRoom = input.writes.some((text) => text.includes("ROOM"));
  const room = needsRoom ? await openRoom(doors) : null;
  const names = {
    HOST: new URL(url).host,
    ROOM: room === null ? "" : new URL(room.url).pathname,
    ...doors.keys,
  };
  const received = await attack(input, { url, open, names });
  await room?.close();
  const broken = /HTTP\/1\.1 5\d\d .*/.exec(received)?.[0];
  if (broken !== undefined) return `${broken}\n${received.slice(0, LONGEST_SHOWN)}`;
  if (!received.startsWith("HTTP/1.1 101 ")) return null;
  return closeCodes(received).includes(1011) ? "the socket was closed with 1011" : null;
}

async function expectHealth(opened: Opened): Promise<void> {
  for (const [name, { url, open }] of Object.entries(opened.doors)) {
    expect(await sendRequest(url, open), name).toMatch(/^HTTP\/1\.1 200 /);
  }
  const address = (name: string) => must(opened.doors[name], name).url;
  await expectBackend(address("backend"));
  const echoed = await fetch(`${address("site")}/echo`, { method: "POST", body: "hello" });
  expect(await echoed.text()).toBe("HELLO");
  await expectStripe(address("stripe"), must(opened.keys.SECRET, "Stripe's key"));
  await expectVoice(opened);
}

async function expectBackend(url: string): Promise<void> {
  const client = new ConvexHttpClient(url);
  const watching = new ConvexClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
  });
  const author = crypto.randomUUID();
  const id = await client.mutation(api.notes.add, { author });
  expect(await client.query(api.notes.get, { id })).toMatchObject({ author });
  expect(await watching.query(api.notes.get, { id })).toMatchObject({ author });
  await watching.mutation(api.notes.remove, { id });
  expect(await client.query(api.notes.get, { id })).toBeNull();
  await watching.close();
}

async function expectStripe(url: string, key: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const stripe = new Stripe(key, { host: hostname, port, protocol: "http", telemetry: false });
  const { id } = await stripe.customers.create({ name: "Ada" });
  expect(await stripe.customers.retrieve(id)).toMatchObject({ name: "Ada" });
}

async function expectVoice(opened: Opened): Promise<void> {
  const { url, close } = await openRoom(opened);
  const visitor = await joinRoom(url, { isPlayable: false });
  await visitor.waitFor(({ type }) => type === "assistant-joined");
  visitor.leave();
  await visitor.closed;
  await close();
}

interface Target {
  url: string;
  open: string;
  /** Values of the inputs' placeholders. */
  names: Record<string, string>;
}

/** Only for connections that hang. */
const LET_GO_WITHIN_MS = 60_000;
const MOST_PIECES = 60;

/** Returns everything that the server sent until both sides closed the connection. */
async function attack(
  { writes, pace, leaves }: Input,
  { url, open, names }: Target,
): Promise<string> {
  const parts = writes.map((text) => Buffer.from(named(text, names), "latin1"));
  const socket = await opened(url);
  let received = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk) => (received += String(chunk)));
  socket.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const answered = new Promise<void>((resolve) => socket.once("data", () => resolve()));
  const atAnswer = leaves === "at the answer";
  if (atAnswer) void answered.then(() => socket.resetAndDestroy());

  if (typeof leaves === "object") {
    const all = Buffer.concat(parts);
    await write(socket, all.subarray(0, Math.floor(all.length * leaves.afterShare)));
    socket.resetAndDestroy();
  } else {
    for (const part of pace === "byte by byte" ? pieces(Buffer.concat(parts)) : parts) {
      await write(socket, part);
      // When the server answers another request, it has read what was written before.
      if (pace === "after an answer") await sendRequest(url, open);
    }
    socket.end();
  }
  await within(LET_GO_WITHIN_MS, closed, () => socket.destroy());
  return received;
}

function named(text: string, names: Record<string, string>): string {
  return Object.entries(names).reduce((all, [name, value]) => all.replaceAll(name, value), text);
}

function opened(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.setNoDelay(true);
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      // Closes when the server closes, even if there is more to write.
      socket.once("end", () => socket.end());
      resolve(socket);
    });
  });
}

/** Resolves when the bytes are written or the connection is gone. */
function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => socket.write(bytes, () => resolve()));
}

/** The first bytes, with the head, one by one, and the rest at once. */
function pieces(bytes: Buffer): Buffer[] {
  const single = Math.min(bytes.length, MOST_PIECES);
  return [
    ...Array.from({ length: single }, (_, at) => bytes.subarray(at, at + 1)),
    bytes.subarray(single),
  ];
}

async function within(ms: number, event: Promise<void>, giveUp: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((_resolve, reject) => {
    timer = setTimeout(() => {
      giveUp();
      reject(new Error("the server did not close the connection"));
    }, ms);
  });
  await Promise.race([event, late]).finally(() => clearTimeout(timer));
}
