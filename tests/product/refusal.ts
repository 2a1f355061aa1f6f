import { expect } from "vitest";
import type { ErrorCode } from "../../convex/shared/errors";

/** An error that carries exactly this code and these words for the owner. */
export function refusal(code: ErrorCode, message: string): unknown {
  return expect.objectContaining({ data: { code, message } });
}
