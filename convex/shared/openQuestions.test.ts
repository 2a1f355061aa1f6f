import { expect, test } from "vitest";
import { groupQuestions, questionsOf, stateAmong } from "./openQuestions";

const conversation = (atMs: number, unanswered: string[], assistant = "bakery") => ({
  assistantId: assistant,
  callId: `call${atMs}`,
  atMs,
  unanswered,
});

test("a question is grouped with those that the same assistant was asked, in its newest words", () => {
  const questions = questionsOf([
    conversation(1, ["Do you sell tyres?"]),
    conversation(3, ["Is there parking?", "Where can I park?"]),
    conversation(4, ["Any parking?"], "garage"),
    conversation(2, ["May one park?"]),
  ]);
  expect(
    groupQuestions(questions).map(({ assistantId, question, callId, count }) => [
      assistantId,
      question,
      callId,
      count,
    ]),
  ).toEqual([
    ["bakery", "Is there parking?", "call3", 2],
    ["garage", "Any parking?", "call4", 1],
    ["bakery", "May one park?", "call2", 1],
    ["bakery", "Do you sell tyres?", "call1", 1],
  ]);
});

test("a question has the answer to a similar one, until it is asked again later", () => {
  const answers = [{ question: "Is there parking?", answer: "Behind the shop.", savedAtMs: 5 }];
  const stateOf = stateAmong({ answers, dismissed: [] });
  const question = "Where is the parking?";
  expect(stateOf({ question, atMs: 5 })).toEqual({ kind: "answered", answer: "Behind the shop." });
  expect(stateOf({ question: "Do you sell tyres?", atMs: 5 })).toEqual({ kind: "open" });
  expect(stateOf({ question, atMs: 6 })).toEqual({ kind: "open" });
});

test("a question is dismissed with a similar one, whenever it is asked", () => {
  const dismissedId = "d1";
  const dismissed = [{ _id: dismissedId, question: "Do you know any jokes?" }];
  const stateOf = stateAmong({ answers: [], dismissed });
  expect(stateOf({ question: "Do you know jokes?", atMs: 1e15 })).toEqual({
    kind: "dismissed",
    dismissedId,
  });
  expect(stateOf({ question: "Do you sell tyres?", atMs: 0 })).toEqual({ kind: "open" });
});
