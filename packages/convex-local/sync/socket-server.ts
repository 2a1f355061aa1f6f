/** Accepts the WebSockets of the sync protocol and keeps them alive. */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { WebSocketServer } from "ws";
import type { RawData, WebSocket } from "ws";
import type { UpgradeHandler } from "@hark/stand-in-kit/front-door";
import { addressBehind } from "../http/exchange.ts";
import { ProtocolError, parseClientMessage } from "./messages.ts";
import { Session } from "./session.ts";
import type { SessionOptions } from "./session.ts";

export interface SocketServerOptions {
  newSession: Omit<SessionOptions, "send" | "close" | "request">;
  onError: (error: unknown) => void;
}

const SYNC_PATH = /^\/api\/[^/]+\/sync$/;
// Clients give a server up after 30 s of silence, the newest ones after 60 s.
const PING_AFTER_MS = 15_000;
const LARGEST_FRAME_BYTES = 16 * 2 ** 20;
const LARGEST_TRANSITION_CHARACTERS = 4 * 2 ** 20;

export interface SocketServer {
  accept: UpgradeHandler;
  close(): void;
}

export function acceptSockets({ newSession, onError }: SocketServerOptions): SocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_FRAME_BYTES });

  function attach(webSocket: WebSocket, request: IncomingMessage): void {
    const ping = setInterval(() => webSocket.send('{"type":"Ping"}'), PING_AFTER_MS);
    const close = (code: number, reason: string) => webSocket.close(code, reason);
    const gather = gatherer(request.socket);
    const session = new Session({
      ...newSession,
      request: {
        ip: addressBehind(request),
        userAgent: request.headers["user-agent"] ?? null,
      },
      send: (message) => {
        if (webSocket.readyState !== webSocket.OPEN) return;
        gather();
        for (const frame of toFrames(message)) webSocket.send(frame);
        ping.refresh();
      },
      close,
    });
    webSocket.on("message", (data: RawData) => {
      try {
        session.receive(parseClientMessage((data as Buffer).toString("utf8")));
      } catch (error) {
        if (!(error instanceof ProtocolError)) {
          onError(error);
          return close(1011, "InternalServerError");
        }
        webSocket.send(JSON.stringify({ type: "FatalError", error: error.message }));
        close(1002, "ProtocolError");
      }
    });
    // A network or protocol error, so the client's. The close event that follows ends the session.
    webSocket.on("error", () => undefined);
    webSocket.on("close", () => {
      clearInterval(ping);
      session.close();
    });
  }

  return {
    accept({ request, socket, head, url }) {
      if (!SYNC_PATH.test(url.pathname)) return false;
      sockets.handleUpgrade(request, socket, head, (webSocket) => attach(webSocket, request));
      return true;
    },
    close() {
      for (const webSocket of sockets.clients) webSocket.terminate();
      sockets.close();
    },
  };
}

/** Sends all messages of one turn in one packet: most mutations are answered by two messages. */
function gatherer(socket: Socket): () => void {
  let isGathering = false;
  return () => {
    if (isGathering) return;
    isGathering = true;
    socket.cork();
    setImmediate(() => {
      isGathering = false;
      socket.uncork();
    });
  };
}

/** A very large transition goes in pieces, which the client puts together again. */
function toFrames(text: string): string[] {
  const isTransition = text.startsWith('{"type":"Transition"');
  if (!isTransition || text.length <= LARGEST_TRANSITION_CHARACTERS) return [text];
  const totalParts = Math.ceil(text.length / LARGEST_TRANSITION_CHARACTERS);
  const transitionId = crypto.randomUUID();
  return Array.from({ length: totalParts }, (_, partNumber) => {
    const from = partNumber * LARGEST_TRANSITION_CHARACTERS;
    const chunk = text.slice(from, from + LARGEST_TRANSITION_CHARACTERS);
    return JSON.stringify({ type: "TransitionChunk", chunk, partNumber, totalParts, transitionId });
  });
}
