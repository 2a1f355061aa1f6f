const SUCCESSFUL = [
  "true",
  "pass",
  "passed",
  "success",
  "successful",
  "yes",
  "excellent",
  "good",
  "strongly agree",
  "agree",
];
const UNSUCCESSFUL = [
  "false",
  "fail",
  "failed",
  "failure",
  "unsuccessful",
  "no",
  "fair",
  "poor",
  "neutral",
  "disagree",
  "strongly disagree",
];

/**
 * Reads the platform's evaluation, which is text in the scale of the assistant's rubric: pass or fail, ten points, a
 * percentage, or words. Null if it is none of these.
 */
export function isSuccessful(evaluation: unknown): boolean | null {
  if (typeof evaluation === "boolean") return evaluation;
  if (typeof evaluation === "number") return evaluation >= halfOf(evaluation);
  if (typeof evaluation !== "string") return null;
  const text = evaluation.trim().toLowerCase();
  if (SUCCESSFUL.includes(text)) return true;
  if (UNSUCCESSFUL.includes(text)) return false;
  const percentage = /^(\d+(?:\.\d+)?)\s*%$/.exec(text)?.[1];
  if (percentage !== undefined) return Number(percentage) >= 50;
  const points = /^(\d+(?:\.\d+)?)(?:\s*\/\s*10)?$/.exec(text)?.[1];
  return points === undefined ? null : Number(points) >= halfOf(Number(points));
}

/** Scores up to ten are points, higher ones are percentages. */
function halfOf(score: number): number {
  return score <= 10 ? 5 : 50;
}
