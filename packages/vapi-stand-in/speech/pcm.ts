/** All audio of the platform: 16-bit mono at 16 kHz, carried in frames of 20 ms. */
export const SAMPLE_RATE = 16_000;
export const FRAME_MS = 20;
export const FRAME_SAMPLES = (SAMPLE_RATE * FRAME_MS) / 1000;

export const SILENT_FRAME = new Int16Array(FRAME_SAMPLES);

const LOUDEST = 32_767;
const QUIETEST = -32_768;

/** Mixes both, as one microphone would record them. */
export function mix(one: Int16Array, other: Int16Array): Int16Array {
  return one.map((sample, index) => {
    const sum = sample + (other[index] ?? 0);
    return Math.max(QUIETEST, Math.min(LOUDEST, sum));
  });
}

/** The samples of a binary message, copied: its bytes may start at an odd address of a larger memory. */
export function samplesOf(bytes: Uint8Array): Int16Array {
  const wholeBytes = bytes.byteLength - (bytes.byteLength % 2);
  return new Int16Array(new Uint8Array(bytes.subarray(0, wholeBytes)).buffer);
}

export function bytesOf(samples: Int16Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

export function join(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

// Below this is inaudible. It is low, because a consonant begins softly.
const AUDIBLE = 100;
const SOFT_BEGINNING = 0.01 * SAMPLE_RATE;

/** Removes the silence before the first sound, so that the reply starts sooner. */
export function trimLeadingSilence(samples: Int16Array): Int16Array {
  const first = samples.findIndex((sample) => Math.abs(sample) >= AUDIBLE);
  return samples.subarray(Math.max(0, first - SOFT_BEGINNING));
}

/** How loud, from 0 to 1. */
export function loudness(samples: Int16Array): number {
  if (samples.length === 0) return 0;
  const power = samples.reduce((sum, sample) => sum + (sample / LOUDEST) ** 2, 0);
  return Math.sqrt(power / samples.length);
}

export function secondsOf(samples: Int16Array): number {
  return samples.length / SAMPLE_RATE;
}
