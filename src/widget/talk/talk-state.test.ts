import { expect, test } from "vitest";
import { afterTalkEvent, NEW_CONVERSATION, type TalkEvent, type TalkState } from "./talk-state";

const FAILURE = { code: "offline", text: "No network." };
const ASKED = { kind: "asked", text: "When do you open?" } as const;

function after(events: TalkEvent[], state: TalkState = NEW_CONVERSATION): TalkState {
  return events.reduce(afterTalkEvent, state);
}

const ANSWERED = after([
  ASKED,
  { kind: "thread", thread: "t1" },
  { kind: "delta", text: "At " },
  { kind: "delta", text: "seven." },
  { kind: "answered" },
]);

test("an answer grows piece by piece, and becomes a message when it is complete", () => {
  const growing = after([ASKED, { kind: "delta", text: "At " }]);
  expect(growing).toEqual({
    thread: null,
    messages: [],
    question: { kind: "answering", text: "When do you open?", answer: "At " },
  });
  expect(ANSWERED).toEqual({
    thread: "t1",
    messages: [
      { role: "user", text: "When do you open?" },
      { role: "assistant", text: "At seven." },
    ],
    question: null,
  });
});

test("a question that is not answered stays, without the beginning of its answer", () => {
  const failed = after([
    ASKED,
    { kind: "delta", text: "At " },
    { kind: "failed", failure: FAILURE },
  ]);
  expect(failed.question).toEqual({ kind: "failed", text: ASKED.text, failure: FAILURE });
  expect(failed.messages).toEqual([]);
  const undecided = after([ASKED, { kind: "consentNeeded" }]);
  expect(undecided.question).toEqual({ kind: "failed", text: ASKED.text, failure: null });
});

test("another question takes its place", () => {
  const next = after([
    ASKED,
    { kind: "failed", failure: FAILURE },
    { kind: "asked", text: "Why?" },
  ]);
  expect(next.question).toEqual({ kind: "answering", text: "Why?", answer: "" });
  expect(next.messages).toEqual([]);
});

test("when the thread is over, only the question is left", () => {
  const forgotten = after(
    [{ kind: "asked", text: "And on Sunday?" }, { kind: "forgotten" }],
    ANSWERED,
  );
  expect(forgotten).toEqual({
    ...NEW_CONVERSATION,
    question: { kind: "answering", text: "And on Sunday?", answer: "" },
  });
});

test("starting over leaves nothing, and late pieces change nothing", () => {
  expect(after([{ kind: "startedOver" }], ANSWERED)).toEqual(NEW_CONVERSATION);
  expect(after([{ kind: "delta", text: "late" }], ANSWERED)).toBe(ANSWERED);
  expect(after([{ kind: "answered" }], ANSWERED)).toBe(ANSWERED);
  expect(after([{ kind: "failed", failure: FAILURE }], ANSWERED)).toBe(ANSWERED);
});
