/** When somebody begins and stops speaking, told from which frames sound like a voice. */
import { FRAME_MS } from "../speech/pcm.ts";

// A cough is shorter, a word is not: this many of the last frames must sound like a voice.
const WINDOW_FRAMES = 200 / FRAME_MS;
const VOICED_TO_START = 160 / FRAME_MS;
const SILENT_TO_STOP = 700 / FRAME_MS;
// A click in the pause after a sentence must not make the pause begin again.
const STRAY_FRAMES = 2;

export type TurnChange = "started" | "stopped";

export interface TurnDetector {
  hear(isVoiced: boolean): TurnChange | null;
}

export function createTurnDetector(): TurnDetector {
  const recent: boolean[] = [];
  let isSpeaking = false;

  const voicedIn = (frames: number) => recent.slice(-frames).filter(Boolean).length;

  return {
    hear(isVoiced) {
      recent.push(isVoiced);
      if (recent.length > SILENT_TO_STOP) recent.shift();
      if (!isSpeaking && voicedIn(WINDOW_FRAMES) >= VOICED_TO_START) {
        isSpeaking = true;
        return "started";
      }
      const isPause = recent.length === SILENT_TO_STOP && voicedIn(SILENT_TO_STOP) <= STRAY_FRAMES;
      if (isSpeaking && isPause) {
        isSpeaking = false;
        recent.length = 0;
        return "stopped";
      }
      return null;
    },
  };
}
