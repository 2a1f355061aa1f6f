/**
 * Some dependencies bring native programs as optional packages, one for each kind of machine. Hark cannot start without
 * them. Where npm was told to leave optional packages out, they are fetched at the first start.
 */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";

/** npm installs either all of them or none, so it is enough to look for one. */
const SAMPLE_PACKAGE = `@esbuild/${process.platform}-${process.arch}`;
const FETCH = ["install", "--include=optional", "--no-save", "--no-audit", "--no-fund"];

/** Returns null if the packages are installed or could be fetched, otherwise a message that says what to do. */
export function nativePackagesProblem(has = isInstalled, fetch = fetchPackages, log = console.log) {
  if (has(SAMPLE_PACKAGE)) return null;
  log("npm left out packages that Hark needs on this machine. Fetching them.");
  fetch();
  if (has(SAMPLE_PACKAGE)) return null;
  return (
    `They could not be fetched, for example ${SAMPLE_PACKAGE}. npm treats them as optional: ` +
    "run npm install --include=optional where npm can be reached."
  );
}

/** @param {string} name */
function isInstalled(name) {
  try {
    createRequire(import.meta.url).resolve(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}

/** Started by `npm start`, this process finds the path of npm in its environment. */
function fetchPackages() {
  const npm = process.env.npm_execpath;
  const [command, ...args] = npm === undefined ? ["npm"] : [process.execPath, npm];
  spawnSync(command, [...args, ...FETCH], { stdio: "inherit" });
}
