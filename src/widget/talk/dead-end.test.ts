import { expect, test } from "vitest";
import { IDLE, type CallState } from "../state/call-state";
import { isDeadEnd, messagePassOf } from "./dead-end";
import { NEW_CONVERSATION, type TalkState } from "./talk-state";

const FAILED: CallState = { kind: "failed", message: { kind: "code", code: "busy" } };
const [VOICE, NO_VOICE] = [{ hasVoice: true }, { hasVoice: false }];

function refusedWith(code: string | null): TalkState {
  const failure = code === null ? null : { code, text: "No." };
  return { ...NEW_CONVERSATION, question: { kind: "failed", text: "Hello", failure } };
}

test.each([
  // Without minutes there are neither calls nor answers, and here the owner wants no messages then.
  ["assistant_not_found", IDLE, VOICE, false],
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

test("a refusal that comes with a message pass leads to the form", () => {
  const busy = { kind: "code", code: "busy", messagePass: "of the call" } as const;
  const failed: CallState = { kind: "failed", message: busy };
  expect(isDeadEnd(NEW_CONVERSATION, failed, VOICE)).toBe(true);
  expect(messagePassOf(NEW_CONVERSATION, failed)).toBe("of the call");
  const failure = { code: "assistant_not_found", text: "No.", messagePass: "of the question" };
  const question = { kind: "failed", text: "Hello", failure } as const;
  const typed: TalkState = { ...NEW_CONVERSATION, question };
  expect(isDeadEnd(typed, IDLE, VOICE)).toBe(true);
  expect(messagePassOf(typed, failed)).toBe("of the question");
  expect(messagePassOf(NEW_CONVERSATION, FAILED)).toBeNull();
});
