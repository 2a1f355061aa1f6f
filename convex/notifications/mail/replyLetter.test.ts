// @vitest-environment node
import { expect, test } from "vitest";
import type { Id } from "../../_generated/dataModel";
import { renderMail } from "./letter";
import { replyLetter } from "./replyLetter";
import { summaryLetter } from "./summaryLetter";
import { REPLY_PROBLEMS } from "./table";

const SITE = "https://hark.example";
const asked = (question: string, count = 1) => ({
  ...{ assistantId: "a1" as Id<"assistants">, assistantName: "Front desk", question, count },
  callId: "c1" as Id<"calls">,
});
const DELIVERY = asked("Do you deliver & when?", 3);
const PARKING = asked("Is there parking?");
const NOTHING = { template: "replyResult" as const, saved: [], unsaved: [], problem: null };

const WEEK = {
  ...{ template: "summary" as const, fromMs: 0, toMs: 604_800_000, calls: 2, seconds: 120 },
  ...{ successful: 0, unsuccessful: 0, entries: 2 },
};
const textOf = (questions: (typeof PARKING)[], repliesUntilMs: number | null) =>
  renderMail(summaryLetter({ ...WEEK, questions }, { siteUrl: SITE, repliesUntilMs })).text;

test("the summary asks the questions by number, and says how to reply", () => {
  const text = textOf([DELIVERY, PARKING], 604_800_000);
  for (const line of [
    "1. “Do you deliver & when?” (Front desk, asked 3 times)",
    "2. “Is there parking?” (Front desk, asked 1 time)",
    "To answer them, reply to this email. Write your answer below each question, or after its number:",
    "1: …",
    "2: …",
    "You can reply from this address until 8 January 1970.",
  ]) {
    expect(text).toContain(line);
  }
  expect(textOf([PARKING], 0)).toContain("To answer it, reply to this email with your answer.");
});

test("where no mail is received, each question has a link instead", () => {
  const text = textOf([DELIVERY, PARKING], null);
  expect(text).toContain(
    "Answer question 1:\nhttps://hark.example/dashboard/inbox?q=Do+you+deliver+%26+when%3F&call=c1",
  );
  expect(text).toContain("Answer question 2:");
  expect(text).not.toContain("reply to this email");
});

test("a summary without open questions asks for nothing", () => {
  expect(textOf([], 0)).not.toContain("could not answer");
});

test("a saved answer is shown, with a link to change it", () => {
  const saved = [{ ...PARKING, answer: "Behind the shop." }];
  const letter = replyLetter({ ...NOTHING, saved }, SITE);
  const { text } = renderMail(letter);
  expect(letter.subject).toBe("Saved: Is there parking?");
  expect(text).toContain("“Is there parking?” (Front desk)\n\nBehind the shop.");
  expect(text).toContain(
    "Change what Front desk knows:\nhttps://hark.example/dashboard/assistants/a1/knowledge",
  );
});

test("several answers share a subject, and those that were refused say why", () => {
  const saved = [PARKING, DELIVERY].map((one) => ({ ...one, answer: "Yes." }));
  const unsaved = [{ ...asked("Why?"), reason: "An answer can have at most 10 characters." }];
  const letter = replyLetter({ ...NOTHING, saved, unsaved }, SITE);
  expect(letter.subject).toBe("Saved: 2 answers");
  expect(renderMail(letter).text).toContain(
    "Not saved: “Why?”. An answer can have at most 10 characters.",
  );
});

test("a long question is shortened in the subject", () => {
  const saved = [{ ...asked("a".repeat(200)), answer: "Yes." }];
  expect(replyLetter({ ...NOTHING, saved }, SITE).subject).toBe(`Saved: ${"a".repeat(80)}…`);
});

test.each(REPLY_PROBLEMS)("if the reply is %s, the mail says what to do", (problem) => {
  const unsaved = [{ ...PARKING, reason: null }];
  const letter = replyLetter({ ...NOTHING, unsaved, problem }, SITE);
  const { text } = renderMail(letter);
  expect(letter.subject).toBe("Your reply was not saved");
  expect(text).toContain("Not saved: “Is there parking?”\n\nAnswer in the dashboard:");
});
