import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readReport, slowest } from "./report.ts";

const HERE = path.resolve(import.meta.dirname, "../..");

test("tests and file times are read from Vitest's report", () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      {
        ...{ name: `${HERE}/src/x.test.ts`, startTime: 1000, endTime: 3500.5, status: "failed" },
        assertionResults: [
          { status: "passed", fullName: "a sum" },
          { status: "skipped", fullName: "a product" },
          {
            status: "failed",
            fullName: "a difference",
            failureMessages: [`not 2\n\n  at x\n  at /node_modules/y`],
          },
        ],
      },
    ],
  };
  expect(readReport("vitest", JSON.stringify(report))).toEqual({
    tally: { passed: 5, failed: 1, skipped: 3 },
    files: [{ file: "src/x.test.ts", seconds: 2.5005 }],
    skipped: ["src/x.test.ts: a product"],
    failed: ["src/x.test.ts: a difference\n           not 2\n             at x"],
  });
});

test("a file that does not load is reported as failed", () => {
  const file = { name: `${HERE}/src/x.test.ts`, startTime: 0, endTime: 0, status: "failed" };
  const message = "Cannot find x";
  const report = {
    ...{ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 },
    testResults: [{ ...file, message, assertionResults: [] }],
  };
  expect(readReport("vitest", JSON.stringify(report))?.failed).toEqual([
    "src/x.test.ts\n           Cannot find x",
  ]);
});

test("tests are read from Playwright's report, and those of a file's groups are added up", () => {
  const errors = [{ message: "Out of time" }, { message: "\u001B[31mnot visible\u001B[39m" }];
  const spec = (duration: number, status = "expected") => ({
    title: "a walk",
    tests: [{ projectName: "rendered", results: [{ duration, errors }], status, annotations: [] }],
  });
  const report = {
    stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 },
    suites: [
      {
        file: "walk.test.ts",
        specs: [spec(1500), spec(500)],
        suites: [{ title: "uphill", file: "walk.test.ts", specs: [spec(1000, "unexpected")] }],
      },
    ],
  };
  expect(readReport("playwright", JSON.stringify(report))).toEqual({
    tally: { passed: 7, failed: 2, skipped: 2 },
    files: [{ file: "tests/e2e/walk.test.ts", seconds: 3 }],
    skipped: [],
    failed: [
      "walk.test.ts: uphill: a walk [rendered]\n           Out of time\n           not visible",
    ],
  });
});

test("of a failed browser test, each error is reported, what the page showed, and what Hark printed", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "hark-report-"));
  const snapshot = `\`\`\`yaml\n${[
    "- main [ref=e1]:",
    '  - heading "Log in" [level=1] [ref=e2]',
    '  - link "Forgot?" [ref=e3] [cursor=pointer]:',
    "    - /url: /forgot",
    "  - paragraph [ref=e4]: Your session has ended.",
  ].join("\n")}\n\`\`\`\n\n# Test source\n`;
  const ofPage = path.join(folder, "of-page.md");
  await writeFile(ofPage, `# Page snapshot\n\n${snapshot}`);
  const ofError = path.join(folder, "of-error.md");
  await writeFile(ofError, `# Error details\n\n\`\`\`\nnot visible\n\`\`\`\n\n${snapshot}`);
  const failedTest = (file: string) => ({
    projectName: "rendered",
    results: [
      {
        duration: 1,
        errors: [{ message: "one\n".repeat(20) }, { message: "two" }],
        attachments: [{ name: "error-context", path: file }],
        stderr: [{ text: "calls:start: it\n" }, { text: "\ncalls:end: it\n" }],
      },
    ],
    ...{ status: "unexpected", annotations: [] },
  });
  const report = {
    stats: { expected: 0, unexpected: 3, flaky: 0, skipped: 0 },
    suites: [ofPage, ofError, path.join(folder, "missing.md")].map((file) => ({
      ...{ title: "walk.test.ts", file: "walk.test.ts" },
      specs: [{ title: "a walk", tests: [failedTest(file)] }],
    })),
  };
  const failed = readReport("playwright", JSON.stringify(report))?.failed ?? [];
  const endings = failed.map((text) => text.split("\n").map((line) => line.trim()));
  expect(endings.map((lines) => lines.slice(0, -3))).toEqual(
    endings.map(() => [
      "walk.test.ts: a walk [rendered]",
      ...Array.from({ length: 12 }, () => "one"),
      "two",
    ]),
  );
  expect(endings.map((lines) => lines.slice(-2))).toEqual(
    endings.map(() => ["Printed: calls:start: it", "Printed: calls:end: it"]),
  );
  const shown =
    'The page showed: heading "Log in" [level=1] | link "Forgot?": | paragraph: Your session has ended.';
  expect(endings.map((lines) => lines.at(-3))).toEqual([
    shown,
    shown,
    "What the page showed was not saved.",
  ]);
  await rm(folder, { recursive: true });
});

test("a skipped browser test is listed by name with the reason", () => {
  const annotations = [{ type: "skip", description: "Firefox is not installed" }];
  const tests = [{ results: [], status: "skipped", annotations }];
  const group = { title: "Firefox", file: "f", specs: [{ title: "a visitor talks", tests }] };
  const report = {
    stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 1 },
    suites: [{ title: "smoke.test.ts", file: "f", specs: [], suites: [group] }],
  };
  expect(readReport("playwright", JSON.stringify(report))?.skipped).toEqual([
    "Firefox: a visitor talks (Firefox is not installed)",
  ]);
});

test.each(["", "{", "null", "{}", '{"stats":{}}', '{"testResults":[]}'])(
  "'%s' is not a report",
  (json) => {
    expect(readReport("vitest", json)).toBeNull();
    expect(readReport("playwright", json)).toBeNull();
  },
);

test("the slowest files come first", () => {
  const files = [1, 3, 2].map((seconds) => ({ file: `${seconds}`, seconds }));
  expect(slowest(files, 2).map(({ seconds }) => seconds)).toEqual([3, 2]);
});
