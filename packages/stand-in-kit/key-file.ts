/** The keys that a process made for itself once, and keeps in a file. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

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

/** The keys of a stand-in's data folder, created on first use so that a restart needs no new settings. */
export async function keysOfFolder<Keys extends object>(
  dataFolder: string,
  required: keyof Keys & string,
  create: () => Keys,
): Promise<Keys> {
  const file = path.join(dataFolder, "keys.json");
  const saved = await readKeyFile<Keys>({
    file,
    names: [required],
    withOthers: "whoever has the old ones is refused",
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
