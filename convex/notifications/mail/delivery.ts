/** The job that sends a mail, and the states of a mail. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { cancel } from "../../jobs/enqueue";
import type { Handler } from "../../jobs/handler";
import { optional, required } from "../../lib/env";
import { internalMutation } from "../../lib/internalFunctions";
import { rowsOfOwner } from "../../lib/rowsOfOwner";
import { DAY_MS } from "../../shared/durations";
import { isWanted } from "./choices";
import { findRecipient } from "./findRecipient";
import { resendService } from "./mailService";
import { deleteReplies } from "./replies";
import { findSuppression, suppressMail } from "./suppressions";
import { type Message, type StopReason, stopReason } from "./table";
import { writeMail } from "./templates";
import { unsubscribeUrl } from "./unsubscribe";

/** Longer than a month, because some keys allow one mail a month. */
const RETENTION_MS = 40 * DAY_MS;

export const mailDelivery: Handler = {
  async run(ctx, key) {
    const mail = await ctx.runMutation(internal.dispatch.mails.take, { key });
    if (mail === null) return null;
    const { unsubscribeKey, replyTo, ...content } = await writeMail(mail, required("SITE_URL"));
    const isSent = await resendService().send({
      ...content,
      unsubscribeUrl: unsubscribeKey === null ? null : unsubscribeUrl(unsubscribeKey),
      from: required("MAIL_FROM"),
      to: mail.to,
      replyTo: replyTo ?? optional("SUPPORT_EMAIL"),
      mailId: mail._id,
    });
    const state = isSent ? "sent" : "refused";
    await ctx.runMutation(internal.notifications.mail.delivery.recordDelivery, {
      mailId: mail._id,
      state,
    });
    return null;
  },
  async giveUp(ctx, key) {
    const mailId = ctx.db.normalizeId("mails", key);
    if (mailId !== null) await ctx.db.patch("mails", mailId, { state: "failed" });
  },
};

/** The mail's message as of now. Null if it is no longer true. */
export type CurrentMessage = (ctx: MutationCtx, mail: Doc<"mails">) => Promise<Message | null>;

/**
 * The mail with its current message. Null if it must not be sent: its address is suppressed, it is too late, the owner
 * has turned such mail off, or it is no longer true. In the last two cases it is deleted, so that it can be requested again.
 */
export async function takeMail(
  ctx: MutationCtx,
  key: string,
  currentMessage: CurrentMessage,
): Promise<Doc<"mails"> | null> {
  const mailId = ctx.db.normalizeId("mails", key);
  const mail = mailId === null ? null : await ctx.db.get("mails", mailId);
  // An operator can restart a job that failed.
  if (mail === null || (mail.state !== "waiting" && mail.state !== "failed")) return null;
  const isLate = mail.usefulUntilMs !== null && mail.usefulUntilMs <= Date.now();
  if (isLate || (await findSuppression(ctx, mail.to)) !== null) {
    await ctx.db.patch("mails", mail._id, { state: "dropped" });
    return null;
  }
  const owner = await ctx.db.get("users", mail.ownerId);
  const isUnwanted = owner !== null && !isWanted(owner, mail.message);
  const message = isUnwanted ? null : await currentMessage(ctx, mail);
  if (message === null) {
    await ctx.db.delete("mails", mail._id);
    return null;
  }
  return { ...mail, message };
}

/** Saves how the mail service answered. If it refuses an address, the address is suppressed and the owner sees it in the app. */
export async function saveDelivery(
  ctx: MutationCtx,
  mailId: Id<"mails">,
  state: "sent" | StopReason,
): Promise<void> {
  const mail = await ctx.db.get("mails", mailId);
  // An event can report a bounce before the run that sent the mail ends.
  if (mail === null || hasFailed(mail) || mail.state === state) return;
  await ctx.db.patch("mails", mailId, { state });
  if (state !== "sent" && (await shouldSuppress(ctx, mail, state)))
    await suppressMail(ctx, mail.to, state);
}

export const recordDelivery = internalMutation({
  args: { mailId: v.id("mails"), state: literals("sent", "refused") },
  returns: v.null(),
  handler: async (ctx, { mailId, state }) => {
    await saveDelivery(ctx, mailId, state);
    return null;
  },
});

/** Ignores events about mails that are not ours or were deleted. */
export const recordEvent = internalMutation({
  args: { taggedId: v.string(), reason: stopReason },
  returns: v.null(),
  handler: async (ctx, { taggedId, reason }) => {
    const mailId = ctx.db.normalizeId("mails", taggedId);
    if (mailId !== null) await saveDelivery(ctx, mailId, reason);
    return null;
  },
});

const BATCH_SIZE = 100;

export const deleteOldMails = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await deleteOldMailBatch(ctx, BATCH_SIZE))
      await ctx.scheduler.runAfter(0, internal.notifications.mail.delivery.deleteOldMails, {});
    return null;
  },
});

/** Only addresses in use are suppressed after a bounce. A mistyped or former address may be tried again. */
async function shouldSuppress(
  ctx: MutationCtx,
  { ownerId, to }: Doc<"mails">,
  reason: StopReason,
): Promise<boolean> {
  if (reason === "complained" || (await ctx.db.get("users", ownerId))?.email === to) return true;
  const recipient = await findRecipient(ctx, ownerId, to);
  return recipient !== null && recipient.confirmedAtMs !== null;
}

function hasFailed({ state }: Doc<"mails">): boolean {
  return state === "bounced" || state === "complained" || state === "refused";
}

/** Deletes a batch of an owner's mail and cancels its jobs. */
export async function deleteMails(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  batchSize: number,
): Promise<number> {
  const mails = await rowsOfOwner(ctx, "mails", ownerId).take(batchSize);
  for (const mail of mails) await deleteMail(ctx, mail);
  return mails.length;
}

/** Whatever its state. */
export async function deleteMailByKey(ctx: MutationCtx, key: string): Promise<void> {
  const mail = await ctx.db
    .query("mails")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
  if (mail !== null) await deleteMail(ctx, mail);
}

async function deleteMail(ctx: MutationCtx, { _id, message }: Doc<"mails">): Promise<void> {
  await cancel(ctx, "mail", _id);
  if (message.template === "summary") await deleteReplies(ctx, _id);
  await ctx.db.delete("mails", _id);
}

/** Deletes a batch of old mail, and returns whether there may be more. */
export async function deleteOldMailBatch(ctx: MutationCtx, batchSize: number): Promise<boolean> {
  const mails = await ctx.db
    .query("mails")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - RETENTION_MS))
    .take(batchSize);
  for (const mail of mails) await deleteMail(ctx, mail);
  return mails.length === batchSize;
}
