/** For whoever has the link that a visitor was mailed. */
import { v } from "convex/values";
import type { MutationCtx } from "./_generated/server";
import {
  deleteByVisitor,
  showReceipt,
  shownReceipt,
  withdraw as withdrawRun,
} from "./calls/receipt";
import { publicMutation, publicQuery } from "./lib/functions";
import { rateLimiter } from "./lib/rateLimits";
import { userError } from "./lib/userError";
import { MESSAGES } from "./shared/messages";

const ofKey = { key: v.string() };

/** Null if the link does not work, or the conversation was deleted. */
export const show = publicQuery({
  args: ofKey,
  returns: v.union(shownReceipt, v.null()),
  handler: async (ctx, { key }) => await showReceipt(ctx, key),
});

/** Tells the owner that the visitor withdraws what was done. False if the link does not work. */
export const withdraw = publicMutation({
  args: ofKey,
  returns: v.boolean(),
  handler: async (ctx, { key }) => {
    await countRequest(ctx);
    return await withdrawRun(ctx, key);
  },
});

/** Deletes the conversation, here and at the voice platform. False if the link does not work. */
export const deleteConversation = publicMutation({
  args: ofKey,
  returns: v.boolean(),
  handler: async (ctx, { key }) => {
    await countRequest(ctx);
    return await deleteByVisitor(ctx, key);
  },
});

async function countRequest(ctx: MutationCtx): Promise<void> {
  const { ip } = await ctx.meta.getRequestMetadata();
  const { ok } = await rateLimiter.limit(ctx, "receiptsByNetwork", { key: ip });
  if (!ok) throw userError("too_many_requests", MESSAGES.tooManyRequests);
}
