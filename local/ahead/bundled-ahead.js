/**
 * Programs of ours as one file that Node runs as it is, kept for the next start: neither the loader of TypeScript
 * nor the bundler is then in memory. docs/decisions/0016-started-from-what-is-kept.md
 */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { digestOf, INSTALLED } from "./digest.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const KEPT = path.join(ROOT, "node_modules/.cache/hark/ahead");
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
  const { build, stop } = await import("esbuild");
  await mkdir(KEPT, { recursive: true });
  await forgetOld();
  // Whoever starts at the same time finds all of it or nothing.
  const draft = await mkdtemp(`${folder}-`);
  try {
    await build({
      entryPoints: [path.join(ROOT, entry)],
      outfile: path.join(draft, "program.js"),
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      packages: "external",
      logLevel: "silent",
      define: { KEPT_BUNDLES: JSON.stringify(folder) },
      plugins: [{ name: "own-addresses", setup: withOwnAddresses }],
    });
    await rename(draft, folder).catch((/** @type {unknown} */ error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await stop();
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * A module finds what stands beside it by its own address, not by that of the bundle.
 *
 * @param {import("esbuild").PluginBuild} build
 */
function withOwnAddresses(build) {
  build.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
    /** @type {Record<string, string>} */
    const own = { url: pathToFileURL(file).href, dirname: path.dirname(file), filename: file };
    const source = await readFile(file, "utf8");
    const contents = source.replace(
      /\bimport\.meta\.(url|dirname|filename)\b/g,
      (_, /** @type {string} */ name) => JSON.stringify(own[name]),
    );
    return { contents, loader: "ts" };
  });
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
