/**
 * Bundles one of our TypeScript programs into a file that Node runs as it is. That takes half a second, where loading
 * its 400 modules one by one through tsx takes several.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Returns the path of the bundle, which the caller removes when it is done with it. It is inside the project, because
 * Node resolves the packages that it imports from there.
 *
 * @param {string} entry from the project's root
 */
export async function bundleProgram(entry) {
  const outfile = path.join(ROOT, "node_modules/.cache/hark", `program-${crypto.randomUUID()}.js`);
  await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    plugins: [
      { name: "others-packages", setup: leaveOthersPackages },
      { name: "module-addresses", setup: keepModuleAddresses },
    ],
  });
  return outfile;
}

/**
 * Node loads packages from npm by itself. Our own, in packages/, are TypeScript and become part of the bundle.
 *
 * @param {import("esbuild").PluginBuild} plugin
 */
function leaveOthersPackages(plugin) {
  plugin.onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
    kind === "entry-point" || name.startsWith("@hark/") ? null : { path: name, external: true },
  );
}

/**
 * Modules find the files beside them by `import.meta.url`, which in the bundle would be the bundle's.
 *
 * @param {import("esbuild").PluginBuild} plugin
 */
function keepModuleAddresses(plugin) {
  plugin.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
    /** @type {Record<string, string>} */
    const meta = { url: pathToFileURL(file).href, dirname: path.dirname(file), filename: file };
    const source = await readFile(file, "utf8");
    const contents = source.replace(
      /\bimport\.meta\.(url|dirname|filename)\b/g,
      (_, /** @type {string} */ name) => JSON.stringify(meta[name]),
    );
    return { contents, loader: "ts" };
  });
}
