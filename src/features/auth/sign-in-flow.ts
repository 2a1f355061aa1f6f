import type { ErrorCode } from "../../../convex/shared/errors";
import { MESSAGES } from "../../../convex/shared/messages";
import { userErrorOf } from "../../lib/error-reason";

export type Flow = "signIn" | "signUp";

/** These say what to change; every other failure is told in the words of its flow. */
const SHOWN_AS_THEY_ARE: readonly ErrorCode[] = [
  "invalid_email",
  "weak_password",
  "too_many_attempts",
];

export function failureText(error: unknown, flow: Flow): string {
  const userError = userErrorOf(error);
  const message = userError?.message ?? (error instanceof Error ? error.message : "");
  if (message.includes("Invalid password")) return MESSAGES.invalidPassword;
  if (userError !== null && SHOWN_AS_THEY_ARE.includes(userError.code)) return userError.message;
  return flow === "signIn" ? MESSAGES.couldNotSignIn : MESSAGES.couldNotSignUp;
}
