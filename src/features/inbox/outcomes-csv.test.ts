import { expect, test } from "vitest";
import type { ShownOutcome } from "./shown-outcome";
import { outcomesCsv } from "./outcomes-csv";

const ATTACK = "Bob;=1+cmd|'/c calc'!A1";

function anOutcome(name: string, question: string): ShownOutcome {
  return {
    callId: "call1" as ShownOutcome["callId"],
    channel: "voice",
    leftBecause: null,
    soFar: null,
    conversations: [],
    atMs: Date.parse("2026-11-21T10:00:00Z"),
    assistant: null,
    found: [{ key: "name", label: "Name", kind: "text", isRequired: false, value: name }],
    unanswered: [question, question],
    mood: null,
    language: "de",
    isUnread: true,
    status: "new",
    note: "",
  };
}

test("each entry is a row, with a column for each label", () => {
  expect(outcomesCsv([anOutcome("Bob", "Are you open on Sunday?")])).toBe(
    '\uFEFF"Call ID","Time","Assistant","Channel","Left because","Status","Note","Name","Unanswered questions","Mood","Language"\r\n' +
      '"call1","2026-11-21T10:00:00.000Z",,"voice",,"New","","Bob","Are you open on Sunday?\nAre you open on Sunday?",,"de"\r\n',
  );
});

// T90: docs/security.md
test("a spreadsheet does not run formulas in visitors' answers", () => {
  const csv = outcomesCsv([anOutcome(ATTACK, "=1")]);
  expect(csv).toContain(`"Bob;'=1+cmd|'/c calc'!A1"`);
  expect(csv).toContain(`"'=1\n'=1"`);
});
