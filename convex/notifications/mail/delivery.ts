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
import { DAY_MS } from "../../shared/durations";
import { mailService } from "../../vendors/resend";
import { isWanted } from "./choices";
import { findRecipient } from "./findRecipient";
import { findSuppression, hashPlainSuppressions, suppressMail } from "./suppressions";
import { type Message, type StopReason, stopReason } from "./table";
import { writeMail } from "./templates";
import { unsubscribeUrl } from "./unsubscribe";

const API_URL = "https://api.resend.com";
/** Longer than the months for which some are sent once. */
const KEPT_MS = 40 * DAY_MS;

export const mailDelivery: Handler = {
  async run(ctx, key) {
    const mail = await ctx.runMutation(internal.dispatch.mails.take, { key });
    if (mail === null) return null;
    const service = mailService({
      apiUrl: optional("RESEND_API_URL") ?? API_URL,
      apiKey: required("RESEND_API_KEY"),
    });
    const { stopKey, replyTo, ...content } = await writeMail(mail, required("SITE_URL"));
    const isSent = await service.send({
      ...content,
      stopUrl: stopKey === null ? null : unsubscribeUrl(stopKey),
      from: required("MAIL_FROM"),
      to: mail.to,
      replyTo: replyTo ?? optional("SUPPORT_EMAIL"),
      mark: mail._id,
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

/** What a mail has to say by now; null when it has become untrue. */
export type CurrentMessage = (ctx: MutationCtx, mail: Doc<"mails">) => Promise<Message | null>;

/**
 * The mail if it is still to be sent, with what it has to say by now: not to an address that gets none, not
 * too late, and not against its owner's wish. What has become untrue, or is not wanted, was never asked for.
 */
export async function takeMail(
  ctx: MutationCtx,
  key: string,
  messageNow: CurrentMessage,
): Promise<Doc<"mails"> | null> {
  const mailId = ctx.db.normalizeId("mails", key);
  const mail = mailId === null ? null : await ctx.db.get("mails", mailId);
  // What was given up may be asked for again by people.
  if (mail === null || (mail.state !== "waiting" && mail.state !== "failed")) return null;
  const isLate = mail.usefulUntilMs !== null && mail.usefulUntilMs <= Date.now();
  if (isLate || (await findSuppression(ctx, mail.to)) !== null) {
    await ctx.db.patch("mails", mail._id, { state: "dropped" });
    return null;
  }
  const owner = await ctx.db.get("users", mail.ownerId);
  const isUnwanted = owner !== null && !isWanted(owner, mail.message);
  const message = isUnwanted ? null : await messageNow(ctx, mail);
  if (message === null) {
    await ctx.db.delete("mails", mail._id);
    return null;
  }
  return { ...mail, message };
}

/** It was sent, or will never be: then the address gets none, and its owner is told. */
export async function saveDelivery(
  ctx: MutationCtx,
  mailId: Id<"mails">,
  state: "sent" | StopReason,
): Promise<void> {
  const mail = await ctx.db.get("mails", mailId);
  // What it came to, as an event told it, may be known before the run that sent it ends.
  if (mail === null || isOver(mail) || mail.state === state) return;
  await ctx.db.patch("mails", mailId, { state });
  if (state !== "sent" && (await isToKeep(ctx, mail, state)))
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
  args: { mark: v.string(), reason: stopReason },
  returns: v.null(),
  handler: async (ctx, { mark, reason }) => {
    const mailId = ctx.db.normalizeId("mails", mark);
    if (mailId !== null) await saveDelivery(ctx, mailId, reason);
    return null;
  },
});

const FORGOTTEN_AT_ONCE = 100;

export const deleteOldMails = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = [
      await deleteSomeOldMails(ctx, FORGOTTEN_AT_ONCE),
      await hashPlainSuppressions(ctx, FORGOTTEN_AT_ONCE),
    ].includes(true);
    if (isMore)
      await ctx.scheduler.runAfter(0, internal.notifications.mail.delivery.deleteOldMails, {});
    return null;
  },
});

/** An address that was only typed, or that its owner has given up, is tried again when somebody asks. */
async function isToKeep(
  ctx: MutationCtx,
  { ownerId, to }: Doc<"mails">,
  reason: StopReason,
): Promise<boolean> {
  if (reason === "complained" || (await ctx.db.get("users", ownerId))?.email === to) return true;
  // Somebody there has agreed to mail.
  const recipient = await findRecipient(ctx, ownerId, to);
  return recipient !== null && recipient.confirmedAtMs !== null;
}

function isOver({ state }: Doc<"mails">): boolean {
  return state === "bounced" || state === "complained" || state === "refused";
}

/** Deletes some of an owner's mail, and what is still to be sent of it. */
export async function deleteMails(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  atOnce: number,
): Promise<number> {
  const mails = await ctx.db
    .query("mails")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(atOnce);
  for (const { _id } of mails) {
    await cancel(ctx, "mail", _id);
    await ctx.db.delete("mails", _id);
  }
  return mails.length;
}

/** Deletes some of the mail that has had its time, and says whether there may be more. */
export async function deleteSomeOldMails(ctx: MutationCtx, atOnce: number): Promise<boolean> {
  const mails = await ctx.db
    .query("mails")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - KEPT_MS))
    .take(atOnce);
  for (const { _id } of mails) {
    await cancel(ctx, "mail", _id);
    await ctx.db.delete("mails", _id);
  }
  return mails.length === atOnce;
}
