/**
 * Every contract case has an entry in docs/fidelity that says where its behaviour is established, and every entry is
 * checked by a case.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readCaseTitles, titlesIn } from "./case-titles.ts";
import { codesOf, readRows, shownFile, vendorOf, VENDORS } from "./entries.ts";
import type { Page } from "./entries.ts";

const PAGES = path.resolve(import.meta.dirname, "../../docs/fidelity");

const pages = Object.keys(VENDORS) as Page[];
const rows = pages.flatMap((page) =>
  readRows(page, readFileSync(path.join(PAGES, `${page}.md`), "utf8")),
);
const { titles, unread } = readCaseTitles();
const keyOf = (vendor: string, code: string) => `${vendor} ${code}`;
const known = new Map(rows.map((row) => [keyOf(row.vendor, row.code), row]));

/** By vendor and code, the files whose cases have it. */
const filesBy = new Map<string, Set<string>>();
for (const { file, title } of titles) {
  for (const code of codesOf(title)) {
    const key = keyOf(vendorOf(file), code);
    filesBy.set(key, (filesBy.get(key) ?? new Set()).add(shownFile(file)));
  }
}

test("every page is one of a known vendor", () => {
  expect(readdirSync(PAGES).sort()).toEqual(pages.map((page) => `${page}.md`).sort());
});

test("every case has a literal title that begins with codes", () => {
  expect(unread).toEqual([]);
  const uncoded = titles.filter(({ title }) => codesOf(title).length === 0);
  expect(uncoded).toEqual([]);
  expect(titles.length).toBeGreaterThan(500);
});

test("every code of a case has an entry", () => {
  expect([...filesBy.keys()].filter((key) => !known.has(key))).toEqual([]);
});

test("no code has two entries", () => {
  expect(rows.filter((row) => known.get(keyOf(row.vendor, row.code)) !== row)).toEqual([]);
});

test("every entry names the files of its cases, or says why it has none", () => {
  const shown = rows.map(({ vendor, code, fields }) => [keyOf(vendor, code), fields.Cases ?? ""]);
  const actual = rows.map(({ vendor, code }) => {
    const key = keyOf(vendor, code);
    return [key, [...(filesBy.get(key) ?? [])].sort().join(", ")];
  });
  expect(shown).toEqual(actual);
  const unexplained = rows.filter(
    ({ fields }) => (fields.Cases === undefined) === (fields["No case"] ?? "").length < 10,
  );
  expect(unexplained).toEqual([]);
});

test("every entry of a vendor has a source, or says that it has none, and when it was tried", () => {
  const theirs = rows.filter(({ isOurs }) => !isOurs);
  const unfounded = theirs.filter(
    ({ fields }) => fields.Source === undefined && fields["Not confirmed"] === undefined,
  );
  expect(unfounded).toEqual([]);
  const tried = rows.flatMap(({ fields }) => fields.Tried ?? []);
  expect(tried.filter((day) => !/^\d{4}-\d\d-\d\d$/.test(day))).toEqual([]);
  expect(theirs.length).toBeGreaterThan(100);
});

test("a rule of the stand-in has neither a source nor a date on which it was tried", () => {
  const ours = rows.filter(({ isOurs }) => isOurs);
  expect(ours.filter(({ fields }) => Object.keys(fields).join() !== "Cases")).toEqual([]);
  expect(ours.length).toBeGreaterThan(20);
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
])("a construct that hides a title is reported: %s", (code) => {
  const { titles: found, unread: missed } = titlesIn("a.test.ts", `${IMPORT}\n${code}`);
  expect(found).toEqual([]);
  expect(missed).toHaveLength(1);
});

test("a case with a renamed test function is found too", () => {
  const source = 'import { it as works } from "vitest";\nworks("[A1] as it should", () => {});';
  expect(titlesIn("a.test.ts", source).titles).toMatchObject([{ title: "[A1] as it should" }]);
});
