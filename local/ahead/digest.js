/** What something is made of, in one word: it is made again when that word is another. */
import { createHash } from "node:crypto";
import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import path from "node:path";

/**
 * @typedef {object} Ingredients
 * @property {string} root
 * @property {string[]} paths Of files and of folders with all that is in them, from the root.
 * @property {unknown} others What is no file, as JSON.
 * @property {(name: string) => boolean} [leavesOut] Names of files that nothing is made of.
 */

/**
 * Of contents and names, and of no times. What is not there counts as such.
 *
 * @param {Ingredients} ingredients
 */
export function digestOf({ root, paths, others, leavesOut = () => false }) {
  const hash = createHash("sha256");
  /** @param {string} text */
  const add = (text) => hash.update(`${text.length}\n`).update(text);
  add(JSON.stringify(others));
  for (const name of [...paths].sort()) {
    for (const file of filesIn(path.join(root, name))) {
      const shown = path.relative(root, file);
      if (leavesOut(shown)) continue;
      add(shown);
      addContent(hash, file);
    }
  }
  return hash.digest("hex");
}

/** One after the other in the same memory: nothing of them is to stay behind. */
const piece = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * @param {import("node:crypto").Hash} hash
 * @param {string} file
 */
function addContent(hash, file) {
  const own = createHash("sha256");
  const opened = openSync(file, "r");
  try {
    for (let size = -1; size !== 0;) {
      size = readSync(opened, piece);
      own.update(piece.subarray(0, size));
    }
  } finally {
    closeSync(opened);
  }
  // Of one length, so that no content can be taken for the name of the next file.
  hash.update(own.digest());
}

/**
 * @param {string} place
 * @returns {string[]}
 */
function filesIn(place) {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [place];
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesIn(path.join(place, name)));
}

/** What is installed: npm keeps the second file, which differs from the first until somebody installs. */
export const INSTALLED = ["package.json", "package-lock.json", "node_modules/.package-lock.json"];
