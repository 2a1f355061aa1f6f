import { expect } from "vitest";
import type { ErrorCode } from "../../convex/shared/errors";

/** Matches an error with exactly this code and message. */
export function refusal(code: ErrorCode, message: string): unknown {
  return expect.objectContaining({ data: { code, message } });
}
