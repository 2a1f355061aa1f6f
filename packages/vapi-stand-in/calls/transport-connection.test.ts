import { EventEmitter } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { FRAME_SAMPLES } from "../speech/pcm.ts";
import { connectTransport } from "./transport-connection.ts";

function connected(onMessage: () => void = () => undefined) {
  const socket = Object.assign(new EventEmitter(), { close: vi.fn(), send: vi.fn() });
  const [onError, frames] = [vi.fn(), [] as Int16Array[]];
  const connection = connectTransport(socket as unknown as WebSocket, {
    onMessage,
    onAudio: (frame) => void frames.push(frame),
    onClose: () => undefined,
    onError,
  });
  onTestFinished(() => void socket.emit("close"));
  return { socket, onError, frames, connection };
}

test("[C35] sound in pieces of any size is heard in whole frames", () => {
  const { socket, frames } = connected();
  const sound = Int16Array.from({ length: 2 * FRAME_SAMPLES + 5 }, (_, index) => index);
  const bytes = Buffer.from(sound.buffer);
  for (let at = 0; at < bytes.length; at += 7) {
    socket.emit("message", bytes.subarray(at, at + 7), true);
  }
  expect(frames).toEqual([
    sound.slice(0, FRAME_SAMPLES),
    sound.slice(FRAME_SAMPLES, 2 * FRAME_SAMPLES),
  ]);
});

test("[C35] a client gets the assistant's messages, and nothing of our own protocol", () => {
  const { socket, connection } = connected();
  connection.send({ type: "assistant-joined" });
  connection.send({ type: "app-message", data: "listening" });
  connection.send({ type: "flush" });
  connection.send({ type: "app-message", data: '{"type":"transcript"}' });
  connection.send({ type: "ejected" });
  expect(socket.send.mock.calls).toEqual([['{"type":"transcript"}']]);
});

test("[C35] a call that fails over a message ends, and nothing else", () => {
  const failure = new Error("as a test wants it");
  const { socket, onError } = connected(() => {
    throw failure;
  });
  socket.emit("message", Buffer.from('{"type":"end-call"}'), false);
  expect(onError).toHaveBeenCalledWith(failure);
  expect(socket.close).toHaveBeenCalledWith(1011, "The platform failed");
});
