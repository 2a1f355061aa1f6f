// @vitest-environment node
import { expect, test } from "vitest";
import type { Finding } from "../shared/findings";
import { foundOf, parseOutcome } from "./parseOutcome";

const output = (result: unknown, name = "Hark") => ({
  structuredOutputs: { id: { name, result } },
});
const NOTHING = { found: [], unanswered: [], mood: null, language: null };
const NOT_YET = { outcome: null, verdict: null };

test("nothing is told until the platform has it", () => {
  expect(parseOutcome({})).toEqual(NOT_YET);
  expect(parseOutcome({ structuredOutputs: {} })).toEqual(NOT_YET);
  expect(parseOutcome(output({ mood: "positive" }, "Somebody else's"))).toEqual(NOT_YET);
});

test("what a call was about and whether it was a success comes with it", () => {
  const told = { summary: " They asked for the hours. ", success: false };
  expect(parseOutcome(output(told))).toEqual({
    outcome: NOTHING,
    verdict: { summary: "They asked for the hours.", isSuccessful: false },
  });
  expect(parseOutcome(output({ summary: 5, success: "yes" })).verdict).toEqual({
    summary: null,
    isSuccessful: null,
  });
});

// https://docs.vapi.ai/assistants/structured-outputs
test("a failure, and a call in which too little was said, leave nothing", () => {
  expect(parseOutcome(output(null))).toEqual({ outcome: NOTHING, verdict: null });
  const skipped = { id: { name: "Hark", unmetCondition: { type: "minMessages", count: 2 } } };
  expect(parseOutcome({ skippedStructuredOutputs: skipped })).toEqual({
    outcome: NOTHING,
    verdict: null,
  });
});

test("what is told is believed as far as it has the form", () => {
  const { outcome } = parseOutcome(
    output({
      found: { name: " Ada ", loaves: 3, call_back: false, odd: { a: 1 }, empty: "" },
      unanswered: ["Do you sell tyres?", 5, ""],
      mood: "furious",
      language: "English",
    }),
  );
  expect(outcome).toEqual({
    found: [
      { key: "name", value: "Ada" },
      { key: "loaves", value: 3 },
      { key: "call_back", value: false },
    ],
    unanswered: ["Do you sell tyres?"],
    mood: null,
    language: null,
  });
  const { outcome: long } = parseOutcome(
    output({ unanswered: Array.from({ length: 99 }, () => "x".repeat(999)) }),
  );
  expect(long?.unanswered).toHaveLength(20);
  expect(long?.unanswered[0]).toHaveLength(300);
});

test.each<[Finding["kind"], unknown, unknown]>([
  ["number", "3", 3],
  ["number", "many", null],
  ["yesNo", "Yes", true],
  ["yesNo", "perhaps", null],
  ["choice", "delivery", "Delivery"],
  ["choice", "by drone", null],
  ["email", "ada@example.com", "ada@example.com"],
  ["email", "ada", null],
  ["phone", "0301234", "0301234"],
  ["phone", "unknown", null],
  ["text", 5, "5"],
  ["date", "2026-11-27", "2026-11-27"],
])("%s: %j is kept as %j", (kind, told, kept) => {
  const choices = kind === "choice" ? { choices: ["Pick-up", "Delivery"] } : {};
  const finding = { label: "It", kind, isRequired: true, ...choices };
  const [found] = foundOf([finding], [{ key: "it", value: told as string }]);
  expect(found?.value).toBe(kept);
});

test("what is asked for no longer keeps the name that it had", () => {
  expect(foundOf([], [{ key: "phone_number", value: "0301234" }])).toEqual([
    {
      key: "phone_number",
      label: "phone number",
      kind: "text",
      isRequired: false,
      value: "0301234",
    },
  ]);
});
