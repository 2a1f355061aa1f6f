import { expect, test } from "vitest";
import { NEW_CONVERSATION, type TalkEvent, type TalkState } from "./talk-state";
import { tellTyped } from "./tell-typed";
import { threadStore } from "./thread-store";

const ANSWERING: TalkState = {
  ...NEW_CONVERSATION,
  messages: [
    { role: "user", text: "Hello." },
    { role: "assistant", text: "Good morning." },
  ],
  question: { kind: "answering", text: "When do you open?", answer: "At " },
};
const HEARD: TalkEvent = {
  kind: "heard",
  part: { role: "assistant", text: "How can I help?", isFinal: true },
};

function toldAfter(state: TalkState, events: TalkEvent[]): string[] {
  const thread = threadStore({ read: () => state, save: () => undefined });
  const told: string[] = [];
  tellTyped(thread, (messages) => {
    told.push(...messages.map(({ role, content }) => `${role}: ${content}`));
  });
  for (const event of events) thread.apply(event);
  return told;
}

const EARLIER = ["user: Hello.", "assistant: Good morning."];

test("a call is told what was typed before it, and nothing of what is said in it", () => {
  expect(toldAfter({ ...ANSWERING, question: null }, [HEARD])).toEqual(EARLIER);
  expect(toldAfter(NEW_CONVERSATION, [HEARD])).toEqual([]);
});

test("an answer that is complete only after the call was joined is told with its question, once", () => {
  const events: TalkEvent[] = [
    HEARD,
    { kind: "delta", text: "seven." },
    { kind: "answered" },
    HEARD,
  ];
  expect(toldAfter(ANSWERING, events)).toEqual([
    ...EARLIER,
    "user: When do you open?",
    "assistant: At seven.",
  ]);
});

test("of a question that is not answered, and of a conversation that was forgotten, a call is told nothing", () => {
  const failed: TalkEvent = { kind: "failed", failure: { code: "offline", text: "No network." } };
  expect(toldAfter(ANSWERING, [failed, HEARD])).toEqual(EARLIER);
  expect(toldAfter(ANSWERING, [{ kind: "startedOver" }, HEARD])).toEqual(EARLIER);
});

test("only the newest twenty messages are told, each shortened to 1,000 characters", () => {
  const messages = Array.from({ length: 25 }, (_, index) => ({
    role: "user" as const,
    text: `${index} ${"x".repeat(2_000)}`,
  }));
  const told = toldAfter({ ...NEW_CONVERSATION, messages }, []);
  expect(told).toHaveLength(20);
  expect(told[0]).toMatch(/^user: 5 /);
  expect(told[0]).toHaveLength("user: ".length + 1_000);
});
