/** Records each case when it ends, so that an interrupted run keeps its results. */
import { appendFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, TestCase } from "vitest/node";
import { must } from "@hark/stand-in-kit/must";
import type { CaseResult } from "./record.ts";
import { RESULTS_VARIABLE } from "./variables.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

export default class VerifyReporter implements Reporter {
  onTestCaseResult(testCase: TestCase): void {
    const file = must(process.env[RESULTS_VARIABLE], RESULTS_VARIABLE);
    const result = resultOf(testCase);
    if (result !== null) appendFileSync(file, `${JSON.stringify(result)}\n`);
  }
}

/** Null for a case that was not selected. */
function resultOf(testCase: TestCase): CaseResult | null {
  const result = testCase.result();
  const { notRun } = testCase.meta();
  const about = {
    file: path.relative(ROOT, testCase.module.moduleId),
    title: testCase.name,
    date: new Date().toISOString().slice(0, 10),
  };
  switch (result.state) {
    case "passed":
      return { ...about, result: "passed" };
    case "skipped":
      return notRun === undefined ? null : { ...about, result: "not run", why: notRun };
    case "failed":
    case "pending":
      return { ...about, result: "failed", why: firstLine(result.errors?.[0]?.message) };
  }
}

function firstLine(message = ""): string {
  return message.split("\n")[0] ?? "";
}
