import { ConvexError } from "convex/values";
import type { ErrorCode, UserError } from "../shared/errors";

export function userError(code: ErrorCode, message: string): ConvexError<UserError> {
  return new ConvexError({ code, message });
}
