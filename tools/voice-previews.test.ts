import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { secondsOf } from "@hark/vapi-stand-in/speech/pcm";
import { VOICE_NAMES } from "@hark/vapi-stand-in/speech/voices";
import { fromWav } from "@hark/vapi-stand-in/speech/wav";
import { elevenLabs, previewText, writePreviews } from "./voice-previews.ts";

test("[A2] a preview of every voice is committed, a second or two long", async () => {
  for (const voice of VOICE_NAMES) {
    const file = await readFile(
      path.resolve(import.meta.dirname, `../public/voice-previews/${voice}.wav`),
    );
    const seconds = secondsOf(fromWav(file));
    expect(seconds, voice).toBeGreaterThan(0.8);
    expect(seconds, voice).toBeLessThan(2.2);
  }
});

test("[A2] previews can be made by the real provider", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hark-previews-"));
  const requests: { url: string; key: string | null; body: string }[] = [];
  const speak = elevenLabs("the-key", async (input, init) => {
    const request = new Request(input, init);
    requests.push({
      url: request.url,
      key: request.headers.get("xi-api-key"),
      body: await request.text(),
    });
    return new Response(new Uint8Array([1, 0, 2, 0]));
  });
  await writePreviews(folder, speak);
  expect((await readdir(folder)).sort()).toEqual(VOICE_NAMES.map((voice) => `${voice}.wav`).sort());
  expect(fromWav(await readFile(path.join(folder, "lily.wav")))).toEqual(Int16Array.from([1, 2]));
  expect(requests[0]).toMatchObject({
    url: "https://api.elevenlabs.io/v1/text-to-speech/cgSgspJ2msm6clMCkdW9?output_format=pcm_16000",
    key: "the-key",
  });
  expect(JSON.parse(requests[0]?.body ?? "")).toMatchObject({ text: previewText("jessica") });
  await rm(folder, { recursive: true });
});

test("[A2] an error of the provider names the voice", async () => {
  const speak = elevenLabs("bad", async () => new Response("no such key", { status: 401 }));
  await expect(speak("Hello.", "liam")).rejects.toThrow("answered 401 for liam: no such key");
});
