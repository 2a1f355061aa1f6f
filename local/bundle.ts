/** One script of ours with all that it imports, for where no loader of TypeScript reaches. */
import { keptText } from "./ahead/kept-text.ts";
import { withBundler } from "./bundler.ts";
import { must } from "./must.ts";

export interface BundleOptions {
  where: "browser" | "worker";
  /** Texts that the script knows by these names. */
  constants?: Record<string, string>;
}

export async function bundle(entry: string, options: BundleOptions): Promise<string> {
  return await keptText([entry, options], () => bundledNow(entry, options));
}

async function bundledNow(
  entry: string,
  { where, constants = {} }: BundleOptions,
): Promise<string> {
  const define = Object.entries(constants).map(([name, text]) => [name, JSON.stringify(text)]);
  const { outputFiles } = await withBundler(({ build }) =>
    build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      logLevel: "silent",
      define: Object.fromEntries(define) as Record<string, string>,
      ...(where === "browser"
        ? { platform: "browser", format: "iife", target: "es2022" }
        : { platform: "node", format: "cjs", target: "node20" }),
    }),
  );
  return must(outputFiles[0], `output of ${entry}`).text;
}
