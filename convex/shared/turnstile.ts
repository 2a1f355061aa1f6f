/**
 * The action with which a visitor's page requests a Turnstile token, and which our functions check. Cloudflare allows 32
 * letters, digits, `_` and `-`. An embed id is longer, so it is sent as custom data.
 */
export const TURNSTILE_ACTION = "call";
