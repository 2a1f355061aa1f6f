import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deployedCode } from "./deployed-code.ts";
import type { AnalyzedPush } from "./evaluate.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hark-deployed-"));
});
afterEach(() => rm(folder, { recursive: true }));

const pushOf = (code: string): AnalyzedPush => {
  const module = {
    path: "a.js",
    hash: code,
    code,
    sourceMap: null,
    environment: "isolate",
  } as const;
  const app = { definition: null, schema: null, modules: new Map([["a.js", module]]) };
  return { parts: new Map([["", app]]), analysis: { definitions: new Map(), mounts: new Map() } };
};

test("compiled code is found again by its digest, and older code is removed", async () => {
  const code = deployedCode(folder);
  const old = await code.save(pushOf("old"));
  const current = await code.save(pushOf("current"));
  await code.removeAllBut(current);
  expect(await deployedCode(folder).load(current)).toEqual(pushOf("current"));
  expect(await code.load(old)).toBeNull();
});

test("a damaged file counts as none", async () => {
  const code = deployedCode(folder);
  const digest = await code.save(pushOf("current"));
  const [file = ""] = await readdir(folder);
  await writeFile(path.join(folder, file), "cut off");
  expect(await code.load(digest)).toBeNull();
});
