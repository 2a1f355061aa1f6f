/** The Flite synthesizer: a WebAssembly program that turns a text into a WAV file, here and now. */
import type { FliteSettings } from "./voices.ts";
import { trimLeadingSilence } from "./pcm.ts";
import { OUTPUT_FILE, runProgram } from "./wasi-host.ts";
import { fromWav } from "./wav.ts";

export interface FliteRun {
  program: WebAssembly.Module;
  text: string;
  settings: FliteSettings;
}

export function runFlite({ program, text, settings }: FliteRun): Int16Array {
  const { code, output } = runProgram(program, [
    ...argumentsFor(settings),
    ...["-t", text, "-o", OUTPUT_FILE],
  ]);
  if (code !== 0) throw new Error(`The synthesizer exited with ${code} for: ${text}`);
  return trimLeadingSilence(fromWav(Buffer.from(output)));
}

function argumentsFor({ speaker, pitchHz, stretch }: FliteSettings): string[] {
  return [
    ...["-voice", speaker],
    ...(pitchHz === undefined ? [] : ["--setf", `int_f0_target_mean=${pitchHz}`]),
    ...(stretch === undefined ? [] : ["--setf", `duration_stretch=${stretch}`]),
  ];
}
