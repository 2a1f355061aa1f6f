/** The socket of a call with the transport `vapi.websocket`: raw PCM in both directions, and messages as JSON. */
import type { RawData, WebSocket } from "ws";
import type { ToPage } from "../room-protocol.ts";
import { bytesOf, FRAME_SAMPLES, samplesOf } from "../speech/pcm.ts";
import { toBuffer } from "./room-connection.ts";
import type { RoomConnection, RoomEvents } from "./room-connection.ts";

const FRAME_BYTES = FRAME_SAMPLES * Int16Array.BYTES_PER_ELEMENT;
const INTERNAL_ERROR = 1011;

export function connectTransport(socket: WebSocket, events: RoomEvents): RoomConnection {
  /** The end of the client's sound so far that is shorter than a frame. */
  let rest = Buffer.alloc(0);
  const hear = (bytes: Buffer) => {
    const all = Buffer.concat([rest, bytes]);
    const whole = all.length - (all.length % FRAME_BYTES);
    for (let at = 0; at < whole; at += FRAME_BYTES) {
      events.onAudio(samplesOf(all.subarray(at, at + FRAME_BYTES)));
    }
    rest = Buffer.from(all.subarray(whole));
  };
  socket.on("message", (data: RawData, isBinary) => {
    try {
      const bytes = toBuffer(data);
      if (isBinary) hear(bytes);
      else events.onMessage({ type: "app-message", data: bytes.toString() });
    } catch (error) {
      // An uncaught error would end the process, with all calls.
      events.onError(error);
      socket.close(INTERNAL_ERROR, "The platform failed");
    }
  });
  // The `close` event follows and is handled.
  socket.on("error", () => undefined);
  socket.once("close", () => events.onClose());
  return {
    send(message: ToPage) {
      // The rest is of our own protocol.
      if (message.type === "app-message" && message.data !== "listening") socket.send(message.data);
    },
    sendAudio: (frame) => socket.send(bytesOf(frame)),
    close: () => socket.close(),
    drop: () => socket.terminate(),
  };
}
