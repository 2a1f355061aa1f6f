/** When a conversation cannot go on, so that the visitor can only leave a message. */
import type { CallState } from "../state/call-state";
import type { TalkState } from "./talk-state";

/** Neither typing nor a call is possible: no minutes are left, the daily limit is reached, or there is no assistant. */
const FOR_BOTH: string[] = ["assistant_not_found", "not_configured"];
/** Typing is not possible. */
const FOR_TYPING: string[] = [
  "text_off",
  "thread_full",
  "too_many_requests",
  "no_answer",
  "internal_error",
];

export function isDeadEnd(
  { question }: TalkState,
  call: CallState,
  { hasVoice }: { hasVoice: boolean },
): boolean {
  if (question?.kind !== "failed" || question.failure === null) return false;
  const { code } = question.failure;
  if (FOR_BOTH.includes(code)) return true;
  return FOR_TYPING.includes(code) && (!hasVoice || call.kind === "failed");
}
