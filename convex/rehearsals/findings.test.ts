import { expect, test } from "vitest";
import { outcomeOf, rehearsalOf } from "./findings";
import type { ReadItem } from "./scenario";

const question = "Are you open on Saturdays?";
const asked = (before: string | null) => ({ question, before });

function item(
  answers: boolean | null,
  same?: boolean | null,
  contradicts?: boolean,
  said = "From eight.",
): ReadItem {
  const check = (kind: "must" | "mustNot", isMet: boolean | null) => ({ kind, text: "", isMet });
  return {
    ...{ state: "passed", reason: null },
    checks: [
      check("must", answers),
      ...(same === undefined ? [] : [check("must", same)]),
      ...(contradicts === undefined ? [] : [check("mustNot", !contradicts)]),
    ],
    lines: [
      { role: "assistant", text: "Welcome!" },
      { role: "user", text: question },
      { role: "assistant", text: said },
    ],
  };
}

test("a question is asked literally, and compared with its earlier answer and the opening hours", () => {
  expect(rehearsalOf(asked("x".repeat(900)), "Monday closed")).toMatchObject({
    situation: `“${question}”`,
    must: [`answers this: ${question}`, `says the same in substance as: ${"x".repeat(300)}`],
    mustNot: ["contradicts these opening hours: Monday closed"],
  });
  expect(rehearsalOf(asked(null), null)).toMatchObject({
    must: [`answers this: ${question}`],
    mustNot: [],
  });
});

test("the first answer is kept without the greeting, and is no finding", () => {
  expect(outcomeOf(asked(null), item(true))).toEqual({ answer: "From eight.", finding: null });
});

test("an answer that is the same in substance keeps its earlier words", () => {
  expect(outcomeOf(asked("From 8."), item(true, true))).toEqual({
    answer: "From 8.",
    finding: null,
  });
});

test("an answer that changed, vanished or contradicts the opening hours is a finding", () => {
  expect(outcomeOf(asked("From 8."), item(true, false))).toEqual({
    answer: "From eight.",
    finding: { kind: "changed", question, before: "From 8.", now: "From eight." },
  });
  expect(outcomeOf(asked("From 8."), item(false, false, false, "Sorry."))).toEqual({
    answer: null,
    finding: { kind: "vanished", question, before: "From 8.", now: "Sorry." },
  });
  expect(outcomeOf(asked(null), item(true, undefined, true))?.finding?.kind).toBe("contradicts");
});

test("a question that was not answered before and is not answered now is no finding", () => {
  expect(outcomeOf(asked(null), item(false))).toEqual({ answer: null, finding: null });
});

test("what the platform could not judge changes nothing", () => {
  expect(outcomeOf(asked("From 8."), item(null, false))).toBeNull();
  expect(outcomeOf(asked("From 8."), item(true, null))).toBeNull();
});
