/** The one version of Stripe's API that is simulated, which SDK 23.1.0 pins. */
export const API_VERSION = "2026-10-28.endive";
