/** Bytes to a server as they are, and the ways in which a client can leave. */
import { connect } from "node:net";
import type { Socket } from "node:net";

/** Everything the server said until it, or the client's farewell, ended the connection. */
export async function sendAndClose(url: string, bytes: string): Promise<string> {
  const socket = await open(url);
  const heard = untilClosed(socket);
  // Half of the connection stays open, for the answer.
  socket.end(addressed(bytes, url), "latin1");
  return heard;
}

/** Leaves as a crashed program does, once the bytes are on their way. */
export async function sendAndReset(url: string, bytes: string): Promise<void> {
  const socket = await open(url);
  const heard = untilClosed(socket);
  await new Promise<void>((resolve) =>
    socket.write(addressed(bytes, url), "latin1", () => resolve()),
  );
  socket.resetAndDestroy();
  await heard;
}

/** Leaves in the same way at the first byte of the answer, which it returns. */
export async function resetAtAnswer(url: string, bytes: string): Promise<string> {
  const socket = await open(url);
  const heard = untilClosed(socket);
  const answered = new Promise((resolve) => socket.once("data", resolve));
  socket.write(addressed(bytes, url), "latin1");
  await Promise.race([answered, heard]);
  socket.resetAndDestroy();
  return heard;
}

/** The answer to a request that is in order but for what it asks. */
export async function ask(
  url: string,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<string> {
  const socket = await open(url);
  const heard = untilClosed(socket);
  const lines = Object.entries({
    Host: "HOST",
    ...headers,
    Connection: headers.Connection ?? "close",
  });
  const head = [`${method} ${path} HTTP/1.1`, ...lines.map((line) => line.join(": "))];
  socket.write(addressed(`${head.join("\r\n")}\r\n\r\n`, url), "latin1");
  return heard;
}

export const WEBSOCKET = {
  Connection: "Upgrade",
  Upgrade: "websocket",
  "Sec-WebSocket-Version": "13",
  "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
};

function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.once("error", reject);
    socket.once("connect", () => resolve(socket));
  });
}

function addressed(bytes: string, url: string): string {
  return bytes.replaceAll("HOST", new URL(url).host);
}

function untilClosed(socket: Socket): Promise<string> {
  let heard = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk) => {
    heard += String(chunk);
    // A socket that was let in would stay open for good.
    if (heard.startsWith("HTTP/1.1 101 ")) socket.destroy();
  });
  socket.once("end", () => socket.end());
  // A server that breaks off has also answered.
  socket.on("error", () => undefined);
  return new Promise((resolve) => socket.once("close", () => resolve(heard)));
}
