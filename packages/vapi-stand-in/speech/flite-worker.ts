/** The synthesizer on a thread of its own, since it computes for as long as a frame lasts and longer. */
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { must } from "@hark/stand-in-kit/must";
import { runFlite } from "./flite.ts";
import type { SpeechAnswer, SpeechRequest, SpeechWorkerData } from "./synthesizer.ts";
import { VOICES } from "./voices.ts";

const port = must(parentPort, "the thread that started this worker");
const { program: file } = workerData as SpeechWorkerData;
const program = new WebAssembly.Module(readFileSync(file));

function answer({ id, text, voice }: SpeechRequest): SpeechAnswer {
  try {
    return { id, samples: runFlite({ program, text, settings: VOICES[voice] }) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

port.on("message", (request: SpeechRequest) => port.postMessage(answer(request)));
