/** Every threat of docs/security.md has tests that cite it, and every citation names an existing threat. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { isRest } from "../runner/parts.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FOLDERS = ["convex", "lint", "local", "operate", "src", "tests"];
const ROW = /^\| (T\d+) +\|(.*)\|$/gm;
const CITED = /^\s*\/\/ ((?:T\d+, )*T\d+): docs\/security\.md$/;
const BEGINS_TEST = /^\s*test\b/;
/** File names in the column of tests; in other columns, anything with a folder or an extension. */
const NAMED_FILE = /`([\w./-]+\.test\.tsx?)`/g;

const document = readFileSync(path.join(ROOT, "docs/security.md"), "utf8");
const rows = [...document.matchAll(ROW)].map(([, code = "", cells = ""]) => ({ code, cells }));

/** By threat, the files with tests that cite it. */
const citing = new Map<string, Set<string>>();
const astray: string[] = [];
for (const file of testFiles()) {
  const lines = readFileSync(path.join(ROOT, file), "utf8").split("\n");
  for (const [at, line] of lines.entries()) {
    const [, codes] = CITED.exec(line) ?? [];
    if (codes === undefined) continue;
    if (!BEGINS_TEST.test(lines[at + 1] ?? "")) astray.push(`${file}:${at + 1}`);
    for (const code of codes.split(", ")) {
      citing.set(code, (citing.get(code) ?? new Set()).add(file));
    }
  }
}

test("threats are numbered in order within each part, none twice", () => {
  expect(rows.length).toBeGreaterThan(60);
  const codes = rows.map(({ code }) => code);
  expect(codes).toEqual([...new Set(codes)]);
  for (const part of document.split(/^## /m)) {
    const numbers = [...part.matchAll(ROW)].map(([, code = ""]) => Number(code.slice(1)));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  }
});

test("every threat names the files whose tests cite it", () => {
  const shown = rows.map(({ code, cells }) => [code, filesIn(cells).join(", ")]);
  const actual = rows.map(({ code }) => [code, [...(citing.get(code) ?? [])].sort().join(", ")]);
  expect(shown).toEqual(actual);
  expect(actual.filter(([, files]) => files === "")).toEqual([]);
});

test("every threat has a test in npm test, not only in npm run test:all", () => {
  const late = [...citing].filter(([, files]) => [...files].every(isRest));
  expect(late.map(([code]) => code)).toEqual([]);
});

test("every citation names an existing threat and stands before a test", () => {
  const known = new Set(rows.map(({ code }) => code));
  expect([...citing.keys()].filter((code) => !known.has(code))).toEqual([]);
  expect(astray).toEqual([]);
});

test("every named file exists", () => {
  expect(
    rows
      .flatMap(({ cells }) => filesIn(cells))
      .filter((file) => !existsSync(path.join(ROOT, file))),
  ).toEqual([]);
});

function filesIn(cells: string): string[] {
  return [...cells.matchAll(NAMED_FILE)].map(([, file = ""]) => file).sort();
}

function testFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .map((file) => `${folder}/${file.split(path.sep).join("/")}`)
      .filter((file) => /\.test\.tsx?$/.test(file)),
  );
}
