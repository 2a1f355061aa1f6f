// How talk is counted.
import { v } from "convex/values";
import { internalMutation } from "./functions";
import { callAllowance } from "../model/calls/callFields";
import { turnMonth as turn } from "../model/common/month";
import { countTalk } from "../model/money/minutes/usage";

export const turnMonth = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await turn(ctx);
    return null;
  },
});

/** Counts talk for which there is no call, such as that of an import. */
export const record = internalMutation({
  args: {
    ownerId: v.id("users"),
    assistantId: v.id("assistants"),
    seconds: v.number(),
    endedAtMs: v.number(),
    allowance: callAllowance,
  },
  returns: v.null(),
  handler: async (ctx, { ownerId, ...talk }) => {
    const mintedAtMs = talk.endedAtMs - talk.seconds * 1000;
    await countTalk(ctx, ownerId, [{ ...talk, calls: 1, mintedAtMs, costMicros: 0 }]);
    return null;
  },
});
