import { randomBytes } from "node:crypto";

/** The beginning of every run's mark. */
export const RUN_PREFIX = "hark-verify-";

export function newRunId(): string {
  const date = new Date().toISOString().slice(0, 10);
  return `${RUN_PREFIX}${date}-${randomBytes(3).toString("hex")}`;
}
