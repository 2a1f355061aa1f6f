// Internal: mail on its way (model/mail/README.md).
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, internalMutation, internalQuery } from "./functions";
import {
  dueSummaries as dueOwners,
  findDueSummaries,
  sendDueSummaries,
  sendDueSummary,
} from "../model/calls/weeklySummary";
import { messageNow as moneyNow } from "../model/money/subscriptions/moneyNotices";
import { outcomesNow, sendDueDigests } from "../model/outcomes/outcomeMails";
import { webhookNow } from "../model/webhooks/attempts";
import { stoppable, unsubscribe as unsubscribeOwner } from "../model/mail/choices";
import { forgetMails, noteMail, takeMail, type MessageNow } from "../model/mail/delivery";
import { recipientNow } from "../model/mail/recipients";
import { stopReason } from "../model/mail/mailFields";
import { hashPlainStops } from "../model/mail/stops";
import schema from "../schema";

const FORGOTTEN_AT_ONCE = 100;

/** Whatever a mail is about says what it has to say by now. */
const messageNow: MessageNow = async (ctx, mail) => {
  switch (mail.message.template) {
    case "outcome":
    case "outcomeDigest":
      return await outcomesNow(ctx, mail, mail.message);
    case "confirmRecipient":
      return await recipientNow(ctx, mail, mail.message);
    case "webhookOff":
      return await webhookNow(ctx, mail.message);
    default:
      return await moneyNow(ctx, mail);
  }
};

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
  args: { whose: v.string(), what: stoppable },
  returns: v.null(),
  handler: async (ctx, unsubscription) => {
    await unsubscribeOwner(ctx, unsubscription);
    return null;
  },
});

export const sendSummaries = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await sendDueSummaries(ctx);
    return null;
  },
});

export const dueSummaries = internalQuery({
  args: { untilMs: v.number(), cursor: v.union(v.string(), v.null()) },
  returns: dueOwners,
  handler: async (ctx, place) => await findDueSummaries(ctx, place),
});

export const sendSummary = internalMutation({
  args: { ownerId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { ownerId }) => {
    await sendDueSummary(ctx, ownerId);
    return null;
  },
});

export const sendDigests = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = await sendDueDigests(ctx);
    if (isMore) await ctx.scheduler.runAfter(0, internal.backstage.mail.sendDigests, {});
    return null;
  },
});

export const forget = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = [
      await forgetMails(ctx, FORGOTTEN_AT_ONCE),
      await hashPlainStops(ctx, FORGOTTEN_AT_ONCE),
    ].includes(true);
    if (isMore) await ctx.scheduler.runAfter(0, internal.backstage.mail.forget, {});
    return null;
  },
});
