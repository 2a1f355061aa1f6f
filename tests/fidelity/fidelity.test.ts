/**
 * Every contract case has a row in docs/fidelity.md that says where its behaviour is established, and every row has a
 * case or says why not.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readCaseTitles, titlesIn } from "./case-titles.ts";
import { codesOf, readRows, shownFile, vendorOf } from "./table.ts";

const DOCUMENT = path.resolve(import.meta.dirname, "../../docs/fidelity.md");
const NO_CASE = /^no case: .{10,}$/;

const rows = readRows(readFileSync(DOCUMENT, "utf8"));
const { titles, unread } = readCaseTitles();
const keyOf = (vendor: string, code: string) => `${vendor} ${code}`;
const known = new Map(rows.map((row) => [keyOf(row.vendor, row.code), row]));

/** By vendor and code, the files with its cases. */
const filesBy = new Map<string, Set<string>>();
for (const { file, title } of titles) {
  for (const code of codesOf(title)) {
    const key = keyOf(vendorOf(file), code);
    filesBy.set(key, (filesBy.get(key) ?? new Set()).add(shownFile(file)));
  }
}

test("every case has a literal title that begins with its codes", () => {
  expect(unread).toEqual([]);
  const uncoded = titles.filter(({ title }) => codesOf(title).length === 0);
  expect(uncoded).toEqual([]);
  expect(titles.length).toBeGreaterThan(500);
});

test("every code in a title has a row", () => {
  expect([...filesBy.keys()].filter((key) => !known.has(key))).toEqual([]);
});

test("a code has only one row", () => {
  expect(rows.filter((row) => known.get(keyOf(row.vendor, row.code)) !== row)).toEqual([]);
});

test("every row names the files of its cases or says why it has none", () => {
  const shown = rows.map(({ vendor, code, cases }) => [keyOf(vendor, code), cases]);
  const actual = rows.map(({ vendor, code, cases }) => {
    const files = [...(filesBy.get(keyOf(vendor, code)) ?? [])].sort();
    const hasReason = files.length === 0 && NO_CASE.test(cases);
    return [keyOf(vendor, code), hasReason ? cases : files.join(", ")];
  });
  expect(shown).toEqual(actual);
  expect(shown.filter(([, cases]) => cases === "")).toEqual([]);
});

test("every row has a description; a vendor's row also says where it is established and when it was tried", () => {
  expect(rows.filter(({ behaviour }) => behaviour === "")).toEqual([]);
  const theirs = rows.filter(({ isOurs }) => !isOurs);
  expect(theirs.filter(({ established }) => established === "")).toEqual([]);
  expect(theirs.filter(({ tried }) => !/^(never|\d{4}-\d\d-\d\d)/.test(tried))).toEqual([]);
  expect(theirs.length).toBeGreaterThan(100);
});

const IMPORT = 'import { expect, test } from "vitest";';

test.each([
  ['test("a", () => {});', ["a"]],
  ["test.concurrent(`b ${n}`, () => {});", ["b "]],
  ['test.each([1])("c %d", () => {});', ["c %d"]],
  ["test.each`x`('d', () => {});", ["d"]],
  ['test.each<{ n: number }>([])("e", () => {});', ["e"]],
  ['if (/x/.test("x")) test.skip("f", () => {});', ["f"]],
])("the title is found in %s", (code, expected) => {
  const { titles: found, unread: missed } = titlesIn("a.test.ts", `${IMPORT}\n${code}`);
  expect(found.map(({ title }) => title)).toEqual(expected);
  expect(missed).toEqual([]);
});

test.each([
  "test(title, () => {});",
  "const define = test; define('a', () => {});",
  "test.each([1])(name, () => {});",
  "export { test as ours };",
  "[1].forEach(test);",
])("what would hide a title is told: %s", (code) => {
  const { titles: found, unread: missed } = titlesIn("a.test.ts", `${IMPORT}\n${code}`);
  expect(found).toEqual([]);
  expect(missed).toHaveLength(1);
});

test("a test function under another name is found too", () => {
  const source = 'import { it as works } from "vitest";\nworks("[A1] as it should", () => {});';
  expect(titlesIn("a.test.ts", source).titles).toMatchObject([{ title: "[A1] as it should" }]);
});
