/** What the talk button says, in the language of its assistant. English is in the button itself. */
import type { LanguageId } from "./languages";
import type { CALL_REFUSALS, WIDGET_MESSAGES } from "./messages";
import { da } from "./talkButtonLanguages/da";
import { de } from "./talkButtonLanguages/de";
import { es } from "./talkButtonLanguages/es";
import { fr } from "./talkButtonLanguages/fr";
import { it } from "./talkButtonLanguages/it";
import { ja } from "./talkButtonLanguages/ja";
import { nl } from "./talkButtonLanguages/nl";
import { pl } from "./talkButtonLanguages/pl";
import { pt } from "./talkButtonLanguages/pt";
import { sv } from "./talkButtonLanguages/sv";
import { tr } from "./talkButtonLanguages/tr";

/** The whole, and at most four words of it for a frame of 90 pixels. */
export type Said = readonly [text: string, words: string];

export interface ButtonWords {
  labels: { name: string; idle: string; connecting: string; active: string; agree: string };
  /** What the button says by itself to visitors. */
  said: Record<Exclude<keyof typeof WIDGET_MESSAGES, "notSignedIn">, Said>;
  /** Why there is no call. */
  refused: Record<keyof typeof CALL_REFUSALS, Said>;
  notConfigured: (name: string) => Said;
  /** Why there is no call where its owner's server has to sign one. */
  notSigned: Said;
  /** Of the owner's text for when it is closed. */
  closedWords: string;
}

const WORDS: Record<Exclude<LanguageId, "en">, ButtonWords> = {
  ...{ da, de, es, fr, it, ja, nl, pl, pt, sv, tr },
};

/** Null for English. */
export function wordsIn(language: LanguageId | null): ButtonWords | null {
  return language === null || language === "en" ? null : WORDS[language];
}

export const NOT_SIGNED: Said = [
  "This page may not start a call at the moment. Please reload it and try again.",
  "Please reload",
];

export const CLOSED_WORDS = "Closed now";
