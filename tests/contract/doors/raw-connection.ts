/** Sends raw bytes to a server and disconnects in different ways. */
import { connect } from "node:net";
import type { Socket } from "node:net";

/** Sends bytes, half-closes the connection, and returns the response. */
export async function sendAndClose(url: string, bytes: string): Promise<string> {
  const socket = await open(url);
  const received = untilClosed(socket);
  // The other half stays open for the response.
  socket.end(addressed(bytes, url), "latin1");
  return received;
}

/** Sends bytes and resets the connection, as a crashed program does. */
export async function sendAndReset(url: string, bytes: string): Promise<void> {
  const socket = await open(url);
  const received = untilClosed(socket);
  await new Promise<void>((resolve) =>
    socket.write(addressed(bytes, url), "latin1", () => resolve()),
  );
  socket.resetAndDestroy();
  await received;
}

/** Resets the connection at the first byte of the response, which it returns. */
export async function resetAtAnswer(url: string, bytes: string): Promise<string> {
  const socket = await open(url);
  const received = untilClosed(socket);
  const answered = new Promise((resolve) => socket.once("data", resolve));
  socket.write(addressed(bytes, url), "latin1");
  await Promise.race([answered, received]);
  socket.resetAndDestroy();
  return received;
}

/** Sends a well-formed request and returns the response. */
export async function sendRequest(
  url: string,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<string> {
  const socket = await open(url);
  const received = untilClosed(socket);
  const lines = Object.entries({
    Host: "HOST",
    ...headers,
    Connection: headers.Connection ?? "close",
  });
  const head = [`${method} ${path} HTTP/1.1`, ...lines.map((line) => line.join(": "))];
  socket.write(addressed(`${head.join("\r\n")}\r\n\r\n`, url), "latin1");
  return received;
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
  let received = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk) => {
    received += String(chunk);
    // An accepted WebSocket would stay open.
    if (received.startsWith("HTTP/1.1 101 ")) socket.destroy();
  });
  socket.once("end", () => socket.end());
  // A reset by the server is an answer too.
  socket.on("error", () => undefined);
  return new Promise((resolve) => socket.once("close", () => resolve(received)));
}
