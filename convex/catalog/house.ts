/** The assistant of the house, which talks about the product itself (docs/decisions/0027-the-landing-page-assistant.md). */

/** Those of owners are UUIDs, so that nobody can have this one; and it is the same in every deployment. */
export const HOUSE_EMBED_ID = "hark";

/** Unless the deployment says otherwise. */
export const HOUSE_MINUTES_A_DAY = 30;
export const HOUSE_LINES = 2;
export const HOUSE_LONGEST_CALL_MINUTES = 5;
export const HOUSE_CALLS_KEPT_DAYS = 7;
