import { EventEmitter } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { connectRoom } from "./room-connection.ts";

function connected(onMessage: () => void) {
  const socket = Object.assign(new EventEmitter(), { close: vi.fn() });
  const onError = vi.fn();
  connectRoom(socket as unknown as WebSocket, {
    onMessage,
    onAudio: () => undefined,
    onClose: () => undefined,
    onError,
  });
  onTestFinished(() => void socket.emit("close"));
  return { socket, onError };
}

const LEAVE = Buffer.from('{"type":"leave"}');

test("a room that fails over a message ends the call, and nothing else", () => {
  const failure = new Error("as a test wants it");
  const { socket, onError } = connected(() => {
    throw failure;
  });
  socket.emit("message", LEAVE, false);
  expect(onError).toHaveBeenCalledWith(failure);
  expect(socket.close).toHaveBeenCalledWith(1011, "The platform failed");
});

test.each(["", "null", "[]", "{", '{"type":"constructor"}', '{"type":"app-message","data":1}'])(
  "%j is no message of the room protocol",
  (text) => {
    const onMessage = vi.fn();
    const { socket, onError } = connected(onMessage);
    socket.emit("message", Buffer.from(text), false);
    expect(onMessage).not.toHaveBeenCalled();
    expect(onError).not.toHaveBeenCalled();
    expect(socket.close).toHaveBeenCalledWith(1008, "Not a message of the room protocol");
  },
);
