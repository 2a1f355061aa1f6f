import { expect, test } from "vitest";
import { PROVIDER_IDS } from "@hark/vapi-stand-in/speech/voices";
import { VOICES } from "../../../convex/shared/voices";

test("[C24] the stand-in has each voice and fallback voice of the product, under the provider's ID", () => {
  const offered = VOICES.flatMap(({ id, providerVoiceId, fallback }) => [
    [id, providerVoiceId],
    [fallback.toLowerCase(), fallback],
  ]);
  expect(PROVIDER_IDS).toEqual(Object.fromEntries(offered));
});
