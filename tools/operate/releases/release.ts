/** Which release a folder contains: the version of its package.json and its git commit. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

export interface Release {
  version: string;
  /** Null if no commit has exactly this code. */
  commit: string | null;
}

export interface WorkingRelease extends Release {
  /** Why there is no commit; null if there is one. */
  inexact: string | null;
}

/** What git says about more than this many files is left out. */
const NAMED_FILES = 5;
/** Not code: installed packages, which are a link in a checkout of a rollback, and files with settings. */
const NOT_CODE = [":(exclude)node_modules", ":(exclude,glob)**/*.env", ":(exclude,glob)**/.env*"];

export async function readRelease(folder: string): Promise<WorkingRelease> {
  const manifest = await readFile(path.join(folder, "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  let commit: string;
  let changes: string[];
  try {
    commit = (await git(folder, "rev-parse", "HEAD")).trim();
    const status = ["status", "--porcelain", "--untracked-files=all", "--", ".", ...NOT_CODE];
    changes = (await git(folder, ...status)).split("\n").filter((line) => line !== "");
  } catch {
    return { version, commit: null, inexact: "This folder has no git commit." };
  }
  if (changes.length === 0) return { version, commit, inexact: null };
  const files = changes.slice(0, NAMED_FILES).map((line) => line.slice(3));
  const more = changes.length > files.length ? ` and ${changes.length - files.length} more` : "";
  const inexact = `These files are not committed: ${files.join(", ")}${more}.`;
  return { version, commit: null, inexact };
}

/** `Hark 1.2.0 (1a2b3c4)` */
export function describeRelease({ version, commit }: Release): string {
  return `Hark ${version} (${commit?.slice(0, 7) ?? "no commit"})`;
}

export async function git(folder: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)("git", args, { cwd: folder })).stdout;
}
