import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  faultsOfProject,
  readSettings,
  replacedWords,
  wideLines,
  type Scope,
} from "./plain-english.ts";

const WORDS = { "call slip": "page token", blob: "file" };

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "hark-words-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

test("this project has no wide lines and no replaced words", () => {
  expect(faultsOfProject()).toEqual([]);
});

test("every path in the settings exists, and every file that may be wide is wide", () => {
  const { wide, scopes } = readSettings();
  const project = path.resolve(import.meta.dirname, "..");
  const named = scopes.flatMap(({ paths, except = [] }) => [...paths, ...except]);
  expect([...named, ...wide].filter((one) => !existsSync(path.join(project, one)))).toEqual([]);
  const narrow = wide.filter(
    (file) => wideLines(readFileSync(path.join(project, file), "utf8")).length === 0,
  );
  expect(narrow).toEqual([]);
});

test.each([
  "const callSlip = 1;",
  "const CALL_SLIP = 1;",
  "const openCallSlips = [];",
  "// a call-slip",
  "class CallSlip {}",
  "/** The call slip. */",
  'import { a } from "./call-slip.ts";',
])("a replaced word is found in code: %s", (line) => {
  expect(replacedWords("a.ts", `\n${line}`, WORDS)).toEqual([
    { line: 2, fault: '"call slip": write "page token"' },
  ]);
});

test.each(["const recallSlip = 1;", "call();\nslip();", "// blobby"])(
  "a part of another word is not found: %s",
  (text) => {
    expect(replacedWords("a.ts", text, WORDS)).toEqual([]);
  },
);

test("in Markdown only prose is checked, and line numbers are correct", () => {
  const text = [
    "The blob.",
    "```ts",
    "const blob = 1;",
    "```",
    "`blob`, [a file](blob.md) and https://example.com/blob/1, docs/blob.md.",
    "| a blob |",
  ].join("\n");
  expect(replacedWords("a.md", text, WORDS).map(({ line }) => line)).toEqual([1, 6]);
});

test("a line of more than 250 characters is too wide", () => {
  const faults = wideLines(`${"a".repeat(250)}\n| ${"a".repeat(249)}`);
  expect(faults).toEqual([{ line: 2, fault: "251 characters wide; at most 250" }]);
});

test("words apply below the paths of their scope, except to its exceptions", () => {
  write("docs/a.md", "A blob.\n");
  write("docs/old/b.md", "A blob.\n");
  write("docs.md", "A blob.\n");
  write("src/a.ts", "// A blob, and a call slip.\n");
  write("src/node_modules/a.ts", "// A blob.\n");
  write("src/a.json", '{ "a": "blob" }');
  const scopes: Scope[] = [
    { paths: ["docs"], except: ["docs/old"], words: { blob: "file" } },
    { paths: ["docs", "src"], words: { "call slip": "page token" } },
  ];
  expect(faultsOfProject(root, { wide: [], scopes })).toEqual([
    'docs/a.md:1: "blob": write "file"',
    'src/a.ts:1: "call slip": write "page token"',
  ]);
});

test("wide lines are allowed where the settings say so", () => {
  write("a.md", "a".repeat(300));
  write("b/c.md", "a".repeat(300));
  expect(faultsOfProject(root, { wide: ["b"], scopes: [] })).toEqual([
    "a.md:1: 300 characters wide; at most 250",
  ]);
});
