/** Lets pages into their rooms: each path below /room/ is one, open to one socket at a time. */
import { STATUS_CODES } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { Switchboard } from "../calls/switchboard.ts";
import { ROOM_PATH } from "../room-protocol.ts";
import type { Faults } from "./faults.ts";

// A frame of sound has 640 bytes, and no message of the protocol is long.
const LARGEST_MESSAGE_BYTES = 256 * 1024;

export function acceptRoomSockets(
  server: Server,
  switchboard: Switchboard,
  faults: Faults,
): { close(): void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE_BYTES });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (faults.isDown) return void socket.destroy();
    const enter = pathname.startsWith(ROOM_PATH)
      ? switchboard.roomFor(pathname.slice(ROOM_PATH.length))
      : null;
    if (enter === null) refuse(socket, 404);
    else sockets.handleUpgrade(request, socket, head, enter);
  });
  return {
    close() {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    },
  };
}

function refuse(socket: Duplex, status: number): void {
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
