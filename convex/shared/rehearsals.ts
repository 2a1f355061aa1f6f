/** Rehearsals: conversations that a tester holds with an assistant, so that its owner sees what visitors would get. */
import { isPaidPlanType } from "./plans";

export const MAX_REHEARSALS = 20;
/** What must happen, and what must not, each as a list of at most so many. */
export const MAX_EXPECTATIONS = 5;
export const REHEARSAL_LENGTHS = { situation: 500, expectation: 200 } as const;

/** How many may be added at once: the ready ones, or what was suggested. */
export const MAX_ADDED_AT_ONCE = 10;

/** The lines of a conversation that are kept, and the characters of each. */
export const MAX_LINES = 24;
export const MAX_LINE_LENGTH = 600;

/** How many an owner may run in a month. Each costs about as much as a minute of talk. */
const A_MONTH = { none: 20, STARTER: 100, PRO: 200, ENTERPRISE: 1_000 } as const;

/** The platform charges about twice as much for a conversation by voice. */
const USES_IN_VOICE = 2;

/** How much of the month's allowance these rehearsals use. */
export function usesOf(count: number, { inVoice }: { inVoice: boolean }): number {
  return inVoice ? count * USES_IN_VOICE : count;
}

export function rehearsalsAMonth(planType: string | null): number {
  if (planType === "ENTERPRISE") return A_MONTH.ENTERPRISE;
  return planType !== null && isPaidPlanType(planType) ? A_MONTH[planType] : A_MONTH.none;
}

/** What is in quotation marks, the tester says literally. Marks inside would end the quotation. */
export function withoutQuotationMarks(text: string): string {
  return text.replaceAll(/[“”„"«»]/g, "");
}

export const REHEARSAL_STATES = ["waiting", "running", "passed", "failed", "unclear"] as const;
export type RehearsalState = (typeof REHEARSAL_STATES)[number];

export function isOver(state: RehearsalState): boolean {
  return state !== "waiting" && state !== "running";
}

export const REHEARSAL_REFUSALS = {
  situationMissing: "Please describe the situation.",
  situationTooLong: `A situation can have at most ${REHEARSAL_LENGTHS.situation} characters.`,
  expectationMissing: "Please say what must or must not happen.",
  expectationTooLong: `Each expectation can have at most ${REHEARSAL_LENGTHS.expectation} characters.`,
  tooManyExpectations: `There can be at most ${MAX_EXPECTATIONS} things that must happen, and as many that must not.`,
  tooMany: `An assistant can have at most ${MAX_REHEARSALS} rehearsals. Delete one first.`,
  gone: "This rehearsal no longer exists.",
  nothingChosen: "Please choose at least one rehearsal.",
  running: "Rehearsals of this assistant are running. Please wait until they have ended.",
  usedUp: (allowed: number) =>
    `Your plan has ${allowed} rehearsals a month, and the rest of them is not enough. You get new ones on the first of the month.`,
  unconfirmed: "Please confirm your email address first. The link is in the mail that we sent you.",
  noWords: "Nothing was said in this conversation, so it cannot be rehearsed.",
  notFailed: "Only a failed rehearsal gets suggestions.",
  notReady: "The assistant is not at the voice service yet. Please try again in a minute.",
  conditionsFailed:
    "Rehearsals that are a condition for publishing have not passed with these changes.",
} as const;

/** Why a rehearsal has no result. */
export const UNCLEAR_REASONS = {
  timeOut: "The rehearsal took too long and was stopped.",
  platform: "The voice service could not run this rehearsal.",
  payment:
    "The voice service does not run rehearsals at the moment, because its account needs a payment.",
} as const;

/** How many questions of an assistant are asked again at night. */
export const MAX_ASKED_QUESTIONS = 10;
export const MAX_QUESTION_LENGTH = 200;
