import { expect, test } from "vitest";
import { figuresOf, percentOf, questionGroups, type OutcomeOfCall } from "./outcome-figures";

const outcome = (given: object = {}) =>
  ({
    assistantId: "bakery",
    atMs: 0,
    isInInbox: true,
    isSuccessful: null,
    required: 0,
    requiredFound: 0,
    unanswered: [],
    ...given,
  }) as unknown as OutcomeOfCall;

test("success is a share of the calls that were judged, what was found one of what was required", () => {
  const outcomes = [
    outcome({ isSuccessful: true, required: 3, requiredFound: 2 }),
    outcome({ isSuccessful: false, required: 1, requiredFound: 1 }),
    outcome({ isSuccessful: true }),
    outcome({ isInInbox: false }),
  ];
  expect(figuresOf(outcomes)).toEqual({
    entries: 3,
    success: { part: 2, whole: 3 },
    required: { part: 3, whole: 4 },
  });
});

test.each([
  [0, 0, "–"],
  [0, 4, "0%"],
  [2, 3, "67%"],
  [4, 4, "100%"],
])("%i of %i is %s", (part, whole, text) => {
  expect(percentOf({ part, whole })).toBe(text);
});

test("a question is grouped with those that the same assistant was asked, in its newest words", () => {
  const outcomes = [
    outcome({ atMs: 1, unanswered: ["Do you sell tyres?"] }),
    outcome({ atMs: 3, unanswered: ["Is there parking?", "Where can I park?"] }),
    outcome({ atMs: 4, assistantId: "garage", unanswered: ["Any parking?"] }),
    outcome({ atMs: 2, unanswered: ["May one park?"] }),
  ];
  expect(questionGroups(outcomes)).toEqual([
    { assistantId: "bakery", question: "Is there parking?", count: 2 },
    { assistantId: "garage", question: "Any parking?", count: 1 },
    { assistantId: "bakery", question: "May one park?", count: 1 },
    { assistantId: "bakery", question: "Do you sell tyres?", count: 1 },
  ]);
});
