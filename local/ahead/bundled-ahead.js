/**
 * Programs of ours as one file that Node runs as it is, kept for the next start: neither the loader of TypeScript
 * nor the bundler is then in memory. docs/decisions/0016-started-from-what-is-kept.md
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { digestOf, INSTALLED } from "./digest.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const KEPT = path.join(ROOT, "node_modules/.cache/hark/ahead");
const BUNDLER = path.join(import.meta.dirname, "bundle.js");
const WEEK_MS = 7 * 24 * 3600 * 1000;

/**
 * The address of the module at this path of the project, with all that it imports.
 *
 * @param {string} entry
 */
export async function bundledAhead(entry) {
  const digest = digestOf({
    root: ROOT,
    paths: ["local", entry, "tsconfig.node.json", "tsconfig.base.json", ...INSTALLED],
    // Where it stands is in it, and what it imports is looked up from there.
    others: { ROOT, entry, version: process.version, platform: process.platform },
    leavesOut: (name) => name.endsWith(".test.ts"),
  });
  const folder = path.join(KEPT, digest);
  const file = path.join(folder, "program.js");
  if (existsSync(file)) {
    const now = new Date();
    await utimes(folder, now, now);
  } else {
    await prepare(entry, folder);
  }
  return pathToFileURL(file).href;
}

/**
 * @param {string} entry
 * @param {string} folder
 */
async function prepare(entry, folder) {
  await mkdir(KEPT, { recursive: true });
  await forgetOld();
  // Whoever starts at the same time finds all of it or nothing.
  const draft = await mkdtemp(`${folder}-`);
  try {
    await promisify(execFile)(process.execPath, [BUNDLER, path.join(ROOT, entry), draft, folder]);
    await rename(draft, folder).catch((/** @type {unknown} */ error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Of versions that nobody has started for a week. */
async function forgetOld() {
  for (const name of await readdir(KEPT)) {
    const old = path.join(KEPT, name);
    const found = await stat(old).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > WEEK_MS) {
      await rm(old, { recursive: true, force: true });
    }
  }
}
