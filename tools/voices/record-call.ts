/** Records what the other side of a call over a WebSocket says: docs/fidelity.md, C35. */
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { WebSocket } from "ws";
import type { RawData } from "ws";
import { FRAME_MS, FRAME_SAMPLES, join, samplesOf } from "@hark/vapi-stand-in/speech/pcm";
import { isAudible } from "./sound.ts";

/** Longer than a pause within a sentence. The guide names no message that says that the sound has ended. */
const QUIET_MS = 1_000;
const LOOK_EVERY_MS = 50;
/** Counted, because a moment in which this machine was too busy to listen is no silence. */
const QUIET_LOOKS = QUIET_MS / LOOK_EVERY_MS;
const SILENCE = Buffer.alloc(FRAME_SAMPLES * Int16Array.BYTES_PER_ELEMENT);
const MAX_MESSAGE_BYTES = 2 ** 20;

export interface Patience {
  /** For the first sound. */
  maxWaitMs: number;
  /** For the last one, from then on. */
  maxSpeechMs: number;
}

export type Recorded =
  { kind: "speech"; samples: Int16Array } | { kind: "failure"; reason: string };

/** Everything that is heard until the assistant has spoken and stopped. Ends the call. */
export async function recordCall(
  url: string,
  { maxWaitMs, maxSpeechMs }: Patience,
): Promise<Recorded> {
  const socket = new WebSocket(url, { maxPayload: MAX_MESSAGE_BYTES, handshakeTimeout: maxWaitMs });
  const pieces: Int16Array[] = [];
  /** A sample may be cut in two. */
  let rest = Buffer.alloc(0);
  const heard: { firstAtMs: number | null; quietLooks: number } = {
    firstAtMs: null,
    quietLooks: 0,
  };
  socket.on("message", (data: RawData, isBinary) => {
    if (!isBinary) return;
    const bytes = Buffer.concat([rest, data as Buffer]);
    const samples = samplesOf(bytes);
    rest = bytes.subarray(2 * samples.length);
    pieces.push(samples);
    if (!isAudible(samples)) return;
    heard.firstAtMs ??= performance.now();
    heard.quietLooks = 0;
  });
  // A failed connection rejects below. Later `close` follows.
  socket.on("error", () => undefined);
  const closed = new Promise<"closed">((resolve) => socket.once("close", () => resolve("closed")));
  // Vapi may wait for the first sound of the other side.
  const speaking = setInterval(() => {
    if (socket.readyState === WebSocket.OPEN) socket.send(SILENCE);
  }, FRAME_MS);
  try {
    await once(socket, "open");
    const openedAtMs = performance.now();
    for (;;) {
      const nowMs = performance.now();
      if (heard.firstAtMs === null) {
        if (nowMs - openedAtMs > maxWaitMs) {
          return failed(`nothing was heard within ${maxWaitMs / 1000} seconds`);
        }
      } else if (heard.quietLooks > QUIET_LOOKS) {
        return { kind: "speech", samples: join(pieces) };
      } else if (nowMs - heard.firstAtMs > maxSpeechMs) {
        return failed(`the sound did not end within ${maxSpeechMs / 1000} seconds`);
      }
      if ((await Promise.race([closed, wait(LOOK_EVERY_MS)])) === "closed") {
        return failed("the voice platform ended the call");
      }
      heard.quietLooks += 1;
    }
  } catch (error) {
    return failed(`the call's socket failed: ${String(error)}`);
  } finally {
    clearInterval(speaking);
    await hangUp(socket, closed);
  }
}

function failed(reason: string): Recorded {
  return { kind: "failure", reason };
}

/** As Vapi's guide to the transport says. */
async function hangUp(socket: WebSocket, closed: Promise<unknown>): Promise<void> {
  if (socket.readyState === WebSocket.OPEN) {
    socket.send(JSON.stringify({ type: "end-call" }));
    socket.close();
    await Promise.race([closed, wait(QUIET_MS)]);
  }
  socket.terminate();
}
