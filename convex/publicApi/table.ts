import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { API_SCOPES } from "../shared/apiKeys";

export const apiScope = literals(...API_SCOPES);

export const apiKeyFields = {
  ownerId: v.id("users"),
  name: v.string(),
  scopes: v.array(apiScope),
  hash: v.string(),
  ending: v.string(),
  /** Rounded to the hour, so that not every request writes. Missing if never used. */
  lastUsedAtMs: v.optional(v.number()),
};

/** All that is shown of a key after its creation. */
export const shownKey = v.object({
  id: v.id("apiKeys"),
  name: v.string(),
  scopes: v.array(apiScope),
  /** The beginning and the end of the key. */
  looks: v.string(),
  createdAtMs: v.number(),
  lastUsedAtMs: v.union(v.number(), v.null()),
});
export type ShownKey = Infer<typeof shownKey>;

export const newKey = v.object({ name: v.string(), scopes: v.array(apiScope) });
export type NewKey = Infer<typeof newKey>;
