import { expect, test } from "vitest";
import { WIDGET_MESSAGES } from "../../convex/shared/messages";
import { meaningOf } from "./sdk-error";

/** As the SDK reports a player that did not begin: `serializeError` in @vapi-ai/web's vapi.js. */
const notPlayed = (name: string) => ({
  type: "audio-start-failed",
  error: { name, message: "as a test wants it" },
});

test.each([
  ["NotAllowedError", WIDGET_MESSAGES.soundBlocked],
  ["NotFoundError", WIDGET_MESSAGES.noSoundOutput],
  ["NotSupportedError", WIDGET_MESSAGES.noSoundOutput],
])("sound that fails with %s has its own words", (name, text) => {
  expect(meaningOf(notPlayed(name), true)).toEqual({ kind: "failure", text });
});
