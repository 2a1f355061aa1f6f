/** Bundles one of our scripts and its imports, for a thread or a browser. */
import { build } from "esbuild";
import { must } from "./must.ts";

export interface BundleOptions {
  where: "browser" | "worker";
  /** Global constants of the script, and their values. */
  constants?: Record<string, string>;
}

export async function bundle(
  entry: string,
  { where, constants = {} }: BundleOptions,
): Promise<string> {
  const define = Object.entries(constants).map(([name, text]) => [name, JSON.stringify(text)]);
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    logLevel: "silent",
    define: Object.fromEntries(define) as Record<string, string>,
    ...(where === "browser"
      ? { platform: "browser", format: "iife", target: "es2022" }
      : { platform: "node", format: "cjs", target: "node20" }),
  });
  return must(outputFiles[0], `output of ${entry}`).text;
}
