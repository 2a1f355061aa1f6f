/** The settings of an assistant's conversations, and their defaults. */
import type { LanguageId } from "./languages";
import { MAX_CALL_SECONDS } from "./limits";
import { isTimeZone, problemWithHours, type OpeningHours } from "./openingHours";
import type { WhenUnavailable } from "./unavailability";

/** Minutes a day, or a fixed share of the plan's minutes. Null without a limit. */
export type DailyLimit = number | typeof SHARE_OF_PLAN | null;
export const SHARE_OF_PLAN = "plan";
/** A fifth of the minutes that a plan includes for a month. */
const DAYS_OF_PLAN = 5;

export interface Conversation {
  /** Null in assistants that are older than this setting. The voice platform then decides. */
  language: LanguageId | null;
  /** Null for the language's default text. */
  greeting: string | null;
  visitorSpeaksFirst: boolean;
  /** Null if the assistant never asks. */
  asksAfterSeconds: number | null;
  /** Null for the language's default text. */
  silenceQuestion: string | null;
  endsAfterSeconds: number;
  longestCallMinutes: number;
  /** For visitors. Null without a limit. */
  minutesADay: DailyLimit;
  /** Used for the opening hours and the daily limit. */
  timeZone: string;
  /** Null if it is always open. */
  openingHours: OpeningHours | null;
  /** Null for the language's default text. */
  closedWords: string | null;
  /** Whether the assistant is given the visitor's page. */
  tellsPage: boolean;
  /** Whether visitors can type instead of speaking. If it is missing, they can. */
  acceptsText?: boolean;
  /** Whether a press on the button opens the panel, in which visitors type or begin a call. If missing, it begins a call. */
  startsWithText?: boolean;
  /** The first message of a typed conversation. Null or missing for the greeting. */
  typedGreeting?: string | null;
  /** What visitors find if they cannot reach the assistant. The defaults apply if it is missing. */
  whenUnavailable?: WhenUnavailable;
}

/** What assistants without these settings have. */
export const DEFAULT_CONVERSATION: Conversation = {
  language: null,
  greeting: null,
  visitorSpeaksFirst: false,
  asksAfterSeconds: 10,
  silenceQuestion: null,
  endsAfterSeconds: 30,
  longestCallMinutes: MAX_CALL_SECONDS / 60,
  minutesADay: null,
  timeZone: "UTC",
  openingHours: null,
  closedWords: null,
  tellsPage: false,
};

/** What a new assistant has. Older ones have no daily limit. */
export const NEW_CONVERSATION: Conversation = {
  ...DEFAULT_CONVERSATION,
  minutesADay: SHARE_OF_PLAN,
};

/** The minutes a day that a limit allows on a plan with these included minutes. Null without a limit. */
export function dailyMinutes(limit: DailyLimit, includedMinutes: number | null): number | null {
  if (limit !== SHARE_OF_PLAN) return limit;
  return includedMinutes === null ? null : Math.ceil(includedMinutes / DAYS_OF_PLAN);
}

/** Characters. */
export const CONVERSATION_TEXTS = {
  greeting: { label: "greeting", longest: 300 },
  typedGreeting: { label: "written greeting", longest: 300 },
  silenceQuestion: { label: "check-in question", longest: 200 },
  closedWords: { label: "message when closed", longest: 200 },
} as const;

export const CONVERSATION_NUMBERS = {
  asksAfterSeconds: {
    ...{ least: 3, most: 60 },
    says: "Choose 3 to 60 seconds for the check-in question.",
  },
  endsAfterSeconds: {
    ...{ least: 10, most: 120 },
    says: "Choose 10 to 120 seconds of silence before hanging up.",
  },
  longestCallMinutes: {
    ...{ least: 1, most: MAX_CALL_SECONDS / 60 },
    says: `Choose 1 to ${MAX_CALL_SECONDS / 60} minutes for the longest call.`,
  },
  minutesADay: {
    ...{ least: 1, most: 1440 },
    says: "Choose 1 to 1,440 minutes per day.",
  },
} as const;

/** Characters of a visitor's page title and address. */
export const PAGE_LIMITS = { title: 100, url: 200 } as const;

export type ConversationField = keyof Conversation;

/** The first problem, or null. */
export function problemWithConversation(
  talk: Conversation,
): { field: ConversationField; says: string } | null {
  for (const field of namesOf(CONVERSATION_TEXTS)) {
    const { label, longest } = CONVERSATION_TEXTS[field];
    const text = talk[field]?.trim();
    if (text === "") return { field, says: `Please write the ${label}.` };
    if (text !== undefined && text.length > longest) {
      return { field, says: `The ${label} can have at most ${longest} characters.` };
    }
  }
  for (const field of namesOf(CONVERSATION_NUMBERS)) {
    const { least, most, says } = CONVERSATION_NUMBERS[field];
    const value = talk[field];
    const number = value === SHARE_OF_PLAN ? null : value;
    const isRight = number === null || (Number.isInteger(number) && number >= least);
    if (!isRight || (number ?? 0) > most) return { field, says };
  }
  if ((talk.asksAfterSeconds ?? 0) >= talk.endsAfterSeconds) {
    const says = "The assistant must hang up later than it asks the check-in question.";
    return { field: "endsAfterSeconds", says };
  }
  if (!isTimeZone(talk.timeZone)) {
    return {
      field: "timeZone",
      says: "Unknown time zone. Choose one such as Europe/Berlin.",
    };
  }
  const hours = talk.openingHours === null ? null : problemWithHours(talk.openingHours);
  return hours && { field: "openingHours", says: hours.says };
}

/** The settings as they are saved, with trimmed texts. */
export function tidyConversation(talk: Conversation): Conversation {
  const texts = namesOf(CONVERSATION_TEXTS)
    .filter((field) => talk[field] !== undefined)
    .map((field) => [field, talk[field]?.trim() ?? null]);
  return { ...talk, ...(Object.fromEntries(texts) as Partial<Conversation>) };
}

function namesOf<Table extends object>(table: Table): (keyof Table)[] {
  return Object.keys(table) as (keyof Table)[];
}
