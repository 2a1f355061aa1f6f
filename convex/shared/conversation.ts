/** What an owner decides about a talk, and what it is until they do. */
import type { LanguageId } from "./languages";
import { MAX_CALL_SECONDS } from "./limits";
import { isTimeZone, problemWithHours, type OpeningHours } from "./openingHours";

/** In minutes, or a share of the plan's minutes, which follows the plan. Null: no limit. */
export type DailyLimit = number | typeof SHARE_OF_PLAN | null;
export const SHARE_OF_PLAN = "plan";
/** A fifth of the minutes that a plan includes for a month. */
const DAYS_OF_PLAN = 5;

export interface Conversation {
  /** Null: not chosen, as in assistants that are older than this; the platform goes by itself. */
  language: LanguageId | null;
  /** In the owner's words; null: as it is ready in its language. */
  greeting: string | null;
  visitorSpeaksFirst: boolean;
  /** Null: nothing is asked. */
  asksAfterSeconds: number | null;
  /** Null: as it is ready. */
  silenceQuestion: string | null;
  endsAfterSeconds: number;
  longestCallMinutes: number;
  /** Of visitors; null: no limit. */
  minutesADay: DailyLimit;
  /** Of the opening hours, and of the day whose minutes are counted. */
  timeZone: string;
  /** Null: always open. */
  openingHours: OpeningHours | null;
  /** Null: as it is ready. */
  closedWords: string | null;
  /** Whether it is told on which page the visitor is. */
  tellsPage: boolean;
}

/** What talks had before there was anything to decide, but for the question and the end after a silence. */
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

/** What a new assistant begins with. Those that were there before have no daily limit. */
export const NEW_CONVERSATION: Conversation = {
  ...DEFAULT_CONVERSATION,
  minutesADay: SHARE_OF_PLAN,
};

/** How many minutes a limit allows on a plan that includes so many. Null: no limit. */
export function dailyMinutes(limit: DailyLimit, includedMinutes: number | null): number | null {
  if (limit !== SHARE_OF_PLAN) return limit;
  return includedMinutes === null ? null : Math.ceil(includedMinutes / DAYS_OF_PLAN);
}

/** Characters. */
export const CONVERSATION_TEXTS = {
  greeting: { label: "greeting", longest: 300 },
  silenceQuestion: { label: "question after a silence", longest: 200 },
  closedWords: { label: "text for when it is closed", longest: 200 },
} as const;

export const CONVERSATION_NUMBERS = {
  asksAfterSeconds: {
    ...{ least: 3, most: 60 },
    says: "The question after a silence comes after 3 to 60 seconds.",
  },
  endsAfterSeconds: {
    ...{ least: 10, most: 120 },
    says: "A silent call ends after 10 to 120 seconds.",
  },
  longestCallMinutes: {
    ...{ least: 1, most: MAX_CALL_SECONDS / 60 },
    says: `The longest call can have 1 to ${MAX_CALL_SECONDS / 60} minutes.`,
  },
  minutesADay: {
    ...{ least: 1, most: 1440 },
    says: "The minutes a day are a number from 1 to 1,440.",
  },
} as const;

/** Characters of what is told of a visitor's page. */
export const PAGE_LIMITS = { title: 100, url: 200 } as const;

export type ConversationField = keyof Conversation;

/** What is wrong with the first that is not right; null when all is. */
export function problemWithConversation(
  talk: Conversation,
): { field: ConversationField; says: string } | null {
  for (const field of namesOf(CONVERSATION_TEXTS)) {
    const { label, longest } = CONVERSATION_TEXTS[field];
    const text = talk[field]?.trim();
    if (text === "") return { field, says: `The ${label} is empty.` };
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
    const says = "A silent call has to end later than the question comes.";
    return { field: "endsAfterSeconds", says };
  }
  if (!isTimeZone(talk.timeZone)) {
    return {
      field: "timeZone",
      says: "The time zone is not known. Choose one such as Europe/Berlin.",
    };
  }
  const hours = talk.openingHours === null ? null : problemWithHours(talk.openingHours);
  return hours && { field: "openingHours", says: hours.says };
}

/** As it is kept: without the blanks around what was typed. */
export function tidyConversation(talk: Conversation): Conversation {
  const texts = namesOf(CONVERSATION_TEXTS).map((field) => [field, talk[field]?.trim() ?? null]);
  return { ...talk, ...(Object.fromEntries(texts) as Partial<Conversation>) };
}

function namesOf<Table extends object>(table: Table): (keyof Table)[] {
  return Object.keys(table) as (keyof Table)[];
}
