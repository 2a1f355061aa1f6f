import { expect, test } from "vitest";
import { meaningOf } from "./sdk-error";

/** As the SDK reports a player that did not begin: `serializeError` in @vapi-ai/web's vapi.js. */
const notPlayed = (name: string) => ({
  type: "audio-start-failed",
  error: { name, message: "as a test wants it" },
});

test.each([
  ["NotAllowedError", "sound_blocked"],
  ["NotFoundError", "no_sound_output"],
  ["NotSupportedError", "no_sound_output"],
])("sound that fails with %s has its own words", (name, code) => {
  expect(meaningOf(notPlayed(name), true)).toEqual({ kind: "failure", code });
});
