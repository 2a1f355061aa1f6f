import { expect, test } from "vitest";
import { DEFAULT_CONVERSATION } from "../shared/conversation";
import { VOICES } from "../shared/voices";
import { testerVoice } from "./testerVoice";
import { voiceSpec } from "../vendors/vapiVoice";

test.each(VOICES)("the tester of $name has another voice", ({ id, gender }) => {
  const { voice } = testerVoice({ voice: id }, {});
  const other = VOICES.find(({ providerVoiceId }) => providerVoiceId === voice.voiceId);
  expect(other?.id).not.toBe(id);
  expect(other?.gender).not.toBe(gender);
});

test("the tester understands the assistant's language, and its voice follows the environment", () => {
  const talk = { ...DEFAULT_CONVERSATION, language: "de" as const };
  const spoken = testerVoice({ voice: "jessica", talk }, { charlie: "v1" });
  expect(spoken).toEqual({
    voice: voiceSpec("charlie", { charlie: "v1" }),
    transcriber: { provider: "deepgram", model: "nova-3", language: "de" },
  });
  expect(spoken.voice.voiceId).toBe("v1");
  expect(testerVoice({ voice: "jessica" }, {})).not.toHaveProperty("transcriber");
});
