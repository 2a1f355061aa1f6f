/** Lets pages and clients into the rooms of their calls: each has a path, open to one socket at a time. */
import { WebSocketServer } from "ws";
import type { UpgradeHandler } from "@hark/stand-in-kit/front-door";
import type { Switchboard } from "../calls/switchboard.ts";
import type { Faults } from "./faults.ts";

// A frame of sound has 640 bytes, and no message of the protocol is long.
const MAX_MESSAGE_BYTES = 256 * 1024;

export function acceptRoomSockets(
  switchboard: Switchboard,
  faults: Faults,
): { accept: UpgradeHandler; close(): void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  return {
    accept({ request, socket, head, url: { pathname } }) {
      const enter = switchboard.roomFor(pathname);
      if (faults.isDown) socket.destroy();
      else if (enter === null) return false;
      else sockets.handleUpgrade(request, socket, head, enter);
      return true;
    },
    close() {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    },
  };
}
