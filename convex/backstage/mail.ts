// Internal: mail on its way (model/mail/README.md).
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "./functions";
import { sendDueSummaries } from "../model/calls/weeklySummary";
import { messageNow } from "../model/money/subscriptions/moneyNotices";
import { mailGroup, unsubscribe as unsubscribeOwner } from "../model/mail/choices";
import { forgetMails, noteMail, takeMail } from "../model/mail/delivery";
import { stopReason } from "../model/mail/mailFields";
import schema from "../schema";

const FORGOTTEN_AT_ONCE = 100;

export const take = internalMutation({
  args: { key: v.string() },
  returns: v.union(v.null(), schema.doc("mails")),
  handler: async (ctx, { key }) => await takeMail(ctx, key, messageNow),
});

export const note = internalMutation({
  args: { mailId: v.id("mails"), state: literals("sent", "refused") },
  returns: v.null(),
  handler: async (ctx, { mailId, state }) => {
    await noteMail(ctx, mailId, state);
    return null;
  },
});

/** Of a mail that is not ours, or that was forgotten, nothing is noted. */
export const noteEvent = internalMutation({
  args: { mark: v.string(), reason: stopReason },
  returns: v.null(),
  handler: async (ctx, { mark, reason }) => {
    const mailId = ctx.db.normalizeId("mails", mark);
    if (mailId !== null) await noteMail(ctx, mailId, reason);
    return null;
  },
});

export const unsubscribe = internalMutation({
  args: { ownerId: v.string(), group: mailGroup },
  returns: v.null(),
  handler: async (ctx, unsubscription) => {
    await unsubscribeOwner(ctx, unsubscription);
    return null;
  },
});

export const sendSummaries = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = await sendDueSummaries(ctx);
    if (isMore) await ctx.scheduler.runAfter(0, internal.backstage.mail.sendSummaries, {});
    return null;
  },
});

export const forget = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = await forgetMails(ctx, FORGOTTEN_AT_ONCE);
    if (isMore) await ctx.scheduler.runAfter(0, internal.backstage.mail.forget, {});
    return null;
  },
});
