/** Detects when a visitor begins and stops speaking, from the frames that sound like a voice. */
import { FRAME_MS } from "../speech/pcm.ts";

// A cough is shorter, a word is not: this many of the last frames must sound like a voice.
const WINDOW_FRAMES = 200 / FRAME_MS;
const VOICED_TO_START = 160 / FRAME_MS;
/** After this much silence most visitors have finished, so their words can be computed already. */
const SILENT_TO_PAUSE = 400 / FRAME_MS;
const SILENT_TO_STOP = 700 / FRAME_MS;
// A click in the pause after a sentence must not restart the pause.
const STRAY_FRAMES = 2;

export type TurnChange = "started" | "paused" | "resumed" | "stopped";

export interface TurnDetector {
  hear(isVoiced: boolean): TurnChange | null;
}

export function createTurnDetector(): TurnDetector {
  const recent: boolean[] = [];
  let isSpeaking = false;
  let isPaused = false;

  const voicedIn = (frames: number) => recent.slice(-frames).filter(Boolean).length;
  const isSilentFor = (frames: number) =>
    recent.length >= frames && voicedIn(frames) <= STRAY_FRAMES;

  return {
    hear(isVoiced) {
      recent.push(isVoiced);
      if (recent.length > SILENT_TO_STOP) recent.shift();
      if (!isSpeaking && voicedIn(WINDOW_FRAMES) >= VOICED_TO_START) {
        isSpeaking = true;
        return "started";
      }
      if (!isSpeaking) return null;
      if (isSilentFor(SILENT_TO_STOP)) {
        isSpeaking = false;
        isPaused = false;
        recent.length = 0;
        return "stopped";
      }
      const wasPaused = isPaused;
      isPaused = isSilentFor(SILENT_TO_PAUSE);
      if (isPaused === wasPaused) return null;
      return isPaused ? "paused" : "resumed";
    },
  };
}
