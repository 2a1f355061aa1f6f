import { expect, test } from "vitest";
import { silenceReason } from "./ended-reason.ts";

test.each([
  [{ hasMicrophone: true, hasSentAudio: true }, "silence-timed-out"],
  [{ hasMicrophone: false, hasSentAudio: false }, "customer-did-not-give-microphone-permission"],
  [
    { hasMicrophone: true, hasSentAudio: false },
    "call.in-progress.error-assistant-did-not-receive-customer-audio",
  ],
])("[C8] a silent call with %o ends with %s", (call, reason) => {
  expect(silenceReason(call)).toBe(reason);
});
