/** WebRTC's voice detector: which frames of 20 ms sound like a human voice. */
import loadFvad from "@echogarden/fvad-wasm";
import { FRAME_SAMPLES, SAMPLE_RATE } from "../speech/pcm.ts";

export interface VoiceActivity {
  isVoice(frame: Int16Array): boolean;
  close(): void;
}

// Of 0 to 3 the one that takes the least noise for a voice.
const STRICTEST = 3;

let loading: ReturnType<typeof loadFvad> | undefined;

export async function openVoiceActivity(): Promise<VoiceActivity> {
  const fvad = await (loading ??= loadFvad());
  const detector = fvad._fvad_new();
  const buffer = fvad._malloc(FRAME_SAMPLES * Int16Array.BYTES_PER_ELEMENT);
  fvad._fvad_set_mode(detector, STRICTEST);
  fvad._fvad_set_sample_rate(detector, SAMPLE_RATE);
  return {
    isVoice(frame) {
      fvad.HEAP16.set(frame, buffer / Int16Array.BYTES_PER_ELEMENT);
      return fvad._fvad_process(detector, buffer, FRAME_SAMPLES) === 1;
    },
    close() {
      fvad._fvad_free(detector);
      fvad._free(buffer);
    },
  };
}
