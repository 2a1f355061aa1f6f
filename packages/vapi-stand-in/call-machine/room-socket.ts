import type { ToPage, ToServer } from "../room-protocol.ts";
import { watchConnection } from "./connection-watch.ts";
import type { ConnectionEvents } from "./connection-watch.ts";

export interface RoomSocket {
  isOpen(): boolean;
  send(message: ToServer): void;
  sendAudio(frame: Int16Array): void;
  close(): void;
}

export interface RoomSocketEvents extends ConnectionEvents {
  onMessage(message: ToPage): void;
  onAudio(frame: Int16Array): void;
}

// Audio that waits longer than this for the network is useless.
const MAX_BUFFERED_BYTES = 64_000;

/** Rejects if the room does not exist, or the server does not answer. */
export function openRoomSocket(roomUrl: string, events: RoomSocketEvents): Promise<RoomSocket> {
  const socket = new WebSocket(roomUrl.replace(/^http/, "ws"));
  socket.binaryType = "arraybuffer";
  return new Promise((resolve, reject) => {
    socket.onclose = () => reject(new Error("The room cannot be reached, or is closed"));
    socket.onopen = () => {
      const line = watchConnection(events);
      socket.onclose = () => {
        line.stop();
        events.onLost();
      };
      socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
        line.onMessage();
        if (typeof data === "string") events.onMessage(JSON.parse(data) as ToPage);
        else events.onAudio(new Int16Array(data));
      };
      resolve({
        isOpen: () => socket.readyState === WebSocket.OPEN,
        send: (message) => socket.send(JSON.stringify(message)),
        sendAudio(frame) {
          if (socket.readyState !== WebSocket.OPEN) return;
          if (socket.bufferedAmount < MAX_BUFFERED_BYTES)
            socket.send(new Uint8Array(frame.buffer as ArrayBuffer));
        },
        close() {
          line.stop();
          socket.onclose = null;
          socket.onmessage = null;
          socket.close();
        },
      });
    };
  });
}
