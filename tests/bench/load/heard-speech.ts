/** The assistant's frames as they reach a page: which came too late to be played in time, and how many there were. */
import { FRAME_MS } from "../../../local/voice/speech/pcm.ts";

/** As many wait in the page before it plays: local/voice/call-machine/speaker-worklet.ts */
const LEAD_FRAMES = 2;

export interface HeardSpeech {
  frame(atMs: number): void;
  /** Something else is said from now on. */
  begin(): void;
  frames: () => number;
  late: () => number;
}

export function createHeardSpeech(): HeardSpeech {
  let all = 0;
  let late = 0;
  /** Since the page last began to play, or waited. */
  let waiting = 0;
  let playedFromMs: number | null = null;
  return {
    frame(atMs) {
      all += 1;
      const isLate = playedFromMs !== null && atMs > playedFromMs + waiting * FRAME_MS;
      if (isLate) {
        late += 1;
        waiting = 0;
        playedFromMs = null;
      }
      waiting += 1;
      if (waiting === LEAD_FRAMES && playedFromMs === null) playedFromMs = atMs;
    },
    begin() {
      waiting = 0;
      playedFromMs = null;
    },
    frames: () => all,
    late: () => late,
  };
}
