/** Reads the reports that Vitest and Playwright write. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Tally } from "./tally.ts";

export type ReportFormat = "vitest" | "playwright";

export interface Report {
  tally: Tally;
  files: FileTime[];
  /** Each skipped test, with the reason if the tool reports one. */
  skipped: string[];
  /** Each failed test: its file, its name, and the beginning of its message. */
  failed: string[];
}

export interface FileTime {
  /** Relative to the project's root. */
  file: string;
  seconds: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: VitestFile[];
}

interface VitestFile {
  name: string;
  startTime: number;
  endTime: number;
  status: string;
  /** Set for a file that does not load. */
  message?: string;
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: Suite[];
}

interface Suite {
  title: string;
  file: string;
  specs: { title: string; tests: BrowserTest[] }[];
  suites?: Suite[];
}

interface BrowserTest {
  projectName: string;
  results: {
    duration: number;
    errors?: { message?: string }[];
    attachments?: { name: string; path?: string }[];
    stderr?: { text?: string }[];
  }[];
  status: string;
  annotations: { type: string; description?: string }[];
}

const ROOT = path.resolve(import.meta.dirname, "../..");
const BROWSER_TESTS = "tests/e2e";
const EXCERPT_LINES = 12;
const SNAPSHOT_CHARACTERS = 600;
const PRINTED_LINES = 8;

/** Null if the text is not such a report. */
export function readReport(format: ReportFormat, json: string): Report | null {
  try {
    const read = format === "vitest" ? readVitest : readPlaywright;
    const report = read(JSON.parse(json) as VitestReport & PlaywrightReport);
    return Object.values(report.tally).every(Number.isInteger) ? report : null;
  } catch {
    return null;
  }
}

export function slowest(files: FileTime[], count: number): FileTime[] {
  return files.toSorted((one, other) => other.seconds - one.seconds).slice(0, count);
}

function readVitest(report: VitestReport): Report {
  return {
    tally: {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: path.relative(ROOT, name),
      seconds: (endTime - startTime) / 1000,
    })),
    skipped: report.testResults.flatMap(skippedInFile),
    failed: report.testResults.flatMap(failedInFile),
  };
}

const NOT_RUN = ["skipped", "pending", "todo"];

function skippedInFile({ name, assertionResults }: VitestFile): string[] {
  return assertionResults
    .filter(({ status }) => NOT_RUN.includes(status))
    .map(({ fullName }) => `${path.relative(ROOT, name)}: ${fullName}`);
}

/** A file that does not load has no failed test. */
function failedInFile({ name, status, message, assertionResults }: VitestFile): string[] {
  const file = path.relative(ROOT, name);
  const failed = assertionResults.filter((result) => result.status === "failed");
  if (status === "failed" && failed.length === 0) return [excerpt(file, message)];
  return failed.map(({ fullName, failureMessages = [] }) =>
    excerpt(`${file}: ${fullName}`, failureMessages[0]),
  );
}

function readPlaywright({ stats, suites }: PlaywrightReport): Report {
  return {
    tally: {
      passed: stats.expected,
      // A test that passes only on a retry counts as failed.
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    },
    files: suites.map((suite) => ({
      file: path.posix.join(BROWSER_TESTS, suite.file),
      seconds: durationOf(suite) / 1000,
    })),
    skipped: suites.flatMap((suite) =>
      testsIn(suite)
        .filter(({ test }) => test.status === "skipped")
        .map(({ name, test }) => `${name} (${reasonOf(test)})`),
    ),
    failed: suites.flatMap((suite) =>
      testsIn(suite)
        .filter(({ test }) => ["unexpected", "flaky"].includes(test.status))
        .map(({ name, test }) =>
          excerpt(`${suite.file}: ${name} [${test.projectName}]`, ...errorsOf(test)),
        ),
    ),
  };
}

/** The outermost suite's title is the file name. */
function testsIn({ specs, suites = [] }: Suite, group = ""): { name: string; test: BrowserTest }[] {
  return [
    ...specs.flatMap(({ title, tests }) =>
      tests.map((test) => ({ name: `${group}${title}`, test })),
    ),
    ...suites.flatMap((suite) => testsIn(suite, `${group}${suite.title}: `)),
  ];
}

/** A timed-out test reports the timeout first, and what it waited for after that. */
function errorsOf({ results }: BrowserTest): string[] {
  const errors = results.flatMap((result) => result.errors ?? []);
  const snapshots = results.flatMap(({ attachments = [] }) =>
    attachments
      .filter(({ name }) => name === "error-context")
      .flatMap(({ path: file = "" }) => shownOnPage(file)),
  );
  const printed = results.flatMap(({ stderr = [] }) => stderr.map(({ text = "" }) => text));
  return [
    ...errors.map(({ message = "" }) => message),
    ...snapshots,
    ...lastLines(printed.join("")).map((line) => `Printed: ${line}`),
  ];
}

/** Hark's own messages during the test, such as a function's error. */
function lastLines(printed: string): string[] {
  const lines = printed.split("\n").filter((line) => line.trim() !== "");
  return lines.slice(-PRINTED_LINES);
}

/**
 * Names and texts of the page at the moment of the failure, from the accessibility tree that Playwright saves. Nothing for a
 * test that opens another browser.
 */
function shownOnPage(file: string): string[] {
  try {
    const [, tree = ""] = /```yaml\n(.*?)```/s.exec(readFileSync(file, "utf8")) ?? [];
    const lines = tree.replaceAll(/ \[(?:ref|cursor)=\w+\]/g, "").split("\n");
    const named = lines.filter((line) => /"|: \S/.test(line) && !line.includes("/url:"));
    const text = named.map((line) => line.trim().replace(/^- /, "")).join(" | ");
    return text === "" ? [] : [`The page showed: ${text.slice(0, SNAPSHOT_CHARACTERS)}`];
  } catch {
    return ["What the page showed was not saved."];
  }
}

function excerpt(test: string, ...errors: (string | undefined)[]): string {
  const shown = errors.flatMap((error = "") => firstLines(error));
  return [test, ...shown.map((line) => `           ${line}`)].join("\n");
}

function firstLines(error: string): string[] {
  const lines = stripVTControlCharacters(error).split("\n");
  return lines
    .filter((line) => line.trim() !== "" && !line.includes("/node_modules/"))
    .slice(0, EXCERPT_LINES);
}

function reasonOf({ annotations }: BrowserTest): string {
  return annotations.find(({ type }) => type === "skip")?.description ?? "without a reason";
}

function durationOf({ specs, suites = [] }: Suite): number {
  const results = specs.flatMap(({ tests }) => tests).flatMap((test) => test.results);
  return (
    results.reduce((sum, { duration }) => sum + duration, 0) +
    suites.reduce((sum, suite) => sum + durationOf(suite), 0)
  );
}
