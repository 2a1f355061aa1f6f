/** The keys that a process made for itself once, and keeps in a file. */
import { readFile } from "node:fs/promises";

/** Its message is for whoever sits at the terminal. */
export class KeyFileError extends Error {
  override readonly name = "KeyFileError";
}

export interface KeyFile<Keys> {
  file: string;
  /** The one without which the others are of no use, or all. */
  names: readonly (keyof Keys & string)[];
  /** What it means to have others, as it follows on "the next start makes new ones, and". */
  withOthers: string;
}

/** Null where there is no file. One that cannot be read is named, with what can be done. */
export async function readKeyFile<Keys extends object>(
  wanted: KeyFile<Keys>,
): Promise<Keys | null> {
  let text: string;
  try {
    text = await readFile(wanted.file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const keys = parse(text);
  if (wanted.names.every((name) => typeof keys[name] === "string" && keys[name] !== "")) {
    return keys as Keys;
  }
  throw new KeyFileError(
    `The keys in ${wanted.file} cannot be read. Put a copy from before in its place. Without one, remove the file: ` +
      `the next start makes new ones, and ${wanted.withOthers}.`,
  );
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
