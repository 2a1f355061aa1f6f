/** Does to a port what an input says. */
import { connect } from "node:net";
import type { Socket } from "node:net";
import { ask } from "../raw-connection.ts";
import type { Input } from "./inputs.ts";

export interface Target {
  url: string;
  open: string;
  /** What the inputs' placeholders stand for. */
  names: Record<string, string>;
}

/** Ends what hangs; nothing is measured by it. */
const LET_GO_WITHIN_MS = 60_000;
const MOST_PIECES = 60;

/** Everything that the server said until the connection had ended, on its side too. */
export async function attack(
  { writes, pace, leaves }: Input,
  { url, open, names }: Target,
): Promise<string> {
  const parts = writes.map((text) => Buffer.from(named(text, names), "latin1"));
  const socket = await opened(url);
  let heard = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk) => (heard += String(chunk)));
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
      // Whatever was written before has been read by the time at which the server answers another.
      if (pace === "after an answer") await ask(url, open);
    }
    socket.end();
  }
  await within(LET_GO_WITHIN_MS, closed, () => socket.destroy());
  return heard;
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
      // The server's farewell is answered, however much of ours is still to be said.
      socket.once("end", () => socket.end());
      resolve(socket);
    });
  });
}

/** Resolves when it is on its way, or can no longer be. */
function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => socket.write(bytes, () => resolve()));
}

/** The first so many bytes one by one, where heads are, and the rest at once. */
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
      reject(new Error("the server did not let go of the connection"));
    }, ms);
  });
  await Promise.race([event, late]).finally(() => clearTimeout(timer));
}
