import { expect, test } from "vitest";
import { closingLine, hasSucceeded, readTally } from "./tally.ts";

test("vitest's and Playwright's reports are counted", () => {
  const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
  expect(readTally("vitest", JSON.stringify(vitest))).toEqual({ passed: 5, failed: 1, skipped: 3 });
  const playwright = { stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 } };
  expect(readTally("playwright", JSON.stringify(playwright))).toEqual({
    passed: 7,
    failed: 2,
    skipped: 2,
  });
});

test.each(["", "{", "null", "{}", '{"stats":{}}'])("'%s' is no report", (json) => {
  expect(readTally("vitest", json)).toBeNull();
  expect(readTally("playwright", json)).toBeNull();
});

test("the closing line names skipped tests only when there are any", () => {
  expect(closingLine({ passed: 3, failed: 0, skipped: 0 })).toBe("3 passed, 0 failed");
  expect(closingLine({ passed: 3, failed: 1, skipped: 2 })).toBe("3 passed, 1 failed, 2 skipped");
});

test("a run in which nothing was tested has not succeeded", () => {
  expect(hasSucceeded({ passed: 1, failed: 0, skipped: 0 })).toBe(true);
  expect(hasSucceeded({ passed: 0, failed: 0, skipped: 4 })).toBe(false);
  expect(hasSucceeded({ passed: 9, failed: 1, skipped: 0 })).toBe(false);
});
