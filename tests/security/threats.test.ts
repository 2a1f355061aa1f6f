/** Every threat of docs/security.md names the tests that cite it, and every citation is of an existing threat. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readEntries } from "../doc-entries.ts";
import { isRest } from "../runner/parts.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FOLDERS = ["convex", "lint", "packages", "src", "tests", "tools"];
const LABELS = ["Defence", "Tests", "Remaining risk"] as const;
const CITED = /^\s*\/\/ ((?:T\d+, )*T\d+): docs\/security\.md$/;
const BEGINS_TEST = /^\s*test\b/;
const NAMED_FILES = /^`[\w./-]+\.test\.tsx?`(, `[\w./-]+\.test\.tsx?`)*$/;

const document = readFileSync(path.join(ROOT, "docs/security.md"), "utf8");
const threats = readEntries(document, LABELS);

/** By threat, the files with a test that cites it. */
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

test("threats are numbered in order within each part, without duplicates", () => {
  expect(threats.length).toBeGreaterThan(60);
  const codes = threats.map(({ code }) => code);
  expect(codes.filter((code) => !/^T\d+$/.test(code))).toEqual([]);
  expect(codes).toEqual([...new Set(codes)]);
  for (const part of new Set(threats.map(({ section }) => section))) {
    const ofPart = threats.filter(({ section }) => section === part);
    const numbers = ofPart.map(({ code }) => Number(code.slice(1)));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  }
});

test("every threat has a defence, and its tests are file names only", () => {
  expect(threats.filter(({ fields }) => fields.Defence === undefined)).toEqual([]);
  expect(threats.filter(({ fields }) => !NAMED_FILES.test(fields.Tests ?? ""))).toEqual([]);
});

test("every threat names the files whose tests cite it", () => {
  const shown = threats.map((threat) => [threat.code, filesOf(threat).join(", ")]);
  const actual = threats.map(({ code }) => [code, [...(citing.get(code) ?? [])].sort().join(", ")]);
  expect(shown).toEqual(actual);
  expect(actual.filter(([, files]) => files === "")).toEqual([]);
});

test("every threat has a test in npm test, not only in npm run test:all", () => {
  const late = [...citing].filter(([, files]) => [...files].every(isRest));
  expect(late.map(([code]) => code)).toEqual([]);
});

test("every citation is of an existing threat and directly precedes a test", () => {
  const known = new Set(threats.map(({ code }) => code));
  expect([...citing.keys()].filter((code) => !known.has(code))).toEqual([]);
  expect(astray).toEqual([]);
});

test("all named files exist", () => {
  const named = threats.flatMap((threat) => filesOf(threat));
  expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});

function filesOf({ fields }: { fields: { Tests?: string } }): string[] {
  return (fields.Tests ?? "")
    .split(", ")
    .map((file) => file.replaceAll("`", ""))
    .sort();
}

function testFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .map((file) => `${folder}/${file.split(path.sep).join("/")}`)
      .filter((file) => /\.test\.tsx?$/.test(file)),
  );
}
