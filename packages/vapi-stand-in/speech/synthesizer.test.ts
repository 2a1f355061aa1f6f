import { afterAll, beforeAll, expect, test } from "vitest";
import { speakable } from "./pronounceable-text.ts";
import { loudness, SAMPLE_RATE, secondsOf } from "./pcm.ts";
import { openSynthesizer } from "./synthesizer.ts";
import type { Synthesizer } from "./synthesizer.ts";
import { PROVIDER_IDS, VOICE_NAMES, voiceFor } from "./voices.ts";

let synthesizer: Synthesizer;
beforeAll(async () => {
  synthesizer = openSynthesizer();
});
afterAll(() => synthesizer.close());

/** The pitch of the loudest third of a second, by the shift at which it resembles itself most. */
function pitchOf(samples: Int16Array): number {
  const window = SAMPLE_RATE / 3;
  const starts = Array.from({ length: 20 }, (_, n) =>
    Math.floor(((samples.length - window) * n) / 20),
  );
  const start = starts.reduce((best, at) =>
    loudness(samples.subarray(at, at + window)) > loudness(samples.subarray(best, best + window))
      ? at
      : best,
  );
  let best = { hz: 0, likeness: 0 };
  for (let hz = 70; hz <= 300; hz += 2) {
    const shift = Math.round(SAMPLE_RATE / hz);
    let likeness = 0;
    for (let at = start; at < start + window - shift; at++) {
      likeness += (samples[at] ?? 0) * (samples[at + shift] ?? 0);
    }
    if (likeness > best.likeness) best = { hz, likeness };
  }
  return best.hz;
}

test("[A1] the voices differ in pitch or pace by what an ear notices", async () => {
  const text = "Our shop is open from nine in the morning until half past five.";
  const heard = await Promise.all(
    VOICE_NAMES.map(async (voice) => {
      const samples = await synthesizer.speak(text, voice);
      return { voice, pitchHz: pitchOf(samples), seconds: secondsOf(samples) };
    }),
  );
  const alike = heard.flatMap((one, index) =>
    heard.slice(index + 1).flatMap((other) => {
      const pitch = Math.abs(one.pitchHz / other.pitchHz - 1);
      const pace = Math.abs(one.seconds / other.seconds - 1);
      return pitch < 0.06 && pace < 0.06 ? [`${one.voice} and ${other.voice}`] : [];
    }),
  );
  expect(alike, JSON.stringify(heard)).toEqual([]);
});

test("[A1] a text that no voice can read makes a short sound and no error", async () => {
  expect(secondsOf(await synthesizer.speak("…", "sarah"))).toBeLessThan(1);
  expect(speakable("“Café” — 10 €")).toBe("Cafe , 10");
});

test("[A4] a sentence begins with its first sound, in every voice", async () => {
  for (const voice of VOICE_NAMES) {
    const samples = await synthesizer.speak("Hello, how can I help you today?", voice);
    const first = samples.findIndex((sample) => Math.abs(sample) > 100);
    expect(first / SAMPLE_RATE, voice).toBeLessThanOrEqual(0.01);
    expect(first, voice).toBeGreaterThanOrEqual(0);
  }
});

test("[A1] the provider's ids lead to their voices, unknown ids always to the same one", () => {
  expect(VOICE_NAMES.map((name) => voiceFor(PROVIDER_IDS[name]))).toEqual(VOICE_NAMES);
  expect(voiceFor("some-other-voice")).toBe(voiceFor("some-other-voice"));
});

test("a synthesizer that was closed fails what still waits", async () => {
  const other = openSynthesizer();
  const speech = other.speak("Too late.", "brian");
  const failure = expect(speech).rejects.toThrow("has stopped");
  await other.close();
  await failure;
});

test("[A3] one thread speaks hundreds of sentences, and the last as the first", async () => {
  const first = await synthesizer.speak("Hello.", "brian");
  for (let sentence = 0; sentence < 200; sentence++) {
    await synthesizer.speak(`Hi, ${sentence}.`, "brian");
  }
  expect(await synthesizer.speak("Hello.", "brian")).toEqual(first);
});

test("[A1] its thread rests when nobody has spoken for a while, and speaks again when asked", async () => {
  const resting = openSynthesizer(0);
  const first = await resting.speak("Hello.", "sarah");
  expect(await resting.speak("Hello again.", "sarah")).not.toEqual(first);
  resting.prepare();
  const last = expect(resting.speak("And again.", "sarah")).rejects.toThrow("has stopped");
  await resting.close();
  await last;
});

test("[A5] a sentence that was spoken is kept, and the longest unused make room", async () => {
  const other = openSynthesizer();
  const first = await other.speak("Hello.", "brian");
  expect(await other.speak("Hello.", "brian"), "the same samples").toBe(first);
  expect(await other.speak("Hello.", "sarah"), "each voice has its own").not.toEqual(first);
  for (let sentence = 0; sentence < 40; sentence++) await other.speak(`${sentence}`, "brian");
  const again = await other.speak("Hello.", "brian");
  expect(again, "made anew").not.toBe(first);
  expect(again).toEqual(first);
  await other.close();
});
