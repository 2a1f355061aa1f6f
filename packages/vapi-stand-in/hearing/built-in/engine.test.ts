import { afterAll, beforeAll, expect, test as base } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { SAMPLE_RATE } from "../../speech/pcm.ts";
import { openSynthesizer } from "../../speech/synthesizer.ts";
import type { Synthesizer } from "../../speech/synthesizer.ts";
import type { VoiceName } from "../../speech/voices.ts";
import { isRecognizerMissing, packageFolder } from "../test-recognizer.ts";
import { openEngine } from "./engine.ts";
import type { Engine } from "./engine.ts";

const test = base.skipIf(isRecognizerMissing);

let synthesizer: Synthesizer;
let engine: Engine;
beforeAll(async () => {
  synthesizer = openSynthesizer();
  if (!isRecognizerMissing) engine = await open("");
});
afterAll(() => synthesizer.close());

function open(texts: string): Promise<Engine> {
  return openEngine({ folder: must(packageFolder, "the package's folder"), texts });
}

/** With half a second of silence before and after, as in a call. */
async function wordsOf(text: string, voice: VoiceName, by = engine): Promise<string> {
  const pause = new Int16Array(SAMPLE_RATE / 2);
  by.start();
  for (const samples of [pause, await synthesizer.speak(text, voice), pause]) by.hear(samples);
  return by.finish();
}

test.each(["jessica", "daniel", "brian", "charlotte"] as const)(
  "[H2] a question is understood word for word in the voice of %s",
  async (voice) => {
    expect(await wordsOf("What are your opening hours?", voice)).toBe(
      "what are your opening hours",
    );
  },
);

test("[H2] digital silence, full-scale noise and a constant have no words, and stop nothing", async () => {
  let seed = 1;
  const noise = Int16Array.from({ length: 2 * SAMPLE_RATE }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return (seed % 65_536) - 32_768;
  });
  const sounds = [new Int16Array(2 * SAMPLE_RATE), noise, noise.map(() => 32_767)];
  for (const samples of sounds) {
    engine.start();
    engine.hear(samples);
    // A breath of noise may sound like one.
    expect(engine.finish().length).toBeLessThan("two words".length);
  }
  expect(await wordsOf("What are your opening hours?", "daniel")).toContain("opening hours");
});

test("[H2] the longest turn, half a minute, has room", async () => {
  const sentence = await synthesizer.speak("What are your opening hours?", "daniel");
  engine.start();
  for (let samples = 0; samples < 30 * SAMPLE_RATE; samples += sentence.length)
    engine.hear(sentence);
  expect(engine.finish().match(/opening hours/g)?.length).toBeGreaterThan(10);
});

test("[H6] the words of the assistant are understood, and those that the dictionary lacks", async () => {
  const question = "Is this Sweet Crumbs, the sourdough bakery?";
  expect(await wordsOf(question, "daniel")).not.toContain("crumbs");
  const texts = "Sweet Crumbs\nYou answer for Sweet Crumbs, a bakery. Our sourdough is famous.";
  const words = await wordsOf(question, "daniel", await open(texts));
  expect(words).toContain("crumbs");
  expect(words).toContain("sourdough bakery");
});
