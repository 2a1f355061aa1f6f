/** What the talk page costs its visitors. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { LANGUAGES } from "../../convex/shared/languages";
import { BUILD_FOLDER } from "../runner/steps.ts";

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

const KILOBYTE = 1024;

let chunks: Record<string, Chunk>;
let page: Chunk;

beforeAll(async () => {
  chunks = JSON.parse(await built(".vite/talk.json")) as Record<string, Chunk>;
  page = chunkOf("talk.html");
});

function chunkOf(name: string): Chunk {
  return must(chunks[name], name);
}

async function built(file: string): Promise<string> {
  return await readFile(path.join(BUILD_FOLDER, file), "utf8");
}

async function compressedSize(...files: string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await built(file)).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test("it has one script and one style", () => {
  expect(page.imports ?? []).toEqual([]);
  expect(page.css).toHaveLength(1);
});

// Up from 16.5 KB: it tells apart why nobody can be reached, passes on what the website tells about its visitor, and knows what
// waits for a yes, what was done after one, what is noted, and by which reference a failure is found.
test("its script is at most 17.6 KB, compressed", async () => {
  expect(await compressedSize(page.file)).toBeLessThanOrEqual(17.6 * KILOBYTE);
});

test("with the page, its style and another language it is at most 21.1 KB, compressed", async () => {
  const others = LANGUAGES.filter(({ id }) => id !== "en");
  const files = others.map(({ id }) => chunkOf(`src/widget/talk/languages/${id}.ts`).file);
  const sizes = await Promise.all(files.map((file) => compressedSize(file)));
  const own = await compressedSize("talk.html", page.file, ...(page.css ?? []));
  expect(own + Math.max(...sizes)).toBeLessThanOrEqual(21.1 * KILOBYTE);
});

test("the form for a message is at most 6 KB, compressed", async () => {
  const { file } = chunkOf("src/widget/talk/message-form.tsx");
  expect(await compressedSize(file)).toBeLessThanOrEqual(6 * KILOBYTE);
});

test("other languages, Turnstile, forms and what a call needs are loaded by themselves", () => {
  const { dynamicImports = [] } = page;
  expect(dynamicImports).toHaveLength(LANGUAGES.length + 5);
  expect(dynamicImports).toContain("src/lib/turnstile.ts");
  expect(dynamicImports).toContain("src/widget/talk/voice.ts");
  expect(dynamicImports).toContain("src/widget/talk/rating.tsx");
  expect(dynamicImports).toContain("src/widget/talk/cards.tsx");
  expect(dynamicImports).toContain("src/widget/talk/message-form.tsx");
});

test("it needs no eval, and writes no HTML", async () => {
  const script = await built(page.file);
  expect(script).not.toMatch(/\beval\(|new Function\(|insertAdjacentHTML|document\.write/);
});
