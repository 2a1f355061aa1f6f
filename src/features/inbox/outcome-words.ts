import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type ShownOutcome = FunctionReturnType<typeof api.outcomes.pageOutcomes>["page"][number];
export type OutcomeStatus = ShownOutcome["status"];
type Found = ShownOutcome["found"][number];

export const STATUS_NAMES: Record<OutcomeStatus, string> = {
  new: "New",
  "in progress": "In progress",
  done: "Done",
};

export const STATUS_TONES = { new: "accent", "in progress": "warn", done: "neutral" } as const;

const MOOD_NAMES = { positive: "Positive", neutral: "Neutral", negative: "Negative" } as const;

export function moodName({ mood }: ShownOutcome): string {
  return mood === null ? "Unknown" : MOOD_NAMES[mood];
}

export function languageName({ language }: ShownOutcome): string {
  if (language === null) return "Unknown";
  return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
}

/** As an owner reads it. */
export function valueText({ kind, value }: Found): string {
  if (value === null) return "Not found";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (kind === "date" && typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value)) {
    return new Date(`${value}T12:00:00`).toLocaleDateString("en-US", { dateStyle: "full" });
  }
  return String(value);
}

/** To write or to call with one press; null for what is neither. */
export function linkOf({ kind, value }: Found): string | null {
  if (typeof value !== "string") return null;
  if (kind === "email") return `mailto:${value}`;
  return kind === "phone" ? `tel:${value.replaceAll(/[^\d+]/g, "")}` : null;
}

/** What a list shows of it: whom it is about, and what it is about. */
export function headlineOf({ found, unanswered }: ShownOutcome): { title: string; more: string } {
  const texts = found.filter(({ value }) => value !== null).map((one) => valueText(one));
  const [title = "A question without an answer", ...more] = texts;
  const question = unanswered[0] === undefined ? [] : [`“${unanswered[0]}”`];
  return { title, more: [...more, ...question].join(" · ") };
}
