/** Plays frames in the order in which they come; `null` forgets those that have not been played. */
import { SAMPLE_RATE } from "../speech/pcm.ts";
import { createUpsampler } from "./resample.ts";

// What begins comes five frames ahead of the voice, so that one that comes late is not heard as a gap. Of these
// two are enough to begin with.
const LEAD_SAMPLES = 0.04 * SAMPLE_RATE;

class Speaker extends AudioWorkletProcessor {
  private readonly upsample = createUpsampler(SAMPLE_RATE, sampleRate);
  private frames: Int16Array[] = [];
  private position = 0;
  private waiting = 0;
  private waitedBlocks = 0;
  private isPlaying = false;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<Int16Array | null>) => {
      if (data === null) this.forget();
      else {
        this.frames.push(data);
        this.waiting += data.length;
      }
    };
  }

  override process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    const samples = output?.[0];
    if (samples === undefined) return true;
    if (!this.isPlaying && this.waiting > 0) {
      this.waitedBlocks += 1;
      const waited = (this.waitedBlocks * samples.length * SAMPLE_RATE) / sampleRate;
      // A last short word never fills the lead: it has waited as long.
      this.isPlaying = this.waiting >= LEAD_SAMPLES || waited >= LEAD_SAMPLES;
    }
    this.upsample(samples, () => (this.isPlaying ? this.pull() : null));
    return true;
  }

  private pull(): number | null {
    const [frame] = this.frames;
    if (frame === undefined) {
      this.forget();
      return null;
    }
    const sample = (frame[this.position] ?? 0) / 32_768;
    this.position += 1;
    this.waiting -= 1;
    if (this.position >= frame.length) {
      this.frames.shift();
      this.position = 0;
    }
    return sample;
  }

  private forget(): void {
    this.frames = [];
    this.position = 0;
    this.waiting = 0;
    this.waitedBlocks = 0;
    this.isPlaying = false;
  }
}

registerProcessor("speaker", Speaker);
