/** The Flite synthesizer: a WebAssembly program that turns a text into a WAV file, here and now. */
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { WASI } from "node:wasi";
import { fromWav } from "./wav.ts";
import type { FliteSettings } from "./voices.ts";

export interface FliteRun {
  program: WebAssembly.Module;
  /** The only folder that the program may see; it writes there. */
  folder: string;
  text: string;
  settings: FliteSettings;
}

const GUEST_FOLDER = "/out";
const OUTPUT = "speech.wav";

export function runFlite({ program, folder, text, settings }: FliteRun): Int16Array {
  const wasi = new WASI({
    version: "preview1",
    args: ["flite", ...argumentsFor(settings), "-t", text, "-o", `${GUEST_FOLDER}/${OUTPUT}`],
    preopens: { [GUEST_FOLDER]: folder },
    returnOnExit: true,
  });
  // A fresh instance for each text: the program expects to run once and exit.
  const instance = new WebAssembly.Instance(program, wasi.getImportObject() as WebAssembly.Imports);
  const code = wasi.start(instance);
  if (code !== 0) throw new Error(`The synthesizer exited with ${code} for: ${text}`);
  const file = path.join(folder, OUTPUT);
  try {
    return fromWav(readFileSync(file));
  } finally {
    rmSync(file);
  }
}

function argumentsFor({ speaker, pitchHz, stretch }: FliteSettings): string[] {
  return [
    "-voice",
    speaker,
    ...(pitchHz === undefined ? [] : ["--setf", `int_f0_target_mean=${pitchHz}`]),
    ...(stretch === undefined ? [] : ["--setf", `duration_stretch=${stretch}`]),
  ];
}
