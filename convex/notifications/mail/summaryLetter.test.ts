// @vitest-environment node
import { expect, test } from "vitest";
import { renderMail } from "./letter";
import { summaryLetter } from "./summaryLetter";

const WEEK = {
  ...{ template: "summary" as const, fromMs: 0, toMs: 604_800_000, calls: 2, seconds: 120 },
  ...{ successful: 0, unsuccessful: 0, entries: 2, unanswered: [] },
};

test.each([
  [{}, "Your week: 2 calls", "had 2 calls and talked for 2 minutes.", "2 calls left"],
  [
    { typed: 1 },
    "Your week: 2 calls and 1 typed conversation",
    "had 2 calls and 1 typed conversation, 2 minutes in all.",
    "2 conversations left",
  ],
  [
    { calls: 0, typed: 3 },
    "Your week: 3 typed conversations",
    "had 3 typed conversations, 2 minutes in all.",
    "2 conversations left",
  ],
])("a week of %j", (changes, subject, had, left) => {
  const letter = summaryLetter({ ...WEEK, ...changes }, "https://hark.example");
  const { text } = renderMail(letter);
  expect(letter.subject).toBe(subject);
  expect(text).toContain(had);
  expect(text).toContain(left);
});
