import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { brokenLinks } from "./links.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "hark-links-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

test("no link of this project is broken", () => {
  expect(brokenLinks(path.resolve(import.meta.dirname, ".."))).toEqual([]);
});

test("links to existing files, folders and headings are accepted", () => {
  write(
    "docs/a.md",
    "# The app's hosts\n\n[b](b.md#two-words), [up](../), [here](#the-apps-hosts)",
  );
  write("docs/b.md", "# B\n\n## Two `words`\n\n[other](https://example.com/none.md)");
  write("src/a.ts", "// docs/a.md, and https://example.com/docs/none.md");
  expect(brokenLinks(root)).toEqual([]);
});

test("links to missing files and headings are reported", () => {
  write(
    "docs/a.md",
    "# A\n\n[b](b.md), [a](#b), [in](a.md#c)\n\n```md\n[d](d.md)\n```\n`[e](e.md)`",
  );
  write("src/a.ts", "// docs/none.md");
  expect(brokenLinks(root)).toEqual([
    "docs/a.md: b.md",
    "docs/a.md: #b",
    "docs/a.md: a.md#c",
    "src/a.ts: docs/none.md",
  ]);
});
