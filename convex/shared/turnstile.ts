/**
 * What a visitor's page names when it asks Turnstile for a token, and what the functions then expect. Cloudflare takes
 * letters, digits, `_` and `-`, at most 32: an embed id is longer and goes as custom data.
 */
export const TURNSTILE_ACTION = "call";
