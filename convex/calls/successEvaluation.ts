const GOOD = [
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
const BAD = [
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
 * The platform's verdict comes as text, in the scale of the assistant's rubric: pass or fail, ten
 * points, a percentage, or words. Null when it says neither.
 */
export function isSuccessful(evaluation: unknown): boolean | null {
  if (typeof evaluation === "boolean") return evaluation;
  if (typeof evaluation === "number") return evaluation >= halfOf(evaluation);
  if (typeof evaluation !== "string") return null;
  const text = evaluation.trim().toLowerCase();
  if (GOOD.includes(text)) return true;
  if (BAD.includes(text)) return false;
  const percentage = /^(\d+(?:\.\d+)?)\s*%$/.exec(text)?.[1];
  if (percentage !== undefined) return Number(percentage) >= 50;
  const points = /^(\d+(?:\.\d+)?)(?:\s*\/\s*10)?$/.exec(text)?.[1];
  return points === undefined ? null : Number(points) >= halfOf(Number(points));
}

/** Up to ten it is points, above that a percentage. */
function halfOf(score: number): number {
  return score <= 10 ? 5 : 50;
}
