import { v } from "convex/values";
import { internalMutation } from "./functions";
import { callAllowance } from "./model/callFields";
import { recordUsage } from "./model/usage";

export const record = internalMutation({
  args: {
    ownerId: v.id("users"),
    assistantId: v.id("assistants"),
    seconds: v.number(),
    endedAtMs: v.number(),
    allowance: callAllowance,
  },
  returns: v.null(),
  handler: async (ctx, usage) => {
    await recordUsage(ctx, usage);
    return null;
  },
});
