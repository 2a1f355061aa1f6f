/** A call of the demo, in the form in which the voice platform reports it. */
import type { Random } from "./seeded-random.ts";
import type { Line, Conversation } from "./conversation.ts";

export interface PlannedCall {
  business: string;
  platformCallId: string;
  createdAtMs: number;
  conversation: Conversation;
  /** When each line begins, and when the call ends. */
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

/** Time from pressing the button to joining. */
const JOINED_AFTER_MS = 2_000;
const MICROS_PER_SECOND = 1_500;
const FIRST_WORD_SECONDS = 0.6;
/** Assistants answer at once, callers have to think. */
export const PAUSE_SECONDS = { assistant: 1.4, user: 3.4 };
const SECONDS_PER_WORD = 0.5;

export function estimatedTiming({ lines }: Conversation, random: Random): Timing {
  let at = FIRST_WORD_SECONDS;
  const lineSeconds = lines.map(({ role, text }, index) => {
    if (index > 0) at += PAUSE_SECONDS[role] * (0.7 + 0.6 * random.share());
    const begun = at;
    at += text.split(" ").length * SECONDS_PER_WORD;
    return begun;
  });
  return { lineSeconds, seconds: Math.ceil(at + 1 + random.between(0, 4)) };
}

export function reportOf({ createdAtMs, conversation, timing }: PlannedCall) {
  const isUnjoined = conversation.lines.length === 0;
  const startedAtMs = createdAtMs + JOINED_AFTER_MS;
  const { found = {}, unanswered = [], mood = "neutral", endedReason } = conversation;
  return {
    startedAtMs: isUnjoined ? null : startedAtMs,
    endedAtMs: isUnjoined ? createdAtMs + 60_000 : startedAtMs + timing.seconds * 1000,
    endedReason: endedReason ?? "customer-ended-call",
    costMicros: isUnjoined ? 0 : timing.seconds * MICROS_PER_SECOND,
    summary: conversation.summary === "" ? null : conversation.summary,
    isSuccessful: isUnjoined ? null : (conversation.isSuccessful ?? true),
    transcript: isUnjoined ? null : transcriptOf(conversation.lines),
    messages: conversation.lines.map(({ role, text }, index) => ({
      ...{ role, text },
      secondsFromStart: Math.round((timing.lineSeconds[index] ?? 0) * 10) / 10,
    })),
    hasRecording: false,
    outcome:
      endedReason === undefined
        ? {
            found: Object.entries(found).map(([key, value]) => ({
              key,
              value: capitalized(value),
            })),
            ...{ unanswered, mood, language: "en" },
          }
        : null,
  };
}

function transcriptOf(lines: Line[]): string {
  return lines.map(({ role, text }) => `${role === "user" ? "User" : "AI"}: ${text}\n`).join("");
}

function capitalized(value: string | number | boolean) {
  return typeof value === "string" ? value.charAt(0).toUpperCase() + value.slice(1) : value;
}
