import { expect, test } from "vitest";
import { codesOf, merge, reportOf } from "./record.ts";
import type { CaseResult } from "./record.ts";

const one: CaseResult = {
  file: "tests/contract/stripe/money.test.ts",
  title: "[M1] a charge is given back",
  date: "2026-01-31",
  result: "passed",
};

test("codes are read from a title", () => {
  expect(codesOf("[Q3, Q5] pages of a search")).toEqual(["Q3", "Q5"]);
  expect(codesOf("[R7] [K7] a file that cannot be read")).toEqual(["R7", "K7"]);
  expect(codesOf("bytes [of a file] come back")).toEqual([""]);
});

test("the record keeps the last run of each case", () => {
  const later = { ...one, date: "2026-02-01", result: "failed", why: "a | b" } as const;
  const other = { ...one, title: "[M2] another" };
  const all = merge([one, other], [later]);
  expect(all).toEqual([later, other]);
  expect(reportOf(all)).toContain(
    "| M1 | a charge is given back | 2026-02-01 | failed | a \\| b |",
  );
});
