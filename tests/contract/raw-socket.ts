/** A socket of the sync protocol without a client library, for messages that clients never send. */
import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";

export interface ServerMessage {
  type: string;
  [field: string]: unknown;
}

export interface RawSocket {
  sessionId: string;
  /** All messages received so far. */
  received: ServerMessage[];
  send(message: object): void;
  /** The next message of a type that was not returned before. */
  next(type: string): Promise<ServerMessage>;
  /** Resolves with the close code when the server has closed the socket. */
  closed: Promise<number>;
  close(): void;
}

const DEADLINE_MS = 60_000;

export async function openRawSocket(
  backendUrl: string,
  sessionId: string = randomUUID(),
): Promise<RawSocket> {
  const webSocket = new WebSocket(`${backendUrl.replace("http", "ws")}/api/1.48.0/sync`);
  const received: ServerMessage[] = [];
  const taken = new Set<ServerMessage>();
  let wake: () => void = () => undefined;
  webSocket.on("message", (data: Buffer) => {
    received.push(JSON.parse(data.toString()) as ServerMessage);
    wake();
  });
  const closed = new Promise<number>((resolve) => webSocket.on("close", resolve));
  await new Promise((resolve, reject) => {
    webSocket.once("open", resolve);
    webSocket.once("error", reject);
  });
  const send = (message: object) => webSocket.send(JSON.stringify(message));
  send({ type: "Connect", sessionId, connectionCount: 0, lastCloseReason: null, clientTs: 0 });

  return {
    sessionId,
    received,
    send,
    closed,
    async next(type) {
      const deadline = setTimeout(() => wake(), DEADLINE_MS);
      const startedMs = Date.now();
      try {
        for (;;) {
          const message = received.find((one) => one.type === type && !taken.has(one));
          if (message !== undefined) {
            taken.add(message);
            return message;
          }
          if (Date.now() - startedMs >= DEADLINE_MS) throw new Error(`No ${type} was received`);
          await new Promise<void>((resolve) => (wake = resolve));
        }
      } finally {
        clearTimeout(deadline);
      }
    },
    close: () => webSocket.terminate(),
  };
}
