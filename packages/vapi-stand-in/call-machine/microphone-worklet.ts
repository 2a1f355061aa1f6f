/** Cuts the microphone's sound into frames of 20 ms at 16 kHz. */
import { FRAME_SAMPLES, SAMPLE_RATE } from "../speech/pcm.ts";
import { createDownsampler } from "./resample.ts";

class Microphone extends AudioWorkletProcessor {
  private readonly downsample = createDownsampler(sampleRate, SAMPLE_RATE);
  private frame = new Int16Array(FRAME_SAMPLES);
  private filled = 0;

  override process([input]: Float32Array[][]): boolean {
    const samples = input?.[0];
    if (samples !== undefined) this.downsample(samples, (sample) => this.take(sample));
    return true;
  }

  private take(sample: number): void {
    this.frame[this.filled] = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
    this.filled += 1;
    if (this.filled < FRAME_SAMPLES) return;
    this.port.postMessage(this.frame, [this.frame.buffer]);
    this.frame = new Int16Array(FRAME_SAMPLES);
    this.filled = 0;
  }
}

registerProcessor("microphone", Microphone);
