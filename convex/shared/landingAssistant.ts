/** The demo assistant on the landing page, which talks about the product itself (docs/decisions/0027-the-landing-page-assistant.md). */

/** Those of owners are UUIDs, so that nobody can have this one; and it is the same in every deployment. */
export const LANDING_EMBED_ID = "hark";

/** Unless the deployment says otherwise. */
export const LANDING_MINUTES_A_DAY = 30;
export const LANDING_MAX_CALLS = 2;
export const LANDING_MAX_CALL_MINUTES = 5;
export const LANDING_RETENTION_DAYS = 7;
