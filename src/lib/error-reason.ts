import { ConvexError } from "convex/values";
import type { UserError } from "../../convex/shared/errors";
import { MESSAGES } from "../../convex/shared/messages";

/** The error that the backend wrote for the owner. Null for any other error, which is a bug. */
export function userErrorOf(error: unknown): UserError | null {
  if (!(error instanceof ConvexError)) return null;
  const data: unknown = error.data;
  return isUserError(data) ? data : null;
}

export function reasonOf(error: unknown): string {
  return userErrorOf(error)?.message ?? MESSAGES.somethingWrong;
}

function isUserError(data: unknown): data is UserError {
  return (
    typeof data === "object" &&
    data !== null &&
    "code" in data &&
    typeof data.code === "string" &&
    "message" in data &&
    typeof data.message === "string"
  );
}
