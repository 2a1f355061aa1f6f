/** What the talk button says, in the language of its assistant. English is in the button itself. */
import type { LanguageId } from "./languages";
import type { CALL_REFUSALS, WIDGET_MESSAGES } from "./messages";
import { da } from "./words/da";
import { de } from "./words/de";
import { es } from "./words/es";
import { fr } from "./words/fr";
import { it } from "./words/it";
import { ja } from "./words/ja";
import { nl } from "./words/nl";
import { pl } from "./words/pl";
import { pt } from "./words/pt";
import { sv } from "./words/sv";
import { tr } from "./words/tr";

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
