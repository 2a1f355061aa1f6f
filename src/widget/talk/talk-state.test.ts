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

test("what one side says in a row is one message, and what is typed is one of its own", () => {
  const said = (role: "user" | "assistant", text: string, isFinal = true) =>
    ({ kind: "heard", part: { role, text, isFinal } }) as const;
  const state = after([
    said("assistant", "Hello."),
    said("assistant", "How can I", false),
    said("assistant", "How can I help?"),
    said("user", "My address", false),
  ]);
  expect(state.messages).toHaveLength(1);
  expect(state.spoken?.heard).toEqual({ role: "user", text: "My address" });
  const later = after([{ kind: "typedInCall", text: "a@example.com" }, said("user", "OK?")], state);
  expect(later.messages.slice(1)).toEqual([
    { role: "user", text: "a@example.com" },
    { role: "user", text: "OK?" },
  ]);
  const over = after([said("user", "And", false), { kind: "callOver" }], later);
  expect(over).not.toHaveProperty("spoken");
  expect(after([said("user", "Hello again.")], over).messages).toHaveLength(4);
});

test("a conversation is rated once, and a new one anew", () => {
  const rated = after([{ kind: "rated" }], ANSWERED);
  expect(rated.isRated).toBe(true);
  expect(after([{ kind: "startedOver" }], rated)).toEqual(NEW_CONVERSATION);
});

test("what the assistant asks a yes to is shown until the visitor says something, or nothing waits any more", () => {
  const lines = [{ label: "guests", value: 2, name: "guests" }];
  const proposal = { id: "a", version: 0, title: "Book a table", lines };
  const proposed = after([{ kind: "proposed", proposal }], ANSWERED);
  expect(proposed.proposal).toEqual(proposal);
  const ended: TalkEvent[] = [
    ASKED,
    { kind: "typedInCall", text: "Yes." },
    { kind: "proposed", proposal: null },
    { kind: "callOver" },
    { kind: "startedOver" },
    { kind: "forgotten" },
  ];
  for (const event of ended) expect(after([event], proposed)).not.toHaveProperty("proposal");
  const corrected = { ...proposal, version: 1, lines: [{ label: "guests", value: 3 }] };
  const late = after([
    { kind: "proposed", proposal: corrected },
    { kind: "proposed", proposal },
  ]);
  expect(late.proposal).toEqual(corrected);
  const slip = {
    id: "a",
    state: "sent" as const,
    title: "A",
    lines: [],
    email: null,
    canMail: true,
  };
  const closed = after([{ kind: "done", slip }, { kind: "slipClosed" }, { kind: "done", slip }]);
  expect(closed.slip).toEqual({ ...slip, isClosed: true });
  const next = { ...slip, id: "b" };
  expect(after([{ kind: "done", slip: next }], closed).slip).toEqual(next);
  const another = { ...proposal, id: "b" };
  expect(after([{ kind: "proposed", proposal: another }], late).proposal).toEqual(another);
});
