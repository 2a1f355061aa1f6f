/** What the talk button costs the websites that it stands on. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { must } from "../../local/must.ts";
import { BUILD_FOLDER } from "../runner/steps.ts";

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

const PAGE = "widget.html";
const SDK = "src/widget/voice-sdk.ts";
const KILOBYTE = 1024;

let manifest: Record<string, Chunk>;

beforeAll(async () => {
  const file = path.join(BUILD_FOLDER, ".vite/widget.json");
  manifest = JSON.parse(await readFile(file, "utf8")) as Record<string, Chunk>;
});

async function compressedSize(...files: string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(path.join(BUILD_FOLDER, file))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function chunk(name: string): Chunk {
  return must(manifest[name], name);
}

test("before the button shows there is one script and one style", () => {
  const { imports = [], css = [], dynamicImports } = chunk(PAGE);
  expect(imports).toEqual([]);
  expect(css).toHaveLength(1);
  expect(dynamicImports).toEqual([SDK]);
});

test("the script is at most 12 KB, compressed", async () => {
  expect(await compressedSize(chunk(PAGE).file)).toBeLessThanOrEqual(12 * KILOBYTE);
});

test("page and style are at most 3 KB, compressed", async () => {
  expect(await compressedSize(PAGE, ...(chunk(PAGE).css ?? []))).toBeLessThanOrEqual(3 * KILOBYTE);
});

test("until the call starts it is at most 95 KB of scripts, compressed", async () => {
  const { file, imports = [] } = chunk(SDK);
  // What the SDK's chunk takes from the page's script is there already.
  expect(imports.filter((name) => name !== PAGE)).toEqual([]);
  expect(await compressedSize(chunk(PAGE).file, file)).toBeLessThanOrEqual(95 * KILOBYTE);
});

test("the one-line script is at most 2 KB, compressed", async () => {
  expect(await compressedSize("embed.js")).toBeLessThanOrEqual(2 * KILOBYTE);
});

test("neither needs eval", async () => {
  for (const file of ["embed.js", chunk(PAGE).file]) {
    const text = await readFile(path.join(BUILD_FOLDER, file), "utf8");
    expect(text).not.toMatch(/\beval\(|new Function\(/);
  }
});
