import { expect, test } from "vitest";
import { isSuccessfulEnd } from "./endedReasons";

test.each([
  "assistant-ended-call",
  "customer-ended-call",
  "assistant-hung-up",
  "customer-hung-up",
  "assistant-ended-call-after-message-spoken",
  "assistant-ended-call-with-hangup-task",
])("%s is how a call should end", (reason) => {
  expect(isSuccessfulEnd(reason)).toBe(true);
});

test.each([null, "", "silence-timed-out", "assistant-error", "assistant-ended-callously"])(
  "%s is not",
  (reason) => {
    expect(isSuccessfulEnd(reason)).toBe(false);
  },
);
