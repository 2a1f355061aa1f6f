import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openStoredTalk } from "./stored-talk";
import { NEW_CONVERSATION, type TalkState } from "./talk-state";

const TALK: TalkState = {
  thread: "t1",
  messages: [
    { role: "user", text: "When do you open?" },
    { role: "assistant", text: "At seven." },
  ],
  question: null,
  details: [{ key: "name", label: "Name", kind: "text", value: "Ada" }],
};
const KEY = "hark-talk-ada";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a conversation is kept for a day, for its assistant alone", () => {
  openStoredTalk("ada", false).save(TALK);
  expect(openStoredTalk("ada", false).read()).toEqual(TALK);
  expect(openStoredTalk("bob", false).read()).toEqual(NEW_CONVERSATION);
  expect(openStoredTalk("ada", true).read()).toEqual(NEW_CONVERSATION);
  vi.advanceTimersByTime(86_400_000);
  expect(openStoredTalk("ada", false).read()).toEqual(NEW_CONVERSATION);
});

test("a question that was not answered can be asked again", () => {
  const question = { kind: "answering", text: "Why?", answer: "Bec" } as const;
  openStoredTalk("ada", false).save({ ...TALK, question });
  expect(openStoredTalk("ada", false).read().question).toEqual({
    kind: "failed",
    text: "Why?",
    failure: null,
  });
});

test("after starting over nothing is left", () => {
  const stored = openStoredTalk("ada", false);
  stored.save(TALK);
  stored.save(NEW_CONVERSATION);
  expect(localStorage).toHaveLength(0);
});

test("the beginning of a very long conversation is not kept", () => {
  const messages = Array.from({ length: 500 }, (_, index) => ({
    role: "assistant" as const,
    text: String(index).padEnd(1_000),
  }));
  openStoredTalk("ada", false).save({ ...TALK, messages });
  expect(localStorage.getItem(KEY)?.length).toBeLessThan(250_000);
  const kept = openStoredTalk("ada", false).read().messages;
  expect(kept).toHaveLength(200);
  expect(kept.at(-1)).toEqual(messages.at(-1));
});

test.each([
  "",
  "null",
  "7",
  "{",
  '{"messages":"x","atMs":1}',
  '{"messages":[{"role":"system","text":"x"}],"atMs":9e15}',
  '{"messages":[{"role":"user","text":{}}],"atMs":9e15}',
  '{"messages":[null],"atMs":9e15}',
  '{"messages":[]}',
])("what is not ours is ignored: %s", (text) => {
  localStorage.setItem(KEY, text);
  expect(openStoredTalk("ada", false).read()).toEqual(NEW_CONVERSATION);
});

test("a browser that refuses storage changes nothing else", () => {
  vi.stubGlobal("localStorage", {
    getItem: refuse,
    setItem: refuse,
    removeItem: refuse,
  });
  const stored = openStoredTalk("ada", false);
  stored.save(TALK);
  stored.save(NEW_CONVERSATION);
  expect(stored.read()).toEqual(NEW_CONVERSATION);
  vi.unstubAllGlobals();
});

function refuse(): never {
  throw new DOMException("The operation is insecure.", "SecurityError");
}
