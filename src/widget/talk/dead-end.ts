/** When a conversation cannot go on, so that the visitor can only leave a message. */
import type { CallState } from "../state/call-state";
import type { TalkState } from "./talk-state";

/** Neither typing nor a call is possible. */
const FOR_BOTH: string[] = ["not_configured"];
/** Typing is not possible. */
const FOR_TYPING: string[] = [
  "text_off",
  "thread_full",
  "too_many_requests",
  "no_answer",
  "internal_error",
];

/** With a message pass the server has offered to take a message: closed, all lines busy, or no minutes left. */
export function messagePassOf({ question }: TalkState, call: CallState): string | null {
  const ofQuestion = question?.kind === "failed" ? question.failure?.messagePass : undefined;
  return ofQuestion ?? (call.kind === "failed" ? call.message.messagePass : undefined) ?? null;
}

export function isDeadEnd(
  state: TalkState,
  call: CallState,
  { hasVoice }: { hasVoice: boolean },
): boolean {
  if (messagePassOf(state, call) !== null) return true;
  const { question } = state;
  if (question?.kind !== "failed" || question.failure === null) return false;
  const { code } = question.failure;
  if (FOR_BOTH.includes(code)) return true;
  return FOR_TYPING.includes(code) && (!hasVoice || call.kind === "failed");
}
