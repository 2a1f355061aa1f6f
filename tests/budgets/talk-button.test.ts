/** What the talk button costs the websites that embed it. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { LANGUAGES } from "../../convex/shared/languages";
import { DEFAULT_CONVERSATION } from "../../convex/shared/conversation";
import { WIDGET_TEXTS } from "../../convex/talkButton/widgetPage";
import { shownTextsOf } from "../../convex/talkButton/shownTexts";
import { BUILD_FOLDER } from "../runner/steps.ts";

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

interface RenderedPage {
  head: string;
  main: string;
  faces: Record<string, string>;
  end: string;
}

const KILOBYTE = 1024;

let page: Chunk;
let call: Chunk;
let rendered: RenderedPage;

beforeAll(async () => {
  page = await chunk("widget", "widget.html");
  call = await chunk("call", "src/widget/call.ts");
  rendered = JSON.parse(await built("talk-button.json")) as RenderedPage;
});

async function built(file: string): Promise<string> {
  return await readFile(path.join(BUILD_FOLDER, file), "utf8");
}

async function chunk(manifest: string, name: string): Promise<Chunk> {
  const chunks = JSON.parse(await built(`.vite/${manifest}.json`)) as Record<string, Chunk>;
  return must(chunks[name], name);
}

async function compressedSize(...files: string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await built(file)).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function scriptWithin({ end }: RenderedPage): string {
  return must(/<script>(.*)<\/script>/s.exec(end)?.[1], "the script");
}

test("the rendered page requests nothing", () => {
  for (const part of [
    rendered.head,
    rendered.main,
    rendered.end,
    ...Object.values(rendered.faces),
  ]) {
    expect(part).not.toMatch(/<(link|script|img|iframe)[^>]*\s(href|src)=(?!"data:)/);
    expect(part).not.toMatch(/\sstyle=|@import|url\(/);
  }
});

test("its script is at most 9 KB, compressed", () => {
  expect(gzipSync(scriptWithin(rendered)).length).toBeLessThanOrEqual(9 * KILOBYTE);
});

test("the whole page is at most 11 KB, compressed, with any icon", () => {
  const { head, main, faces, end } = rendered;
  expect(Object.keys(faces)).toHaveLength(6);
  for (const face of Object.values(faces)) {
    expect(gzipSync(head + main + face + end).length).toBeLessThanOrEqual(11 * KILOBYTE);
  }
});

test.each(LANGUAGES)("nor is it larger with the texts in $english", ({ id }) => {
  const talk = { ...DEFAULT_CONVERSATION, language: id };
  const texts = shownTextsOf({ talk, voiceAssistantId: "there" } as never);
  const data = JSON.stringify({ texts }).replaceAll('"', "&quot;");
  const { head, main, faces, end } = rendered;
  const sizes = Object.values(faces).map(
    (face) => gzipSync(`${head}${main} data-assistant="${data}">${face}${end}`).length,
  );
  expect(Math.max(...sizes)).toBeLessThanOrEqual(11 * KILOBYTE);
});

test("every English text in the page has a place in the other languages", () => {
  const { head, main, faces } = rendered;
  expect(head).toContain(WIDGET_TEXTS.language);
  expect(head).toContain(WIDGET_TEXTS.title);
  expect(main).toContain(WIDGET_TEXTS.name);
  for (const face of Object.values(faces)) expect(face).toContain(WIDGET_TEXTS.idle);
});

test("the fallback page has one script and one style", () => {
  const { imports = [], css = [], dynamicImports = [] } = page;
  expect([...imports, ...dynamicImports]).toEqual([]);
  expect(css).toHaveLength(1);
});

test("they are at most 13 KB with their page, compressed", async () => {
  const size = await compressedSize("widget.html", page.file, ...(page.css ?? []));
  expect(size).toBeLessThanOrEqual(13 * KILOBYTE);
});

test("both pages load the same script for a call, and nothing else", async () => {
  expect(call.imports ?? []).toEqual([]);
  for (const script of [scriptWithin(rendered), await built(page.file)]) {
    expect(script).toContain(`import(\`/${call.file}\`)`);
  }
});

// Up from 95 KB: each refusal says whether a message can be left instead, and what the page offers goes along.
test("until the call starts, at most 95.75 KB of scripts are loaded, compressed", async () => {
  expect(await compressedSize(page.file, call.file)).toBeLessThanOrEqual(95.75 * KILOBYTE);
});

// Up from 3 KB: it opens by itself on a page that the assistant has opened.
test("the panel's script is at most 3.25 KB, compressed", async () => {
  const panel = await chunk("panel", "src/widget/panel.ts");
  expect(panel.imports ?? []).toEqual([]);
  expect(await compressedSize(panel.file)).toBeLessThanOrEqual(3.25 * KILOBYTE);
});

test("the one-line script is at most 3 KB, compressed", async () => {
  expect(await compressedSize("embed.js")).toBeLessThanOrEqual(3 * KILOBYTE);
});

// 4 KB with brotli, as most hosts send it. A fifth of it names mistakes to the page's developer.
test("what a page needs to offer actions is a script of its own of at most 4.5 KB, compressed", async () => {
  expect(await compressedSize("page-actions.js")).toBeLessThanOrEqual(4.5 * KILOBYTE);
  expect(await built("embed.js")).not.toContain("fillForm");
});

test("none of them needs eval", async () => {
  for (const text of [
    await built("embed.js"),
    await built("page-actions.js"),
    await built(page.file),
    scriptWithin(rendered),
  ]) {
    expect(text).not.toMatch(/\beval\(|new Function\(/);
  }
});
