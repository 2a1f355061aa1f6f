import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { packParts, unpackParts } from "../runtime/packed-parts.ts";
import type { Analysis, Part } from "../runtime/protocol.ts";
import { keptEvaluation } from "./kept-evaluation.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hark-kept-"));
});
afterEach(() => rm(folder, { recursive: true }));

const MODULE = { path: "a.js", hash: "h", code: "grün", sourceMap: "{}", environment: "isolate" };
const PART = { definition: null, schema: null, modules: new Map([["a.js", MODULE]]) } as Part;
const PARTS = new Map([["", PART]]);
const ANALYSIS: Analysis = { definitions: new Map(), mounts: new Map(), authConfig: null };
const OF = { request: '{"app": 1}', variables: { SITE_URL: "http://127.0.0.1:1", LINES: "2" } };

async function kept(): Promise<void> {
  const evaluation = { parts: packParts(PARTS), analysis: ANALYSIS };
  await keptEvaluation(folder, "/cache/one").keep(OF, evaluation);
}

const recalled = async (of = OF, keptIn: string | null = "/cache/one") =>
  await keptEvaluation(folder, keptIn).recall(of);

test("what a push came to is known again", async () => {
  expect(await recalled()).toBeNull();
  await kept();
  const { parts, analysis } = (await recalled()) ?? {};
  expect(analysis).toEqual(ANALYSIS);
  expect(parts && unpackParts(parts)).toEqual(PARTS);
  const { SITE_URL, LINES } = OF.variables;
  expect((await recalled({ ...OF, variables: { LINES, SITE_URL } }))?.analysis).toEqual(ANALYSIS);
});

test("with other variables the functions are looked at again, and not compiled", async () => {
  await kept();
  const other = await recalled({ ...OF, variables: { ...OF.variables, LINES: "3" } });
  expect(other?.analysis).toBeNull();
  expect(other && unpackParts(other.parts)).toEqual(PARTS);
});

test("of another push, by another program and by one that is not bundled nothing is known", async () => {
  await kept();
  expect(await recalled({ ...OF, request: '{"app": 2}' })).toBeNull();
  expect(await recalled(OF, "/cache/other")).toBeNull();
  expect(await recalled(OF, null)).toBeNull();
});

test("what is damaged or not whole is not known", async () => {
  await kept();
  const file = path.join(folder, "evaluated.bin");
  const whole = await readFile(file);
  const damaged = Buffer.from(whole);
  damaged[damaged.length - 1] = 0;
  for (const bytes of [damaged, whole.subarray(0, -1), whole.subarray(0, 20), Buffer.alloc(0)]) {
    await writeFile(file, bytes);
    expect(await recalled()).toBeNull();
  }
});
