import { randomBytes } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { errorCode } from "./launch-error.ts";

export interface KeptSecret {
  file: string;
  /** Where there is data already by which the secret has to be the same as before. */
  beside: string;
  /** What does not work with another one, as a sentence without its full stop. */
  withAnother: string;
  log: (line: string) => void;
}

/** Made on first use. One that is lost is replaced, since Hark works without it: but whoever starts it hears of that. */
export async function keptSecret({ file, beside, withAnother, log }: KeptSecret): Promise<string> {
  const kept = (await orNull(readFile(file, "utf8")))?.trim() ?? "";
  if (kept !== "") return kept;
  if (await orNull(stat(beside))) {
    log(
      `The secret in ${file} is gone, so a new one was made: ${withAnother}. ` +
        "If you have a copy of the file, stop Hark, put it back, and start again.",
    );
  }
  const secret = randomBytes(24).toString("hex");
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}
