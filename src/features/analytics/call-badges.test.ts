import { assistantNameOf, secondsOf } from "../../lib/shown-calls";
import { expect, test } from "vitest";
import { endedReasonText, endedReasonTone, statusBadge } from "./call-badges";
import { aCall } from "../../lib/sample-call";

test.each([
  ["ended", "Ended", "accent"],
  ["in-progress", "In progress", "bad"],
  ["queued", "Queued", "neutral"],
  ["ringing", "Ringing", "outline"],
  ["not-found", "Not found", "neutral"],
  ["constructor", "Constructor", "neutral"],
])("a call that is %s has the badge %s, %s", (status, label, tone) => {
  expect(statusBadge(status)).toEqual({ label, tone });
});

test.each([
  ["customer-ended-call", "Customer Ended Call"],
  ["timeout", "Timeout"],
  ["", "Unknown"],
  [null, "Unknown"],
])("%s reads as %s", (reason, text) => {
  expect(endedReasonText(reason)).toBe(text);
});

test.each([
  ["assistant-ended-call", "accent"],
  ["assistant-ended-call-after-message-spoken", "accent"],
  ["assistant-hung-up", "accent"],
  ["customer-ended-call", "outline"],
  ["customer-hung-up", "outline"],
  ["assistant-error", "bad"],
  ["error", "bad"],
  ["error-vapifault-timeout", "bad"],
  ["errors-of-others", "neutral"],
  ["timeout", "neutral"],
  ["unknown", "neutral"],
  [null, "neutral"],
])("%s is shown %s", (reason, tone) => {
  expect(endedReasonTone(reason)).toBe(tone);
});

test("a call lasts from its start to its end, and has no length without either", () => {
  const times = { startedAt: "2026-11-21T10:00:00.000Z", endedAt: "2026-11-21T10:01:15.000Z" };
  expect(secondsOf(aCall(times))).toBe(75);
  expect(secondsOf(aCall({ ...times, startedAt: null }))).toBeNull();
  expect(secondsOf(aCall({ ...times, endedAt: null }))).toBeNull();
});

test("the assistant of a call may be gone", () => {
  expect(assistantNameOf(aCall({ assistant: null }))).toBe("Unknown");
});
