/** A tester in the room of a call: joins it as a visitor's page does, speaks, and listens until the assistant has stopped. */
import { once } from "node:events";
import { WebSocket } from "ws";
import type { RawData } from "ws";
import type { Mouth } from "../calls/mouth.ts";
import { startPacer } from "../calls/pacer.ts";
import type { ToPage, ToServer } from "../room-protocol.ts";
import { bytesOf, SILENT_FRAME } from "../speech/pcm.ts";

export interface VoiceCall {
  /** Resolves once the line has been spoken. */
  say(line: string): Promise<void>;
  /** Resolves once the assistant has spoken and stopped, or the call has ended. */
  listen(): Promise<void>;
  hasEnded(): boolean;
  /** From the last sound of each line to the first sound of its answer. */
  responsesMs: readonly number[];
  leave(): void;
}

export interface Joining {
  mouth: Mouth;
  /** How often the assistant has spoken so far. */
  countAnswers: () => number;
  signal: AbortSignal;
}

/** Longer than the sound that the room sends ahead, and than its pause between two sentences. */
const QUIET_MS = 600;
/** Far longer than an answer takes to begin on a slow machine. */
const MAX_WAIT_MS = 60_000;
const LOOK_EVERY_MS = 100;

export async function joinCall(
  webCallUrl: string,
  { mouth, countAnswers, signal }: Joining,
): Promise<VoiceCall> {
  const socket = new WebSocket(webCallUrl.replace(/^http/, "ws"));
  let hasEnded = false;
  let heardAtMs = performance.now();
  let saidAtMs: number | null = null;
  let answersBefore = 0;
  const responsesMs: number[] = [];

  const send = (message: ToServer) => socket.send(JSON.stringify(message));
  const listening = new Promise<void>((resolve) => {
    socket.on("message", (data: RawData, isBinary) => {
      if (isBinary) {
        heardAtMs = performance.now();
        if (saidAtMs !== null) responsesMs.push(Math.round(heardAtMs - saidAtMs));
        saidAtMs = null;
        return;
      }
      const message = JSON.parse((data as Buffer).toString()) as ToPage;
      if (message.type === "ejected") hasEnded = true;
      if (message.type === "app-message" && message.data === "listening") resolve();
    });
  });
  const stopSpeaking = startPacer(() => {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(bytesOf(mouth.nextFrame() ?? SILENT_FRAME));
  });
  const leave = () => {
    hasEnded = true;
    stopSpeaking();
    mouth.cut();
    socket.terminate();
  };
  const closed = new Promise<void>((resolve) => {
    socket.once("close", () => {
      leave();
      resolve();
    });
  });
  signal.addEventListener("abort", leave, { once: true });
  try {
    await once(socket, "open");
    // A `close` follows.
    socket.on("error", () => undefined);
    send({ type: "join", hasMicrophone: true });
    send({ type: "app-message", data: "playable" });
    await Promise.race([listening, closed]);
  } catch (error) {
    leave();
    throw error;
  }

  return {
    responsesMs,
    hasEnded: () => hasEnded,
    async say(line) {
      if (hasEnded) return;
      await mouth.say(line, {
        isInterruptible: false,
        onReady: () => undefined,
        onStart: () => undefined,
      });
      saidAtMs = performance.now();
      answersBefore = countAnswers();
    },
    async listen() {
      const begunAtMs = performance.now();
      const hasAnswered = () =>
        performance.now() - heardAtMs >= QUIET_MS && countAnswers() > answersBefore;
      while (!hasEnded && !hasAnswered()) {
        if (performance.now() - Math.max(begunAtMs, heardAtMs) > MAX_WAIT_MS) {
          throw new Error("The assistant did not answer.");
        }
        await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))]);
      }
    },
    leave,
  };
}
