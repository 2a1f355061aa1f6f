/** A call of the demo, as the voice platform would report it. */
import type { Draw } from "./draw.ts";
import type { Line, Talk } from "./talk.ts";

export interface PlannedCall {
  business: string;
  platformCallId: string;
  mintedAtMs: number;
  talk: Talk;
  /** When each line begins, and all of it is over. */
  timing: Timing;
  handled: Handled | null;
}

export interface Timing {
  lineSeconds: number[];
  seconds: number;
}

export interface Handled {
  status: "new" | "in progress" | "done";
  note: string;
}

/** From the press on the button to the first word. */
const JOINED_AFTER_MS = 2_000;
const MICROS_PER_SECOND = 1_500;
const FIRST_WORD_SECONDS = 0.6;
/** An assistant answers at once; who calls has to think. */
export const PAUSE_SECONDS = { assistant: 1.4, user: 3.4 };
const SECONDS_A_WORD = 0.5;

export function estimatedTiming({ lines }: Talk, draw: Draw): Timing {
  let at = FIRST_WORD_SECONDS;
  const lineSeconds = lines.map(({ role, text }, index) => {
    if (index > 0) at += PAUSE_SECONDS[role] * (0.7 + 0.6 * draw.share());
    const begun = at;
    at += text.split(" ").length * SECONDS_A_WORD;
    return begun;
  });
  return { lineSeconds, seconds: Math.ceil(at + 1 + draw.between(0, 4)) };
}

export function reportOf({ mintedAtMs, talk, timing }: PlannedCall) {
  const isUnjoined = talk.lines.length === 0;
  const startedAtMs = mintedAtMs + JOINED_AFTER_MS;
  const { found = {}, unanswered = [], mood = "neutral", endedReason } = talk;
  return {
    startedAtMs: isUnjoined ? null : startedAtMs,
    endedAtMs: isUnjoined ? mintedAtMs + 60_000 : startedAtMs + timing.seconds * 1000,
    endedReason: endedReason ?? "customer-ended-call",
    costMicros: isUnjoined ? 0 : timing.seconds * MICROS_PER_SECOND,
    summary: talk.summary === "" ? null : talk.summary,
    isSuccessful: isUnjoined ? null : (talk.isSuccessful ?? true),
    transcript: isUnjoined ? null : transcriptOf(talk.lines),
    messages: talk.lines.map(({ role, text }, index) => ({
      ...{ role, text },
      secondsFromStart: Math.round((timing.lineSeconds[index] ?? 0) * 10) / 10,
    })),
    hasRecording: false,
    outcome:
      endedReason === undefined
        ? {
            found: Object.entries(found).map(([key, value]) => ({ key, value: written(value) })),
            ...{ unanswered, mood, language: "en" },
          }
        : null,
  };
}

function transcriptOf(lines: Line[]): string {
  return lines.map(({ role, text }) => `${role === "user" ? "User" : "AI"}: ${text}\n`).join("");
}

function written(value: string | number | boolean) {
  return typeof value === "string" ? value.charAt(0).toUpperCase() + value.slice(1) : value;
}
