import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { secondsOf } from "@hark/vapi-stand-in/speech/pcm";
import { fromWav } from "@hark/vapi-stand-in/speech/wav";
import { voiceSamples } from "./samples.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../public/voice-previews");

test("[A2] a sample of every voice and fallback voice is committed, a second or two long", async () => {
  const samples = voiceSamples({});
  expect(samples).toHaveLength(12);
  for (const { name, file } of samples) {
    const seconds = secondsOf(fromWav(await readFile(path.join(FOLDER, file))));
    expect(seconds, name).toBeGreaterThan(0.8);
    expect(seconds, name).toBeLessThan(2.2);
  }
});

test("samples have the voices of calls, alone, so that no other voice speaks in place of a withdrawn one", () => {
  const samples = voiceSamples({ lily: "her-successor" });
  const voiceOf = (wanted: string) => samples.find(({ name }) => name === wanted)?.voice;
  const model = "eleven_flash_v2_5";
  expect(voiceOf("Lily")).toEqual({ provider: "11labs", voiceId: "her-successor", model });
  expect(voiceOf("Brian")).toEqual({ provider: "11labs", voiceId: "nPczCjzI2devNBz1zQrb", model });
  expect(voiceOf("Elliot")).toEqual({ provider: "vapi", voiceId: "Elliot", version: 2 });
});
