import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FRAME_SAMPLES, mix, samplesOf } from "../speech/pcm.ts";
import { fromWav, toWav } from "../speech/wav.ts";
import { openRecorder, repairRecording } from "./recorder.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hark-recorder-"));
});
afterEach(() => rm(folder, { recursive: true }));

const fail = (error: unknown) => {
  throw error as Error;
};

test("[C12] what was written frame by frame is one playable file", async () => {
  const file = path.join(folder, "a.wav");
  const recorder = await openRecorder(file, fail);
  for (let frame = 0; frame < 60; frame++)
    recorder.write(new Int16Array(FRAME_SAMPLES).fill(frame));
  await recorder.close();
  const samples = fromWav(await readFile(file));
  expect(samples).toHaveLength(60 * FRAME_SAMPLES);
  expect([samples[0], samples.at(-1)]).toEqual([0, 59]);
});

test("[C12] a recording that was cut off is repaired, a missing one is no error", async () => {
  const file = path.join(folder, "b.wav");
  const recorder = await openRecorder(file, fail);
  await recorder.close();
  await appendFile(file, Buffer.alloc(3 * 2 * FRAME_SAMPLES + 5));
  await repairRecording(file);
  expect(fromWav(await readFile(file))).toHaveLength(3 * FRAME_SAMPLES);
  await repairRecording(path.join(folder, "missing.wav"));
});

test("[C12] a WAV file comes back as it was written; other formats are refused", () => {
  const samples = Int16Array.from([0, 1, -1, 32_767, -32_768]);
  const file = toWav(samples);
  expect(fromWav(file)).toEqual(samples);
  file.writeUInt16LE(2, 22);
  expect(() => fromWav(file)).toThrow("mono");
  expect(() => fromWav(Buffer.from("ID3 and more than that"))).toThrow("Not a WAV file");
});

test("[C12] two sides are mixed without wrapping around, and odd bytes are left out", () => {
  const loud = Int16Array.from([30_000, -30_000, 5]);
  expect(mix(loud, loud)).toEqual(Int16Array.from([32_767, -32_768, 10]));
  expect(samplesOf(new Uint8Array([1, 0, 2]))).toEqual(Int16Array.from([1]));
});
