import { expect, test } from "vitest";
import { createDownsampler, createUpsampler } from "./resample.ts";

function tone(hz: number, rate: number): Float32Array {
  return Float32Array.from({ length: rate }, (_, at) => Math.sin((2 * Math.PI * hz * at) / rate));
}

function crossings(samples: Float32Array): number {
  return samples.reduce(
    (count, sample, at) => count + (sample >= 0 && (samples[at - 1] ?? 0) < 0 ? 1 : 0),
    0,
  );
}

test.each([48_000, 44_100, 16_000])(
  "[M5] a tone keeps its pitch on its way from and to %i Hz",
  (rate) => {
    const down: number[] = [];
    createDownsampler(rate, 16_000)(tone(400, rate), (sample) => down.push(sample));
    expect(Math.abs(down.length - 16_000)).toBeLessThanOrEqual(1);
    expect(Math.abs(crossings(Float32Array.from(down)) - 400)).toBeLessThanOrEqual(1);

    const queue = [...down];
    const up = new Float32Array(rate);
    createUpsampler(16_000, rate)(up, () => queue.shift() ?? null);
    expect(Math.abs(crossings(up) - 400)).toBeLessThanOrEqual(1);
  },
);

test("[M5] a tone above what the room carries is weakened", () => {
  const out: number[] = [];
  createDownsampler(48_000, 16_000)(tone(15_000, 48_000), (sample) => out.push(sample));
  expect(Math.max(...out)).toBeLessThan(0.5);
});
