/** Keys with which owners' programs read their data. */
import { PRODUCT_NAME } from "./productName";

/** Identifies a key for people and secret scanners. */
export const KEY_PREFIX = `${PRODUCT_NAME.toLowerCase()}_live_`;

export const API_SCOPES = ["assistants:read", "calls:read", "outcomes:read"] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export const MAX_API_KEYS = 10;
/** Characters, after trimming. */
export const MAX_KEY_NAME_LENGTH = 60;

/** Below the address of the functions' HTTP routes. */
export const API_PATH = "/v1";

export const API_KEY_REFUSALS = {
  name: "Please give the key a name.",
  scopes: "Please choose what the key may read.",
  tooMany: `You already have ${MAX_API_KEYS} keys. Revoke one that you no longer need first.`,
} as const;
