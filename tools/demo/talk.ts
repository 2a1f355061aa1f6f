/** What is said in a call, and what comes of it. */
import { DAY_MS } from "./calendar.ts";
import type { Draw } from "./draw.ts";

export interface Line {
  role: "assistant" | "user";
  text: string;
}

export interface Talk {
  lines: Line[];
  summary: string;
  /** By the key of what the assistant was to find out. */
  found?: Record<string, string | number | boolean>;
  /** What the assistant could not answer. */
  unanswered?: string[];
  mood?: "positive" | "neutral" | "negative";
  /** Missing: it was a success. */
  isSuccessful?: boolean;
  endedReason?: string;
}

export interface Caller {
  name: string;
  first: string;
  phone: string;
  /** As it is said aloud. */
  spokenPhone: string;
}

export interface Moment {
  draw: Draw;
  who: Caller;
  /** When it begins. */
  at: Date;
}

/** One thing that people call about. */
export interface Subject {
  /** How often, beside the others. */
  weight: number;
  talk(moment: Moment): Talk;
}

export interface Finding {
  label: string;
  kind: string;
  choices?: string[];
  isRequired: boolean;
}

export interface Business {
  id: string;
  assistant: {
    name: string;
    systemPrompt: string;
    assistantGoal: string;
    voice: string;
    widgetColor: string;
    widgetIcon: string;
    widgetSize: string;
    findings: Finding[];
    successWords: string;
  };
  knowledge: { name: string; text: string };
  /** Calls on a usual day, from Sunday on. */
  callsByWeekday: readonly number[];
  /** How usual each hour is, from midnight on. */
  hours: readonly number[];
  /** How usual each month is, from January on. */
  months?: readonly number[];
  subjects: readonly [Subject, ...Subject[]];
  /** What somebody also wants to know before they go. */
  asides: readonly [string, ...string[]];
}

/** A talk as one text: what the visitor says begins with `>`. */
export function said(text: string): Line[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) =>
      line.startsWith(">")
        ? { role: "user", text: line.slice(1).trim() }
        : { role: "assistant", text: line },
    );
}

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export interface ComingDay {
  word: string;
  /** As a finding has it. */
  date: string;
}

/** The next of these weekdays that is at least so many days away. */
export function comingDay(at: Date, weekdays: readonly number[], daysAway = 1): ComingDay {
  for (let days = daysAway; ; days++) {
    const day = new Date(at.getTime() + days * DAY_MS);
    if (weekdays.includes(day.getUTCDay())) {
      return { word: DAYS[day.getUTCDay()] ?? "", date: day.toISOString().slice(0, 10) };
    }
  }
}
