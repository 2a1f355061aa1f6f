import { randomBytes } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { errorCode } from "./launch-error.ts";

export interface SecretOptions {
  file: string;
  /** If this file exists, there is data that needs the previous secret. */
  dataFile: string;
  /** What stops working with a new secret: a sentence without its full stop. */
  consequence: string;
  log: (line: string) => void;
}

/** Creates the secret on first use. Replaces a lost one and logs what that means, because Hark can run without it. */
export async function readOrCreateSecret({
  file,
  dataFile,
  consequence,
  log,
}: SecretOptions): Promise<string> {
  const stored = (await nullIfMissing(readFile(file, "utf8")))?.trim() ?? "";
  if (stored !== "") return stored;
  if (await nullIfMissing(stat(dataFile))) {
    log(
      `The secret in ${file} is missing, so a new one was created: ${consequence}. ` +
        "If you have a copy of the file, stop Hark, put it back, and start again.",
    );
  }
  const secret = randomBytes(24).toString("hex");
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}

async function nullIfMissing<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}
