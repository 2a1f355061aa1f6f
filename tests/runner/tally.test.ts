import { expect, test } from "vitest";
import { closingLine, hasSucceeded } from "./tally.ts";

test("the closing line mentions skipped tests only if there are any", () => {
  expect(closingLine({ passed: 3, failed: 0, skipped: 0 })).toBe("3 passed, 0 failed");
  expect(closingLine({ passed: 3, failed: 1, skipped: 2 })).toBe("3 passed, 1 failed, 2 skipped");
});

test("a run without a passed test fails", () => {
  expect(hasSucceeded({ passed: 1, failed: 0, skipped: 0 })).toBe(true);
  expect(hasSucceeded({ passed: 0, failed: 0, skipped: 4 })).toBe(false);
  expect(hasSucceeded({ passed: 9, failed: 1, skipped: 0 })).toBe(false);
});
