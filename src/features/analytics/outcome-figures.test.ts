import { expect, test } from "vitest";
import { figuresOf, percentOf, type OutcomeOfCall } from "./outcome-figures";

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
