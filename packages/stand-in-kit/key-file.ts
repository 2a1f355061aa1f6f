/** Keys that a process creates once and stores in a file. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** Its message is for the person at the terminal. */
export class KeyFileError extends Error {
  override readonly name = "KeyFileError";
}

export interface KeyFile<Keys> {
  file: string;
  /** The keys that the file must contain. */
  names: readonly (keyof Keys & string)[];
  /** The effect of new keys, continuing the sentence "the next start makes new ones, and". */
  effectOfNewKeys: string;
}

/** Null if the file does not exist. If it cannot be read, the error says what to do. */
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
    `The keys in ${wanted.file} cannot be read. Replace the file with a copy. Without a copy, remove the file:  ` +
      `the next start creates new ones, and ${wanted.effectOfNewKeys}.`,
  );
}

/**
 * The keys of a stand-in's data folder. They are created on first use and then kept, so that a restart needs no new
 * settings.
 */
export async function keysOfFolder<Keys extends object>(
  dataFolder: string,
  required: keyof Keys & string,
  create: () => Keys,
): Promise<Keys> {
  const file = path.join(dataFolder, "keys.json");
  const saved = await readKeyFile<Keys>({
    file,
    names: [required],
    effectOfNewKeys: "the old ones are refused",
  });
  if (saved !== null) return saved;
  const keys = create();
  await writeKeyFile(file, keys);
  return keys;
}

export async function writeKeyFile(file: string, keys: object): Promise<void> {
  await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
