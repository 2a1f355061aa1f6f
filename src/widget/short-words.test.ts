import { expect, test } from "vitest";
import {
  CALL_REFUSALS,
  confirmToKeepTesting,
  freeTrialLimitReached,
  testLimitReached,
  voiceNotConfigured,
  WIDGET_MESSAGES,
} from "../../convex/shared/messages";
import { shortWords } from "./short-words";

const TEXTS = [
  ...Object.values({ ...WIDGET_MESSAGES, ...CALL_REFUSALS }),
  testLimitReached(10),
  confirmToKeepTesting("ada@example.com"),
  freeTrialLimitReached(10, 10),
  voiceNotConfigured("Ada"),
  "What somebody else says, at any length.",
];

test.each(TEXTS)("%s has at most four words, and none that is too long for the frame", (text) => {
  const words = shortWords(text).split(" ");
  expect(words.length).toBeLessThanOrEqual(4);
  expect(Math.max(...words.map(({ length }) => length))).toBeLessThanOrEqual(11);
});

test("what has words of its own does not get those for anything else", () => {
  const others = TEXTS.slice(0, -1).filter((text) => shortWords(text) === "No call possible");
  expect(others).toEqual([]);
});
