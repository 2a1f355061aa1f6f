import { expect, test } from "vitest";
import { progressLine, testsIn } from "./progress.ts";

test("finished tests are counted from the output of Vitest and Playwright", () => {
  expect(testsIn("")).toBe(0);
  const vitest =
    " \u2713 product a.test.ts (9 tests) 12ms\n \u2713 unit b.test.ts (1 test | 1 failed) 3ms\n";
  expect(testsIn(vitest)).toBe(10);
  expect(testsIn("[1/220] a.test.ts\u001B[2K[17/220] b.test.ts")).toBe(17);
});

test("one line shows the progress of the run", () => {
  const state = {
    done: 3,
    all: 9,
    tally: { passed: 40, failed: 1, skipped: 2 },
    running: [{ name: "unit", tests: 9 }],
  };
  expect(progressLine(state, 12.4)).toBe("12 s: 3 of 9 steps done, 50 tests; running: unit");
});
