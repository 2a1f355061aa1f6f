/** Sends an input to a port. */
import { connect } from "node:net";
import type { Socket } from "node:net";
import { sendRequest } from "../raw-connection.ts";
import type { Input } from "./inputs.ts";

export interface Target {
  url: string;
  open: string;
  /** Values of the inputs' placeholders. */
  names: Record<string, string>;
}

/** Only for connections that hang. */
const LET_GO_WITHIN_MS = 60_000;
const MOST_PIECES = 60;

/** Returns everything that the server sent until both sides closed the connection. */
export async function attack(
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
