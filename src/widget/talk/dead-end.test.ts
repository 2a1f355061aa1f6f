import { expect, test } from "vitest";
import { IDLE, type CallState } from "../state/call-state";
import { isDeadEnd } from "./dead-end";
import { NEW_CONVERSATION, type TalkState } from "./talk-state";

const FAILED: CallState = { kind: "failed", message: { kind: "code", code: "busy" } };
const [VOICE, NO_VOICE] = [{ hasVoice: true }, { hasVoice: false }];

function refusedWith(code: string | null): TalkState {
  const failure = code === null ? null : { code, text: "No." };
  return { ...NEW_CONVERSATION, question: { kind: "failed", text: "Hello", failure } };
}

test.each([
  // Without minutes there are neither calls nor answers.
  ["assistant_not_found", IDLE, VOICE, true],
  ["not_configured", IDLE, NO_VOICE, true],
  // The visitor can still press the microphone.
  ["thread_full", IDLE, VOICE, false],
  ["thread_full", FAILED, VOICE, true],
  ["thread_full", IDLE, NO_VOICE, true],
  ["text_off", FAILED, VOICE, true],
  ["too_many_requests", FAILED, VOICE, true],
  ["no_answer", FAILED, VOICE, true],
  // A message would be refused for the same reason.
  ["offline", FAILED, VOICE, false],
  ["site_not_allowed", FAILED, VOICE, false],
  [null, FAILED, VOICE, false],
] as const)("after %s, with the call %j and %j, it is %s", (code, call, assistant, expected) => {
  expect(isDeadEnd(refusedWith(code), call, assistant)).toBe(expected);
});

test("a call that fails alone leaves typing", () => {
  expect(isDeadEnd(NEW_CONVERSATION, FAILED, VOICE)).toBe(false);
});
