import { chmod, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { errorCode, LaunchError } from "./launch-error.ts";

// Marks the folder as Hark's own, so that a mistyped HARK_DATA never fills, and
// `npm run reset` never empties, a folder that holds something else.
const MARKER = "about-this-folder.txt";
const MARKER_TEXT =
  "Hark keeps its local data and keys here. `npm run reset` in the project empties this folder.\n";

export async function prepareDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await requireOwnFolder(folder);
    // It holds keys. A folder that existed before may be readable to others.
    await chmod(folder, 0o700);
    await writeFile(path.join(folder, MARKER), MARKER_TEXT);
  } catch (error) {
    throw dataFolderError(error, folder);
  }
}

// Not `recursive: true`, with which Node retries forever in a folder that refuses new ones, such as /proc.
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = path.dirname(folder);
  if (!(await isFolder(parent))) await makeFolder(parent);
  await mkdir(folder, { mode: 0o700 });
}

async function isFolder(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).isDirectory();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/** Removes everything in the folder. Refuses if Hark did not create the folder. */
export async function emptyDataFolder(folder: string): Promise<void> {
  await requireOwnFolder(folder);
  for (const name of await entriesOf(folder)) {
    if (name !== MARKER) await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

/** Turns an error of the file system into a message for the terminal. Returns any other error unchanged. */
export function dataFolderError(error: unknown, folder: string): unknown {
  const reason = REASONS[errorCode(error) ?? ""];
  return reason === undefined
    ? error
    : new LaunchError(
        `Hark cannot write to its data folder ${folder}: ${reason}. ` +
          "Make it writable, or choose another folder with HARK_DATA.",
      );
}

const REASONS: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  ENOTDIR: "a part of its path is a file",
  EEXIST: "there is a file with this name",
  ENOENT: "its path cannot be created",
  SQLITE_CANTOPEN: "the database in it cannot be opened",
  SQLITE_READONLY: "the database in it is read-only",
  SQLITE_FULL: "the disk is full",
};

async function requireOwnFolder(folder: string): Promise<void> {
  const names = await entriesOf(folder);
  if (names.length === 0 || names.includes(MARKER)) return;
  throw new LaunchError(
    `${folder} has other content, so Hark does not use it as its data folder. ` +
      "Choose a new or an empty folder with HARK_DATA.",
  );
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}
