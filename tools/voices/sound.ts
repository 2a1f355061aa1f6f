/** Tells speech from silence in 16-bit samples. */
import { SAMPLE_RATE, trimLeadingSilence } from "@hark/vapi-stand-in/speech/pcm";

/** Quieter than a soft consonant, louder than what codecs leave of silence. */
const AUDIBLE = 100;
const SOFT_END = 0.1 * SAMPLE_RATE;

export function isAudible(samples: Int16Array): boolean {
  return samples.some((sample) => Math.abs(sample) >= AUDIBLE);
}

/** Without the silence before and after what is said. */
export function trimSilence(samples: Int16Array): Int16Array {
  const last = samples.findLastIndex((sample) => Math.abs(sample) >= AUDIBLE);
  return trimLeadingSilence(samples.subarray(0, last + 1 + SOFT_END));
}
