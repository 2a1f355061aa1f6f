/** The lines of a call and its results, and the businesses that are called. */
import { DAY_MS } from "./calendar.ts";
import type { Random } from "./seeded-random.ts";

export interface Line {
  role: "assistant" | "user";
  text: string;
}

export interface Conversation {
  lines: Line[];
  summary: string;
  /** Answers by the key of the question. */
  found?: Record<string, string | number | boolean>;
  /** Questions that the assistant could not answer. */
  unanswered?: string[];
  mood?: "positive" | "neutral" | "negative";
  /** True if missing. */
  isSuccessful?: boolean;
  endedReason?: string;
}

export interface Caller {
  name: string;
  first: string;
  phone: string;
  /** As a caller says it. */
  spokenPhone: string;
}

export interface CallContext {
  random: Random;
  caller: Caller;
  /** When the call begins. */
  at: Date;
}

/** One thing that people call about. */
export interface Subject {
  /** How often, relative to the others. */
  weight: number;
  conversation(moment: CallContext): Conversation;
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
  /** The owner's own answers. */
  answers: { question: string; answer: string }[];
  /** Notes for the week after the demo was created. */
  notes: string[];
  /** Usual number of calls a day, starting with Sunday. */
  callsByWeekday: readonly number[];
  /** Relative number of calls in each hour, starting at midnight. */
  hours: readonly number[];
  /** Relative number of calls in each month, starting with January. */
  months?: readonly number[];
  subjects: readonly [Subject, ...Subject[]];
  /** Further questions that a caller may ask before ending the call. */
  sideQuestions: readonly [string, ...string[]];
}

/** Parses a conversation in one text, in which the visitor's lines begin with `>`. */
export function parseLines(text: string): Line[] {
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
  /** In the format of a result. */
  date: string;
}

/** The next of these weekdays that is at least `daysAway` days away. */
export function comingDay(at: Date, weekdays: readonly number[], daysAway = 1): ComingDay {
  for (let days = daysAway; ; days++) {
    const day = new Date(at.getTime() + days * DAY_MS);
    if (weekdays.includes(day.getUTCDay())) {
      return { word: DAYS[day.getUTCDay()] ?? "", date: day.toISOString().slice(0, 10) };
    }
  }
}
