import { v } from "convex/values";
import { ownerAction, ownerMutation, ownerQuery } from "./lib/functions";
import { countOwnerRequest } from "./lib/rateLimits";
import { listKeys as listOwnKeys, issueKey, revokeKey as revokeOwnKey } from "./publicApi/keys";
import { newKey, shownKey } from "./publicApi/table";

export const listKeys = ownerQuery({
  args: {},
  returns: v.array(shownKey),
  handler: async (ctx) => await listOwnKeys(ctx, ctx.owner._id),
});

/** Returns the key, which is shown only this once. */
export const createKey = ownerAction({
  args: newKey.fields,
  returns: v.string(),
  handler: async (ctx, settings) => {
    await countOwnerRequest(ctx, "apiKeys", ctx.ownerId);
    return await issueKey(ctx, ctx.ownerId, settings);
  },
});

export const revokeKey = ownerMutation({
  args: { keyId: v.id("apiKeys") },
  returns: v.null(),
  handler: async (ctx, { keyId }) => {
    await revokeOwnKey(ctx, ctx.owner._id, keyId);
    return null;
  },
});
