/** Trying the landing page with one's own website (docs/decisions/0045-trying-a-website.md). */

/** GET says whether trials are open, POST reads a website. */
export const TRIAL_PATH = "/site-trial";
export const TRIAL_ANSWER_PATH = "/site-trial/answer";

export const MAX_TRIAL_PAGES = 5;
export const MAX_TRIAL_ANSWERS = 8;
/** How long a visitor can ask. */
export const TRIAL_MINUTES = 10;
/** Characters. */
export const MAX_TRIAL_MESSAGE_LENGTH = 500;

export interface TrialSetting {
  /** Null if the operator has set no keys. */
  turnstile: { siteKey: string; scriptUrl: string } | null;
}

/** What a page obviously has an answer to. */
export type TrialTopic = "hours" | "prices" | "place" | "phone" | "booking" | "delivery";

/** What the visitor sees of a website that was read. */
export interface FoundSite {
  /** Continues the trial with a question. */
  trial: string;
  /** The address of its first page. */
  start: string;
  name: string;
  greeting: string;
  pages: { url: string; title: string | null }[];
  topics: TrialTopic[];
  /** Something with a price, such as "Seeded roll". */
  priced: string | null;
  answersLeft: number;
  secondsLeft: number;
}

/** What the response to an address consists of: any number of the first, then one of the others. */
export type ReadingEvent =
  | { reading: { read: number; of: number } }
  | { found: FoundSite }
  | { error: { code: string; message: string } };
