/**
 * The code that the backend evaluates to read the schema. It is bundled separately and pushed each time, so a function
 * in a table's file would bring along all of its imports.
 */
import { build } from "esbuild";
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";

/** Up from 123,500: rehearsals, their results, runs, use and the questions of the night are five tables, operators list by five more indexes, and a rehearsal may be by voice. */
const BUDGET_BYTES = 129_000;
const OF_TABLES = /^convex\/(schema|shared\/\w+|lib\/planType|.*[tT]able)\.ts$/;

test("the schema imports only tables and shared constants", async () => {
  // Bundled like the Convex CLI does (src/bundler/index.ts in the package `convex`).
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
