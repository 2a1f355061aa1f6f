import { expect, test } from "vitest";
import { VOICES } from "../../convex/shared/voices.ts";
import { endingVoices, withSuccessors } from "./retired-voices.ts";

test("seven of the eight voices end, until all of them are replaced", () => {
  expect(endingVoices({})).toEqual(
    VOICES.map(({ name }) => name).filter((name) => name !== "Charlotte"),
  );
  expect(endingVoices({ VOICE_IDS: '{"sarah":"another"}' })).not.toContain("Sarah");
  expect(endingVoices({ VOICE_IDS: withSuccessors() })).toEqual([]);
});

test("what an operator has chosen stays, except the voice that ends itself", () => {
  const [jessica] = VOICES;
  const chosen = { sarah: "another", jessica: jessica.providerVoiceId };
  const voices = JSON.parse(withSuccessors(JSON.stringify(chosen))) as object;
  expect(voices).toMatchObject({ sarah: "another", brian: "8dEUmyPMdDdK91vboYih" });
  expect(voices).not.toMatchObject({ jessica: jessica.providerVoiceId });
});

test("a value that is no JSON counts as none", () => {
  expect(endingVoices({ VOICE_IDS: "{" })).toHaveLength(7);
});
