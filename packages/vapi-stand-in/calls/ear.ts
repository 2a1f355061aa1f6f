/** Finds the visitor's turns in the sound of the microphone, and transcribes each while it is spoken. */
import { createTurnDetector } from "../hearing/turn-detector.ts";
import type { CallRecognizer, Scribe } from "../hearing/recognizer.ts";
import type { VoiceActivity } from "../hearing/voice-activity.ts";
import { FRAME_MS, FRAME_SAMPLES } from "../speech/pcm.ts";

export interface Turn {
  text: string;
  seconds: number;
}

export interface EarEvents {
  onTurnStart(): void;
  onTurnEnd(): void;
  /** Turns come in the order in which they were spoken. A turn without words is empty. */
  onTurn(turn: Turn): void;
}

export interface EarOptions {
  activity: VoiceActivity;
  recognizer: CallRecognizer;
  events: EarEvents;
  onError: (error: unknown) => void;
}

export interface Ear {
  hear(frame: Int16Array): void;
  /** Ends the current turn, for example when the microphone is unplugged. */
  finishTurn(): void;
  close(): void;
}

// Speech is noticed some frames after it began.
const LEAD_FRAMES = 500 / FRAME_MS;
const MAX_TURN_FRAMES = 30_000 / FRAME_MS;

export function createEar({ activity, recognizer, events, onError }: EarOptions): Ear {
  const closing = new AbortController();
  let detector = createTurnDetector();
  /** The latest frames before a turn. */
  const lead: Int16Array[] = [];
  /** `held` has the frames since a pause, which the scribe gets if the visitor continues. */
  let turn: { scribe: Scribe; frames: number; held: Int16Array[] | null } | null = null;
  let earlier: Promise<void> = Promise.resolve();

  const startTurn = () => {
    // First of all, since it may silence the assistant, and a recognizer takes its time to start.
    events.onTurnStart();
    const scribe = recognizer.listen(closing.signal);
    for (const frame of lead) scribe.hear(frame);
    turn = { scribe, frames: lead.length, held: null };
    lead.length = 0;
  };

  const pauseTurn = () => {
    if (turn === null) return;
    turn.scribe.pause();
    turn.held = [];
  };

  const resumeTurn = () => {
    if (turn === null) return;
    for (const frame of turn.held ?? []) turn.scribe.hear(frame);
    turn.held = null;
  };

  const finishTurn = () => {
    if (turn === null) return;
    const { scribe, frames } = turn;
    turn = null;
    events.onTurnEnd();
    const seconds = (frames * FRAME_MS) / 1000;
    const words = scribe.finish().catch((error: unknown) => {
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
      if (turn === null) {
        lead.push(frame);
        if (lead.length > LEAD_FRAMES) lead.shift();
      } else {
        if (turn.held === null) turn.scribe.hear(frame);
        else turn.held.push(frame);
        turn.frames += 1;
      }
      const change = detector.hear(activity.isVoice(frame));
      if (change === "started") startTurn();
      if (change === "paused") pauseTurn();
      if (change === "resumed") resumeTurn();
      if (change === "stopped") finishTurn();
      else if (turn !== null && turn.frames >= MAX_TURN_FRAMES) {
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
      recognizer.close();
      activity.close();
    },
  };
}
