import { getConvexSize } from "convex/values";
import { expect, test } from "vitest";
import { readReport } from "./report";

const ENDED = { endedAt: "2026-11-21T10:01:30.000Z" };

test("a call without an end has no report", () => {
  expect(readReport({ startedAt: "2026-11-21T10:00:00.000Z" })).toBeNull();
  expect(readReport({ endedAt: "yesterday" })).toBeNull();
});

test("what is missing or of another kind is left out, and never a reason to fail", () => {
  const report = readReport({
    ...ENDED,
    cost: "free",
    analysis: 7,
    artifact: { messages: "none" },
  });
  expect(report).toEqual({
    startedAtMs: null,
    endedAtMs: Date.parse(ENDED.endedAt),
    endedReason: null,
    costMicros: 0,
    summary: null,
    isSuccessful: null,
    transcript: null,
    messages: [],
    hasRecording: false,
    outcome: null,
  });
});

test("costs are whole millionths of a dollar", () => {
  expect(readReport({ ...ENDED, cost: 0.1 + 0.2 })?.costMicros).toBe(300_000);
  expect(readReport({ ...ENDED, cost: -1 })?.costMicros).toBe(0);
});

test("what the visitor typed during the call is marked, and the mark itself is not shown", () => {
  const artifact = {
    transcript: "User: [typed] ada@example.com\nAI: Thank you.\n",
    messages: [
      { role: "user", message: "[typed] ada@example.com", secondsFromStart: 3 },
      { role: "bot", message: "[typed] is what I say.", secondsFromStart: 4 },
    ],
  };
  const analysis = { summary: "They said: “[typed] ada@example.com”." };
  expect(readReport({ ...ENDED, analysis, artifact })).toMatchObject({
    summary: "They said: “ada@example.com”.",
    transcript: "User: ada@example.com\nAI: Thank you.\n",
    messages: [
      { role: "user", text: "ada@example.com", isTyped: true },
      { role: "assistant", text: "[typed] is what I say." },
    ],
  });
});

test.each([
  { recordingUrl: "https://storage.example/a.mp3" },
  { recording: { mono: { combinedUrl: "https://storage.example/a.mp3" } } },
])("a recording is known by any of its links", (artifact) => {
  expect(readReport({ ...ENDED, artifact })?.hasRecording).toBe(true);
});

// T31: docs/security.md
test("an endless report is cut to what a document can hold", () => {
  const message = { role: "bot", message: "x".repeat(10_000) };
  const artifact = { transcript: "x".repeat(2_000_000), messages: Array(5_000).fill(message) };
  const report = readReport({ ...ENDED, artifact });
  expect(report?.transcript).toHaveLength(100_000);
  expect(report?.messages).toHaveLength(10);
});

// T31: docs/security.md
test("a report in a script whose letters take three bytes each fits a document too", () => {
  const messages = Array(100_000).fill({ role: "bot", message: "話", secondsFromStart: 1.5 });
  const artifact = { transcript: "話".repeat(200_000), messages };
  const report = readReport({ ...ENDED, analysis: { summary: "話".repeat(20_000) }, artifact });
  const { transcript = "", summary, messages: said = [] } = report ?? {};
  const texts = { transcript, messages: said, searchText: `${summary}\n${transcript}` };
  expect(getConvexSize(texts)).toBeLessThan(2 ** 20 - 1_000);
});
