/** Far above any plan; it keeps the list of one owner within a single answer. */
export const MAX_ASSISTANTS_PER_OWNER = 200;

/** Characters, after trimming. */
export const TEXT_LIMITS = {
  name: 100,
  systemPrompt: 10_000,
  assistantGoal: 1_000,
} as const;

export const MIN_PASSWORD_LENGTH = 8;
/** Hashing is slow on purpose, so what is hashed must be short. */
export const MAX_PASSWORD_LENGTH = 1_000;
export const MAX_EMAIL_LENGTH = 254;

/** Talk of every kind, ever, after which there is none without a subscription. */
export const FREE_TRIAL_MINUTES = 10;
/** Of test calls that are made without a subscription. */
export const TEST_MINUTES = 10;
/** With so few free or test minutes left, the owner is warned. */
export const LOW_FREE_MINUTES = 2;
/** How many of these an owner has before confirming the address, where mail can be sent. */
export const UNCONFIRMED_TEST_MINUTES = 2;
/** What a trial includes of the plan's minutes until the owner adds a payment method. */
export const TRIAL_MINUTES_WITHOUT_CARD = 100;

/** The longest that any call may last. */
export const MAX_CALL_SECONDS = 30 * 60;
/** The voice platform takes no call that is shorter. */
export const MIN_CALL_SECONDS = 10;

/** In cents, for the extra minutes of a period; whoever wants to spend more has no limit. */
export const MAX_SPENDING_LIMIT_CENTS = 100_000;

/** Calls at a time of an owner without a subscription; `calls/concurrency.ts` has those of all others. */
export const FREE_MAX_CALLS = 1;

/** Usage is approaching its limit from this share of the included minutes, and spending from that of what is allowed. */
export const APPROACHING_SHARE = 0.8;

/** For how long calls can be kept, other than for ever. */
export const CALLS_KEPT_DAYS = [7, 30, 90, 365] as const;

/** How long a secret that was replaced stays valid. */
export const SECRETS_OVERLAP_HOURS = 24;

/** What listCalls answers; older calls come by the page. */
export const NEWEST_CALLS = 200;
/** How many that changed since it looked an open list can take in one by one. */
export const CHANGED_CALLS = 8;

export const MAX_SEARCH_LENGTH = 200;
/** Characters of what an owner writes down about a call. */
export const MAX_NOTE_LENGTH = 2_000;
/** Of a chart: three months, hour by hour. */
export const MAX_HOURS_SHOWN = 93 * 24;

/** Extra minutes are charged once so many have gathered. */
export const OVERAGE_INVOICE_EVERY_MINUTES = 60;
/** What is left at a period's end and worth less is waived; Stripe takes no less either. */
export const MIN_CHARGE_CENTS = 50;
