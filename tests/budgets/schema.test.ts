/**
 * What the backend evaluates to know the tables. It comes with every push, bundled by itself, so a function beside the
 * fields of a table brings along all that this function needs.
 */
import { build } from "esbuild";
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";

const BUDGET_BYTES = 100_000;
const OF_TABLES = /^convex\/(schema|shared\/\w+|lib\/planType|.*[tT]able)\.ts$/;

test("the schema imports tables and shared constants alone", async () => {
  // As the Convex CLI bundles it (src/bundler/index.ts in the package `convex`).
  const { metafile } = await build({
    entryPoints: ["convex/schema.ts"],
    bundle: true,
    platform: "browser",
    format: "esm",
    target: "esnext",
    conditions: ["convex", "module"],
    external: ["node:*"],
    outdir: "out",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const { bytes, inputs } = must(Object.values(metafile.outputs)[0], "the schema's bundle");
  const own = Object.entries(inputs)
    .filter(([file, { bytesInOutput }]) => file.startsWith("convex/") && bytesInOutput > 0)
    .map(([file]) => file);
  expect(own).toContain("convex/schema.ts");
  expect(own.filter((file) => !OF_TABLES.test(file))).toEqual([]);
  expect(bytes).toBeLessThanOrEqual(BUDGET_BYTES);
});
