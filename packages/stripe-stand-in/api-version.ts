/** The only version of Stripe's API that is simulated: the one that SDK 23.1.0 pins. */
export const API_VERSION = "2026-10-28.endive";
