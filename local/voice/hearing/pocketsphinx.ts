/** Debian's recognizer, run once for each turn. */
import { execFile } from "node:child_process";
import { access, constants, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { join, SAMPLE_RATE } from "../speech/pcm.ts";
import { toWav } from "../speech/wav.ts";
import type { Recognizer } from "./recognizer.ts";

const PROGRAM = "pocketsphinx_continuous";
const MODEL = "/usr/share/pocketsphinx/model/en-us/en-us";
const LONGEST_RUN_MS = 60_000;

// It finds its own pauses, and needs one at either end to know where speech begins and ends.
const PAUSE = new Int16Array(0.5 * SAMPLE_RATE);

const run = promisify(execFile);

/** Null when the program or its English model is not installed. */
export async function findPocketsphinx(): Promise<Recognizer | null> {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "");
  for (const folder of folders) {
    const program = path.join(folder, PROGRAM);
    if ((await isThere(program, constants.X_OK)) && (await isThere(MODEL, constants.R_OK))) {
      return pocketsphinx(program);
    }
  }
  return null;
}

async function isThere(file: string, mode: number): Promise<boolean> {
  return access(file, mode).then(
    () => true,
    () => false,
  );
}

function pocketsphinx(program: string): Recognizer {
  return {
    name: "pocketsphinx",
    async recognize(turn, signal) {
      const folder = await mkdtemp(path.join(os.tmpdir(), "hark-turn-"));
      try {
        const file = path.join(folder, "turn.wav");
        await writeFile(file, toWav(join([PAUSE, turn, PAUSE])));
        const { stdout } = await run(program, ["-infile", file, "-logfn", os.devNull], {
          signal,
          timeout: LONGEST_RUN_MS,
        });
        return stdout.replaceAll(/\s+/g, " ").trim();
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
