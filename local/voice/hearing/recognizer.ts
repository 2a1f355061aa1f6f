/** What turns a visitor's turn into words; which one depends on what this machine has. */
import type { Endpoint } from "../endpoint.ts";
import { join, secondsOf } from "../speech/pcm.ts";
import { recognizeRemotely } from "./remote-recognizer.ts";
import { findPocketsphinx } from "./pocketsphinx.ts";

export interface Recognizer {
  name: "remote" | "pocketsphinx" | "none";
  /** For one turn; aborted when nobody wants its words any more. */
  listen(signal: AbortSignal): Scribe;
}

/** Puts one turn into words, some already while it is spoken. */
export interface Scribe {
  hear(samples: Int16Array): void;
  /** The turn is over. Empty text for one without words. */
  finish(): Promise<string>;
}

export interface RecognizerOptions {
  endpoint: Endpoint | undefined;
  /** Whether an installed pocketsphinx is used. */
  isPocketsphinxAllowed: boolean;
  log: (line: string) => void;
}

export async function chooseRecognizer({
  endpoint,
  isPocketsphinxAllowed,
  log,
}: RecognizerOptions): Promise<Recognizer> {
  const installed = isPocketsphinxAllowed ? await findPocketsphinx() : null;
  const local = installed ?? markTurns;
  if (endpoint === undefined) return local;
  return ofWholeTurns("remote", async (turn, signal) => {
    try {
      return await recognizeRemotely(endpoint, turn, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      log(`The transcription endpoint failed, so ${local.name} hears this turn: ${String(error)}`);
      return await recognizeTurn(local, turn, signal);
    }
  });
}

/** The words of a turn that is over. */
export function recognizeTurn(
  recognizer: Recognizer,
  turn: Int16Array,
  signal: AbortSignal,
): Promise<string> {
  const scribe = recognizer.listen(signal);
  scribe.hear(turn);
  return scribe.finish();
}

function ofWholeTurns(
  name: Recognizer["name"],
  recognize: (turn: Int16Array, signal: AbortSignal) => Promise<string>,
): Recognizer {
  return {
    name,
    listen(signal) {
      const parts: Int16Array[] = [];
      return {
        hear: (samples) => void parts.push(samples),
        finish: () => recognize(join(parts), signal),
      };
    },
  };
}

const UNHEARD = /^\[speech, (\d+\.\d) s\]$/;

/** Without a recognizer a turn is marked by its length, so that it can still be seen and counted. */
const markTurns = ofWholeTurns("none", async (turn) => `[speech, ${secondsOf(turn).toFixed(1)} s]`);

export function isMark(text: string): boolean {
  return UNHEARD.test(text);
}
