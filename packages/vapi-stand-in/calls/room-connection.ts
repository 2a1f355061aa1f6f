/** One page's socket into one room. */
import type { RawData, WebSocket } from "ws";
import { ALIVE_EVERY_MS } from "../room-protocol.ts";
import type { ToPage, ToServer } from "../room-protocol.ts";
import { bytesOf, samplesOf } from "../speech/pcm.ts";

export interface RoomEvents {
  onMessage(message: ToServer): void;
  onAudio(frame: Int16Array): void;
  onError(error: unknown): void;
  /** Called once, whichever side closed it. */
  onClose(): void;
}

export interface RoomConnection {
  send(message: ToPage): void;
  sendAudio(frame: Int16Array): void;
  /** Closes after everything was sent. */
  close(): void;
  /** Closes immediately, as if the network had failed. */
  drop(): void;
}

const POLICY_VIOLATION = 1008;
const INTERNAL_ERROR = 1011;

export function connectRoom(socket: WebSocket, events: RoomEvents): RoomConnection {
  const take = (bytes: Buffer, isBinary: boolean) => {
    const message = isBinary ? null : parse(bytes.toString());
    if (isBinary) events.onAudio(samplesOf(bytes));
    else if (message !== null) events.onMessage(message);
    else socket.close(POLICY_VIOLATION, "Not a message of the room protocol");
  };
  socket.on("message", (data: RawData, isBinary) => {
    try {
      take(toBuffer(data), isBinary);
    } catch (error) {
      // An uncaught error would end the process, with all calls.
      events.onError(error);
      socket.close(INTERNAL_ERROR, "The platform failed");
    }
  });
  const send = (message: ToPage) => socket.send(JSON.stringify(message));
  const alive = setInterval(() => send({ type: "alive" }), ALIVE_EVERY_MS);
  // The `close` event follows and is handled.
  socket.on("error", () => undefined);
  socket.once("close", () => {
    clearInterval(alive);
    events.onClose();
  });
  return {
    send,
    sendAudio: (frame) => socket.send(bytesOf(frame)),
    close: () => socket.close(),
    drop: () => socket.terminate(),
  };
}

export function toBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}

function parse(text: string): ToServer | null {
  try {
    const message = JSON.parse(text) as Partial<Record<string, unknown>> | null;
    switch (message?.type) {
      case "join":
        return { type: "join", hasMicrophone: message.hasMicrophone === true };
      case "app-message":
        return typeof message.data === "string"
          ? { type: "app-message", data: message.data }
          : null;
      case "leave":
        return { type: "leave" };
      default:
        return null;
    }
  } catch {
    return null;
  }
}
