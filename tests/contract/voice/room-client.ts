/** A visitor without a browser, who uses the room's protocol over a WebSocket. */
import { WebSocket } from "ws";
import type { RawData } from "ws";

export interface RoomClient {
  /** Received messages, in order: `listening`, messages, `flush`, `ejected`. */
  received: HeardMessage[];
  /** The number of received audio samples. */
  speechSamples(): number;
  say(message: unknown): void;
  sendAudio(samples: Int16Array): void;
  waitFor(fits: (message: HeardMessage) => boolean): Promise<HeardMessage>;
  leave(): void;
  closed: Promise<number>;
}

export type HeardMessage = { type: string } & Record<string, unknown>;

export interface Joining {
  hasMicrophone?: boolean;
  isPlayable?: boolean;
}

/** Rejects with the status if the room refuses the connection. */
export async function joinRoom(
  webCallUrl: string,
  { hasMicrophone = true, isPlayable = true }: Joining = {},
): Promise<RoomClient> {
  const socket = new WebSocket(webCallUrl.replace(/^http/, "ws"));
  const received: HeardMessage[] = [];
  const watchers = new Set<() => void>();
  let speechSamples = 0;

  socket.on("message", (data: RawData, isBinary) => {
    const bytes = data as Buffer;
    if (isBinary) speechSamples += bytes.length / 2;
    else {
      const message = toHeard(bytes.toString());
      // Heartbeats come between any two messages on a slow machine.
      if (message.type !== "alive") received.push(message);
    }
    for (const watcher of [...watchers]) watcher();
  });
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("unexpected-response", (_request, response) => {
      reject(new Error(`The room answered ${String(response.statusCode)}`));
      socket.terminate();
    });
    socket.on("error", reject);
  });
  const send = (message: unknown) => socket.send(JSON.stringify(message));
  send({ type: "join", hasMicrophone });
  if (isPlayable) send({ type: "app-message", data: "playable" });

  return {
    received,
    speechSamples: () => speechSamples,
    say: (message) => send({ type: "app-message", data: JSON.stringify(message) }),
    sendAudio: (samples) => socket.send(new Uint8Array(samples.slice().buffer)),
    waitFor: (fits) =>
      new Promise((resolve) => {
        const watcher = () => {
          const found = received.find(fits);
          if (found === undefined) return;
          watchers.delete(watcher);
          resolve(found);
        };
        watchers.add(watcher);
        watcher();
      }),
    leave() {
      send({ type: "leave" });
      socket.close();
    },
    closed,
  };
}

export const isListening = ({ type }: HeardMessage): boolean => type === "listening";

function toHeard(text: string): HeardMessage {
  const message = JSON.parse(text) as HeardMessage & { data?: string };
  if (message.type !== "app-message") return message;
  const data = String(message.data);
  return data === "listening" ? { type: data } : (JSON.parse(data) as HeardMessage);
}
