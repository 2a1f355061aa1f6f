/** What the talk button says, in the assistant's language. English comes with the button's script: `talkButtonLanguages/en.ts`. */
import type { LanguageId } from "./languages";
import { da } from "./talkButtonLanguages/da";
import { de } from "./talkButtonLanguages/de";
import type { MessageCode } from "./talkButtonLanguages/en";
import { es } from "./talkButtonLanguages/es";
import { fr } from "./talkButtonLanguages/fr";
import { it } from "./talkButtonLanguages/it";
import { ja } from "./talkButtonLanguages/ja";
import { nl } from "./talkButtonLanguages/nl";
import { pl } from "./talkButtonLanguages/pl";
import { pt } from "./talkButtonLanguages/pt";
import { sv } from "./talkButtonLanguages/sv";
import { tr } from "./talkButtonLanguages/tr";

/** The text, and at most four words of it for a frame of 90 pixels. */
export type Wording = readonly [text: string, shortText: string];

export interface ButtonWords {
  labels: {
    name: string;
    idle: string;
    connecting: string;
    active: string;
    agree: string;
    type: string;
  };
  /** What visitors may read. Only owners who test have a session that can end. */
  messages: Record<Exclude<MessageCode, "session_ended">, Wording>;
  notConfigured: (name: string) => Wording;
  /** In place of the label `type`, where typing is off. */
  leaveMessage: string;
  /** The assistant takes only calls that its owner's server has signed, and this one is not. */
  notSigned: Wording;
  /** Beside the owner's text for the hours in which the assistant is closed. */
  closedShortText: string;
}

const WORDS: Record<Exclude<LanguageId, "en">, ButtonWords> = {
  ...{ da, de, es, fr, it, ja, nl, pl, pt, sv, tr },
};

/** Null for English. */
export function wordsIn(language: LanguageId | null): ButtonWords | null {
  return language === null || language === "en" ? null : WORDS[language];
}

export const NOT_SIGNED: Wording = [
  "This page may not start a call at the moment. Please reload it and try again.",
  "Please reload",
];

export const CLOSED_SHORT_TEXT = "Closed now";
