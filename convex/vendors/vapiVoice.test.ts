import { expect, test } from "vitest";
import { parseVoiceIds } from "./vapiVoice";

test.each(["lily", "[", '{"hal":"x"}', '{"lily":1}', "null"])(
  "VOICE_IDS that are %s are refused with an example",
  (text) => {
    expect(() => parseVoiceIds(text)).toThrow(/VOICE_IDS must be JSON/);
  },
);

test("VOICE_IDS may be missing", () => {
  expect(parseVoiceIds(null)).toEqual({});
});
