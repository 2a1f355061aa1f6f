/**
 * Bundles a program into a folder, as a process of its own: what bundling leaves in memory goes with it.
 * Its arguments are the program, the folder to write to, and the folder in which it will be kept.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const [program = "", folder = "", keptIn] = process.argv.slice(2);

await build({
  entryPoints: [program],
  outfile: path.join(folder, "program.js"),
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  define: { KEPT_BUNDLES: JSON.stringify(keptIn) },
  plugins: [{ name: "own-addresses", setup: withOwnAddresses }],
});

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
