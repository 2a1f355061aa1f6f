import { expect, test } from "vitest";
import { answerGivenTo, askedBefore } from "./turns";

const SAID = [
  { role: "assistant", text: "Hello, this is Ada." },
  { role: "user", text: "Hi." },
  { role: "user", text: "I'd like to know, do you have parking?" },
  { role: "assistant", text: "I am sorry." },
  { role: "assistant", text: "I do not know." },
  { role: "user", text: "And do you sell tyres?" },
] as const;
const messages = SAID.map((message) => ({ ...message }));

test.each([
  ["Is there parking?", "I am sorry. I do not know."],
  ["Do you open on Sundays?", null],
  // The conversation ended before an answer.
  ["Do you sell tyres?", null],
])("what the assistant said to “%s”: %s", (question, said) => {
  expect(answerGivenTo(question, messages)?.said ?? null).toBe(said);
});

test("the nearest question in a conversation is found", () => {
  const both = [
    { role: "user", text: "Do you sell winter tyres?" },
    { role: "assistant", text: "Maybe." },
    { role: "user", text: "Do you sell summer tyres?" },
    { role: "assistant", text: "No." },
  ] as const;
  expect(answerGivenTo("Are there summer tyres?", [...both])).toEqual({
    asked: "Do you sell summer tyres?",
    said: "No.",
  });
});

test.each([
  [0, ""],
  [3, "Hi. I'd like to know, do you have parking?"],
  [4, "Hi. I'd like to know, do you have parking?"],
])("what was asked before message %i: “%s”", (index, asked) => {
  expect(askedBefore(messages, index)).toBe(asked);
});
