/** What turns a visitor's turn into words; which one depends on what this machine has. */
import type { Endpoint } from "../endpoint.ts";
import { remoteRecognizer } from "./remote-recognizer.ts";
import { findPocketsphinx } from "./pocketsphinx.ts";
import { secondsOf } from "../speech/pcm.ts";

export interface Recognizer {
  name: "remote" | "pocketsphinx" | "none";
  /** Empty text for a turn without words. */
  recognize(turn: Int16Array, signal: AbortSignal): Promise<string>;
}

export interface RecognizerOptions {
  endpoint: Endpoint | undefined;
  /** Whether an installed pocketsphinx is used. */
  isPocketsphinxAllowed: boolean;
  log: (line: string) => void;
}

export async function chooseRecognizer(options: RecognizerOptions): Promise<Recognizer> {
  const installed = options.isPocketsphinxAllowed ? await findPocketsphinx() : null;
  const local = installed ?? markTurns;
  if (options.endpoint === undefined) return local;
  const remote = remoteRecognizer(options.endpoint);
  return {
    name: remote.name,
    async recognize(turn, signal) {
      try {
        return await remote.recognize(turn, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        options.log(
          `The transcription endpoint failed, so ${local.name} hears this turn: ${String(error)}`,
        );
        return await local.recognize(turn, signal);
      }
    },
  };
}

const UNHEARD = /^\[speech, (\d+\.\d) s\]$/;

/** Without a recognizer a turn is marked by its length, so that it can still be seen and counted. */
const markTurns: Recognizer = {
  name: "none",
  recognize: async (turn) => `[speech, ${secondsOf(turn).toFixed(1)} s]`,
};

export function isMark(text: string): boolean {
  return UNHEARD.test(text);
}
