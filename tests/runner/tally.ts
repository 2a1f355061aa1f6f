/** How many tests a report counts. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };
export const ONE_FAILED: Tally = { ...NOTHING, failed: 1 };

export function add(a: Tally, b: Tally): Tally {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

/** The line that ends a run. */
export function closingLine({ passed, failed, skipped }: Tally): string {
  const rest = skipped > 0 ? `, ${skipped} skipped` : "";
  return `${passed} passed, ${failed} failed${rest}`;
}

export function hasSucceeded({ passed, failed }: Tally): boolean {
  return failed === 0 && passed > 0;
}

export type ReportFormat = "vitest" | "playwright";

/** Reads a runner's JSON report; null when it is not one. */
export function readTally(format: ReportFormat, json: string): Tally | null {
  const report = parse(json);
  if (format === "vitest") {
    return sumUp({
      report,
      passed: ["numPassedTests"],
      failed: ["numFailedTests"],
      skipped: ["numPendingTests", "numTodoTests"],
    });
  }
  return sumUp({
    report: field(report, "stats"),
    passed: ["expected"],
    // A test that passes at the second try has failed once.
    failed: ["unexpected", "flaky"],
    skipped: ["skipped"],
  });
}

interface Fields {
  report: unknown;
  passed: string[];
  failed: string[];
  skipped: string[];
}

function sumUp({ report, ...names }: Fields): Tally | null {
  const sum = (keys: string[]) =>
    keys.reduce((total, key) => total + Number(field(report, key) ?? NaN), 0);
  const tally = {
    passed: sum(names.passed),
    failed: sum(names.failed),
    skipped: sum(names.skipped),
  };
  return Object.values(tally).some(Number.isNaN) ? null : tally;
}

function field(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
