import { MESSAGES } from "../../../convex/shared/messages";
import { userErrorOf } from "../../lib/error-reason";

/** Where a Convex client says which function failed, under which number, and who called it. */
const DECORATION = /\[(?:CONVEX|Request ID:)[^\]]*\]\s*|\s*Called by client\s*$/g;

export function fetchFailureText(error: unknown): string {
  const text = userErrorOf(error)?.message ?? (error instanceof Error ? error.message : "");
  const plain = text.replaceAll(DECORATION, "").trim();
  return plain === "" ? MESSAGES.callsNotFetched : plain;
}
