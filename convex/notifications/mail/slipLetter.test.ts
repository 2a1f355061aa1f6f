// @vitest-environment node
import { expect, test } from "vitest";
import { LANGUAGES } from "../../shared/languages";
import { SLIP_STATES } from "../../shared/slip";
import { slipLetter } from "./slipLetter";
import type { MailedSlip } from "./table";

const SLIP: MailedSlip = {
  ...{ state: "booked", title: "Cake www.evil.example", assistantName: "Bakery", language: "en" },
  time: "Freitag, 19:00 (Europe/Berlin), 30 min",
  lines: [{ label: "note", value: `boss@evil.example ${"x".repeat(600)}` }],
  calendarFile: null,
  receiptUrl: "https://hark.example/receipt/run-key",
};
const letterOf = (slip: Partial<MailedSlip>) =>
  slipLetter({
    template: "slip",
    runId: "run" as Parameters<typeof slipLetter>[0]["runId"],
    slip: { ...SLIP, ...slip },
  });

test.each(LANGUAGES)("in $name each state has its subject, and all texts are there", ({ id }) => {
  const subjects = SLIP_STATES.map((state) => letterOf({ state, language: id }).subject);
  expect(new Set(subjects).size).toBe(SLIP_STATES.length);
  expect(subjects.every((subject) => subject.includes("Bakery"))).toBe(true);
  const { language, reason } = letterOf({ language: id });
  expect(language).toBe(id);
  expect(reason).toContain("Bakery");
  if (id !== "en") expect(reason).not.toBe(letterOf({}).reason);
});

// T126: docs/security.md
test("values are short, and nothing in them looks like an address", () => {
  const { parts, subject, preview, reason } = letterOf({ assistantName: "Go to evil.example" });
  const written = JSON.stringify([parts, subject, preview, reason]);
  expect(written).not.toMatch(/evil\.example|@/);
  const [, , note] = parts;
  expect(note?.kind === "text" && note.text.length).toBeLessThan(220);
});
