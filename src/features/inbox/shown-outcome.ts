import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { ENTRY, MOODS } from "./texts";

export type ShownOutcome = FunctionReturnType<typeof api.outcomes.pageOutcomes>["page"][number];
export type OutcomeStatus = ShownOutcome["status"];
type Found = ShownOutcome["found"][number];

export const STATUS_TONES = { new: "accent", "in progress": "warn", done: "neutral" } as const;

/** Whether this is the entry of a conversation: its own, or the one that stands for its thread. */
export function isEntryOf({ callId, conversations }: ShownOutcome, id: string | null): boolean {
  return callId === id || conversations.some((one) => one === id);
}

/** The assistant, and what is particular about the conversation. */
export function sourceOf(outcome: ShownOutcome): string {
  const { assistant, channel, leftBecause, conversations } = outcome;
  return [
    assistant?.name ?? ENTRY.deletedAssistant,
    ...(channel === "voice" ? [] : [ENTRY.channels[channel]]),
    ...(leftBecause === null ? [] : [ENTRY.leftBecause[leftBecause]]),
    ...(conversations.length > 1 ? [ENTRY.conversations(conversations.length)] : []),
  ].join(" · ");
}

export function moodName({ mood }: ShownOutcome): string {
  return mood === null ? ENTRY.unknown : MOODS[mood];
}

export function languageName({ language }: ShownOutcome): string {
  if (language === null) return ENTRY.unknown;
  return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
}

export function valueText({ kind, value }: Found): string {
  if (value === null) return ENTRY.notFound;
  if (typeof value === "boolean") return value ? ENTRY.yes : ENTRY.no;
  if (kind === "date" && typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value)) {
    return new Date(`${value}T12:00:00`).toLocaleDateString("en-US", { dateStyle: "full" });
  }
  return String(value);
}

/** A link to email or call the visitor; null for other values. */
export function linkOf({ kind, value }: Found): string | null {
  if (typeof value !== "string") return null;
  if (kind === "email") return `mailto:${value}`;
  return kind === "phone" ? `tel:${value.replaceAll(/[^\d+]/g, "")}` : null;
}

/** What the list shows: the first value, and all others. */
export function headlineOf({ found, unanswered }: ShownOutcome): { title: string; more: string } {
  const texts = found.filter(({ value }) => value !== null).map((one) => valueText(one));
  const [title = ENTRY.onlyQuestion, ...more] = texts;
  const question = unanswered[0] === undefined ? [] : [`“${unanswered[0]}”`];
  return { title, more: [...more, ...question].join(" · ") };
}
