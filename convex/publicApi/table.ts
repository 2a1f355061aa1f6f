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
  /** To the hour: a request shall not cost a write. Missing: never. */
  lastUsedAtMs: v.optional(v.number()),
};

/** All that is ever shown of a key again. */
export const shownKey = v.object({
  id: v.id("apiKeys"),
  name: v.string(),
  scopes: v.array(apiScope),
  /** Its beginning and its end. */
  looks: v.string(),
  createdAtMs: v.number(),
  lastUsedAtMs: v.union(v.number(), v.null()),
});
export type ShownKey = Infer<typeof shownKey>;

export const newKey = v.object({ name: v.string(), scopes: v.array(apiScope) });
export type NewKey = Infer<typeof newKey>;
