import { internalMutation } from "../lib/internalFunctions";
import { v } from "convex/values";
import { scheduleVendorDeletion } from "../vendors/vendorDeletion";
import { ANSWER_LEASE_MS } from "./answer";

/** More than a deployment has in a quarter of an hour, and each can have 40 KB. */
const BATCH_SIZE = 50;

/** Deletes trials here and at the voice platform, once no answer can be on its way. */
export const deleteExpired = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const expired = await ctx.db
      .query("siteTrials")
      .withIndex("by_expiry", (q) => q.lt("expiresAtMs", Date.now() - ANSWER_LEASE_MS))
      .take(BATCH_SIZE);
    for (const { _id, trialId, platformSessionId } of expired) {
      if (platformSessionId !== undefined) {
        await scheduleVendorDeletion(ctx, "session", [platformSessionId]);
      }
      // A session whose response was lost has the trial's id as its name.
      await scheduleVendorDeletion(ctx, "named", [trialId]);
      await ctx.db.delete("siteTrials", _id);
    }
    return null;
  },
});
