import type { ErrorCode } from "../../../convex/shared/errors";
import { MESSAGES } from "../../../convex/shared/messages";
import { userErrorOf } from "../../lib/error-reason";

export type Flow = "signIn" | "signUp";

/** These errors say what to change, so they are shown as they are. All others get the flow's general message. */
const SHOWN_AS_IS: readonly ErrorCode[] = ["invalid_email", "weak_password", "too_many_attempts"];

export function failureText(error: unknown, flow: Flow): string {
  const userError = userErrorOf(error);
  const message = userError?.message ?? (error instanceof Error ? error.message : "");
  if (message.includes("Invalid password")) return MESSAGES.invalidPassword;
  if (userError !== null && SHOWN_AS_IS.includes(userError.code)) return userError.message;
  return flow === "signIn" ? MESSAGES.couldNotSignIn : MESSAGES.couldNotSignUp;
}
