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

/** Extra minutes are charged once so many have gathered. */
export const OVERAGE_STEP_MINUTES = 60;
/** What is left at a period's end and worth less is waived; Stripe takes no less either. */
export const SMALLEST_CHARGE_CENTS = 50;
