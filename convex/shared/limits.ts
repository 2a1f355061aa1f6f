/** Far above any plan. It keeps an owner's list within a single response. */
export const MAX_ASSISTANTS_PER_OWNER = 200;

/** Characters, after trimming. */
export const TEXT_LIMITS = {
  name: 100,
  systemPrompt: 10_000,
  assistantGoal: 1_000,
} as const;

export const MIN_PASSWORD_LENGTH = 8;
/** Hashing is slow on purpose, so passwords must not be too long. */
export const MAX_PASSWORD_LENGTH = 1_000;
export const MAX_EMAIL_LENGTH = 254;

/** The minutes of all calls without a subscription. */
export const FREE_TRIAL_MINUTES = 10;
/** The minutes of test calls without a subscription. */
export const TEST_MINUTES = 10;
/** The owner gets a warning when this many free or test minutes are left. */
export const LOW_FREE_MINUTES = 2;
/** The test minutes before the owner confirms the address, if there is a mail service. */
export const UNCONFIRMED_TEST_MINUTES = 2;
/** The trial's minutes until the owner adds a payment method. */
export const TRIAL_MINUTES_WITHOUT_CARD = 100;

/**
 * What a typed answer counts: 15 answers are a minute. At the platform's published $0.005 for a message, and with the model, it
 * costs no more than the voice of these seconds (tools/operate/costs/plan-margin.test.ts).
 */
export const SECONDS_PER_TYPED_ANSWER = 4;
export const MAX_TYPED_ANSWERS = 60;
/** Characters. */
export const MAX_TYPED_LENGTH = 2_000;
/** The messages that visitors can leave for one owner, beside what the plan includes. */
export const LEFT_MESSAGES_A_DAY = 50;
/** For each of the owner's assistants. */
export const LEFT_MESSAGES_PER_ASSISTANT = 30;
/** An owner whose plan has ended gets messages for this many days. */
export const MESSAGES_AFTER_PLAN_DAYS = 30;
/** Characters of the comment in a rating. */
export const MAX_RATING_LENGTH = 500;
/** Characters of the place in the talk page's address. */
export const MAX_PLACE_LENGTH = 40;

/** The longest that any call may last. */
export const MAX_CALL_SECONDS = 30 * 60;
/** The voice platform's minimum. */
export const MIN_CALL_SECONDS = 10;

/** For a period's extra minutes. Owners who want to spend more can remove the limit. */
export const MAX_SPENDING_LIMIT_CENTS = 100_000;

/** Concurrent calls of an owner without a subscription. `calls/concurrency.ts` has the others' limits. */
export const FREE_MAX_CALLS = 1;

/** The share of the included minutes, or of the spending limit, from which usage is approaching the limit. */
export const APPROACHING_SHARE = 0.8;

/** How many days calls can be kept, besides forever. */
export const CALLS_KEPT_DAYS = [7, 30, 90, 365] as const;

/** How long the previous secret stays valid. */
export const SECRETS_OVERLAP_HOURS = 24;

/** The calls that listCalls returns. Older calls are in pages. */
export const NEWEST_CALLS = 200;
/** The changed calls that an open list reads at a time. */
export const CHANGED_CALLS = 8;

export const MAX_SEARCH_LENGTH = 200;
/** Of the owner's note about a call. */
export const MAX_NOTE_LENGTH = 2_000;
/** The hours of a chart: three months. */
export const MAX_HOURS_SHOWN = 93 * 24;

/** Extra minutes are charged in steps of this many. */
export const OVERAGE_INVOICE_EVERY_MINUTES = 60;
/** Smaller amounts at a period's end are waived. It is also Stripe's minimum. */
export const MIN_CHARGE_CENTS = 50;
