/** Between the room's 16 kHz and whatever rate the sound card runs at. */

/** Takes the mean of all samples that fall into one of the slower rate, which keeps what is too high out. */
export function createDownsampler(fromRate: number, toRate: number) {
  const step = fromRate / toRate;
  let sum = 0;
  let count = 0;
  let position = 0;
  return (samples: Float32Array, emit: (sample: number) => void): void => {
    for (const sample of samples) {
      sum += sample;
      count += 1;
      position += 1;
      if (position < step) continue;
      position -= step;
      emit(sum / count);
      sum = 0;
      count = 0;
    }
  };
}

/** Draws a straight line from each sample to the next. Null from `pull` is silence. */
export function createUpsampler(fromRate: number, toRate: number) {
  const step = fromRate / toRate;
  let before = 0;
  let after = 0;
  let position = 1;
  return (output: Float32Array, pull: () => number | null): void => {
    for (let at = 0; at < output.length; at++) {
      while (position >= 1) {
        before = after;
        after = pull() ?? 0;
        position -= 1;
      }
      output[at] = before + (after - before) * position;
      position += step;
    }
  };
}
