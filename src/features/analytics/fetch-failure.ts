import { MESSAGES } from "../../../convex/shared/messages";
import { userErrorOf } from "../../lib/error-reason";

/** What the Convex client adds to a message: the function, the request id and the caller. */
const DECORATION = /\[(?:CONVEX|Request ID:)[^\]]*\]\s*|\s*Called by client\s*$/g;

export function fetchFailureText(error: unknown): string {
  const text = userErrorOf(error)?.message ?? (error instanceof Error ? error.message : "");
  const plain = text.replaceAll(DECORATION, "").trim();
  return plain === "" ? MESSAGES.callsNotFetched : plain;
}
