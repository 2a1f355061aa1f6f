import { expect, test } from "vitest";
import { ELEVENLABS_IDS, VOICE_NAMES } from "@hark/vapi-stand-in/speech/voices";
import { VOICES } from "../../../convex/shared/voices";

test("[C24] the stand-in has each voice that the product offers, under the provider's ID", () => {
  const offered = Object.fromEntries(
    VOICES.map(({ id, providerVoiceId }) => [id, providerVoiceId]),
  );
  expect(ELEVENLABS_IDS).toEqual(offered);
  // tools/voice-previews.test.ts expects a preview for each of these.
  expect([...VOICE_NAMES].sort()).toEqual(Object.keys(offered).sort());
});
