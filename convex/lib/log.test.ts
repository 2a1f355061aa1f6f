import { afterEach, expect, test, vi } from "vitest";
import { logEvent, referenceOf } from "./log";

afterEach(() => void vi.restoreAllMocks());

function linesOf(log: () => void): unknown[] {
  const lines: unknown[] = [];
  const keep = (line: string) => void lines.push(JSON.parse(line));
  vi.spyOn(console, "log").mockImplementation(keep);
  vi.spyOn(console, "error").mockImplementation(keep);
  log();
  return lines;
}

test("an event is one line of JSON, with the ids that it is about", () => {
  const about = { conversation: "k57abc", vendor: "vapi", vendorId: "0192-ab" } as const;
  expect(linesOf(() => logEvent({ event: "call.started", ...about, ms: 12 }))).toEqual([
    { level: "info", event: "call.started", ...about, ms: 12 },
  ]);
});

// T135: docs/security.md
test.each([
  "When do you open?",
  "m@shop.example",
  "maria.k@shop",
  "079 555 12 34",
  "+41795551234",
  "203.0.113.7",
  "Grüße",
  "a\nb",
  "",
])("what is no id is not repeated: %s", (text) => {
  const event = { event: "webhook.received", conversation: text, status: text } as const;
  expect(linesOf(() => logEvent(event))).toEqual([
    { level: "info", ...event, conversation: "unreadable", status: "unreadable" },
  ]);
});

// T135: docs/security.md
test("of an error only the places are logged, not what it says", () => {
  const error = new Error("A visitor said:\n at home (I open:1:1)\nWhen do you open?");
  const [line] = linesOf(() => logEvent({ event: "request.failed", level: "error", error }));
  expect(JSON.stringify(line)).toMatch(/log\.test/);
  expect(JSON.stringify(line)).not.toMatch(/visitor|home|open\?/);
});

test("a visitor's reference finds the lines of the conversation", () => {
  expect("k57abcdefghijk").toContain(referenceOf("k57abcdefghijk"));
  expect(referenceOf("k57abcdefghijk")).toHaveLength(8);
});
