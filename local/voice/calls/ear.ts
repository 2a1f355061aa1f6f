/** Hears a visitor: finds the turns in what the microphone sends, and has each put into words. */
import { createTurnDetector } from "../hearing/turn-detector.ts";
import type { Recognizer } from "../hearing/recognizer.ts";
import type { VoiceActivity } from "../hearing/voice-activity.ts";
import { FRAME_MS, FRAME_SAMPLES, join } from "../speech/pcm.ts";

export interface Turn {
  text: string;
  seconds: number;
}

export interface EarEvents {
  onTurnStart(): void;
  onTurnEnd(): void;
  /** Turns come in the order in which they were spoken; one without words is empty. */
  onTurn(turn: Turn): void;
}

export interface EarOptions {
  activity: VoiceActivity;
  recognizer: Recognizer;
  events: EarEvents;
  onError: (error: unknown) => void;
}

export interface Ear {
  hear(frame: Int16Array): void;
  /** Ends the turn that is under way, as when the microphone goes away. */
  finishTurn(): void;
  close(): void;
}

// Speech is noticed some frames after it began.
const LEAD_FRAMES = 500 / FRAME_MS;
const LONGEST_TURN_FRAMES = 30_000 / FRAME_MS;

export function createEar({ activity, recognizer, events, onError }: EarOptions): Ear {
  const closing = new AbortController();
  let detector = createTurnDetector();
  let frames: Int16Array[] = [];
  let isSpeaking = false;
  let earlier: Promise<void> = Promise.resolve();

  const finishTurn = () => {
    if (!isSpeaking) return;
    isSpeaking = false;
    const turn = join(frames);
    const seconds = (frames.length * FRAME_MS) / 1000;
    frames = [];
    events.onTurnEnd();
    const words = recognizer.recognize(turn, closing.signal).catch((error: unknown) => {
      if (!closing.signal.aborted) onError(error);
      return "";
    });
    earlier = earlier.then(async () => {
      const text = await words;
      if (!closing.signal.aborted) events.onTurn({ text, seconds });
    });
  };

  return {
    hear(frame) {
      if (frame.length !== FRAME_SAMPLES) return;
      frames.push(frame);
      if (!isSpeaking && frames.length > LEAD_FRAMES) frames.shift();
      const change = detector.hear(activity.isVoice(frame));
      if (change === "started") {
        isSpeaking = true;
        events.onTurnStart();
      }
      if (change === "stopped") finishTurn();
      else if (isSpeaking && frames.length >= LONGEST_TURN_FRAMES) {
        detector = createTurnDetector();
        finishTurn();
      }
    },
    finishTurn() {
      detector = createTurnDetector();
      finishTurn();
    },
    close() {
      closing.abort();
      activity.close();
    },
  };
}
