/** Debian's recognizer, run once for each turn and fed while the visitor speaks. */
import { spawn } from "node:child_process";
import { access, constants } from "node:fs/promises";
import path from "node:path";
import { bytesOf, SAMPLE_RATE } from "../speech/pcm.ts";
import type { CallRecognizer, Recognizer, Scribe } from "./recognizer.ts";

const PROGRAM = "pocketsphinx_continuous";
const MODEL = "/usr/share/pocketsphinx/model/en-us/en-us";
const MAX_RUN_MS = 90_000;

// It opens its input by name, which a pipe of the shell's has and one of Node's, a socket, has not.
const FED_THROUGH_A_PIPE = 'cat | "$0" -infile /dev/stdin';

// It logs totals after it has printed all words. Then it takes a tenth of a second to free its models.
const END_OF_RESULTS = "TOTAL";

// It finds its own pauses, and needs one at either end to know where speech begins and ends.
const PAUSE = new Int16Array(0.5 * SAMPLE_RATE);

/** Null when the program or its English model is not installed. */
export async function findPocketsphinx(): Promise<Recognizer | null> {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "");
  for (const folder of folders) {
    const program = path.join(folder, PROGRAM);
    if ((await isThere(program, constants.X_OK)) && (await isThere(MODEL, constants.R_OK))) {
      const call: CallRecognizer = {
        prepare: () => undefined,
        listen: (signal) => startPocketsphinx(program, signal),
        close: () => undefined,
      };
      return { name: "debian", openCall: () => call, close: async () => undefined };
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

function startPocketsphinx(program: string, signal: AbortSignal): Scribe {
  // Whether killed or not, the processes behind the shell end with their input.
  const run = spawn("sh", ["-c", FED_THROUGH_A_PIPE, program], {
    stdio: "pipe",
    signal,
    timeout: MAX_RUN_MS,
  });
  let transcript = "";
  run.stdout.setEncoding("utf8").on("data", (text: string) => (transcript += text));
  // An incomplete result shows in the exit status.
  run.stdin.on("error", () => undefined);
  const words = new Promise<string>((resolve, reject) => {
    run.once("error", reject);
    run.once("exit", (code, killedBy) => {
      if (code !== 0) reject(new Error(`${PROGRAM} ended with ${killedBy ?? code}`));
    });
    const resolveResult = () => resolve(transcript.replaceAll(/\s+/g, " ").trim());
    run.once("close", resolveResult);
    // The words were written before, so that they are read within the same turn of the event loop.
    run.stderr.setEncoding("utf8").on("data", (log: string) => {
      if (log.includes(END_OF_RESULTS)) setImmediate(resolveResult);
    });
  });
  // A turn that is given up is never finished.
  words.catch(() => undefined);
  run.stdin.write(bytesOf(PAUSE));
  return {
    hear: (samples) => void run.stdin.write(bytesOf(samples)),
    pause: () => void run.stdin.write(bytesOf(PAUSE)),
    async finish() {
      run.stdin.end(bytesOf(PAUSE));
      return await words;
    },
  };
}
