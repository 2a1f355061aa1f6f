/** The demo assistant on the landing page, which talks about the product itself (docs/decisions/0027-the-landing-page-assistant.md). */

/** Owners' assistants have UUIDs, so no other one can have this id. It is the same in every deployment. */
export const LANDING_EMBED_ID = "hark";

/** The default. A deployment can change it. */
export const LANDING_MINUTES_A_DAY = 30;
export const LANDING_MAX_CALLS = 2;
export const LANDING_MAX_CALL_MINUTES = 5;
export const LANDING_RETENTION_DAYS = 7;
