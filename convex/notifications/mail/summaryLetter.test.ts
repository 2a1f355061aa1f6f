// @vitest-environment node
import { expect, test } from "vitest";
import { renderMail } from "./letter";
import { summaryLetter } from "./summaryLetter";

const WEEK = {
  ...{ template: "summary" as const, fromMs: 0, toMs: 604_800_000, calls: 2, seconds: 120 },
  ...{ successful: 0, unsuccessful: 0, entries: 2 },
};

const OPTIONS = { siteUrl: "https://hark.example", repliesUntilMs: null };

test.each([
  [{}, "Your week: 2 calls", "your assistants had 2 calls and talked for 2 minutes."],
  [
    { typed: 1 },
    "Your week: 2 calls and 1 typed conversation",
    "your assistants had 2 calls and 1 typed conversation, 2 minutes in all.",
  ],
  [
    { calls: 0, typed: 3 },
    "Your week: 3 typed conversations",
    "your assistants had 3 typed conversations, 2 minutes in all.",
  ],
  [
    { typed: 1, messages: 2 },
    "Your week: 2 calls, 1 typed conversation and 2 messages",
    "your assistants had 2 calls and 1 typed conversation, 2 minutes in all; visitors left 2 messages.",
  ],
  [
    { calls: 0, messages: 1 },
    "Your week: 1 message",
    "From 1 January 1970 to 7 January 1970, visitors left 1 message.",
  ],
])("a week of %j", (changes, subject, happened) => {
  const letter = summaryLetter({ ...WEEK, ...changes }, OPTIONS);
  const { text } = renderMail(letter);
  expect(letter.subject).toBe(subject);
  expect(text).toContain(happened);
  expect(text).toContain("Your inbox has 2 new entries.");
});
