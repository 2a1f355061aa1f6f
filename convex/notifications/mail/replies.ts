/** Replies to weekly summaries: which are accepted, and their records. */
import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { cancel, enqueue } from "../../jobs/enqueue";
import { internalMutation } from "../../lib/internalFunctions";
import { DAY_MS } from "../../shared/durations";
import { isReplyAddressOf } from "./replyAddress";
import type { AskedQuestion } from "./table";

type Reply = Doc<"mailReplies">;

/** How long a summary can be replied to. Mails are deleted after forty days. */
export const REPLY_DAYS = 30;
/** To one summary. More are ignored, so that neither a loop nor a leaked address costs much. */
export const MAX_REPLIES = 20;

/** Accepts a reply once, however often the mail service announces it. Ignores what is not addressed with our key. */
export const receiveReply = internalMutation({
  args: {
    mailId: v.string(),
    key: v.string(),
    receivedId: v.string(),
    receivedAtMs: v.number(),
  },
  returns: v.null(),
  handler: async (ctx, { receivedId, receivedAtMs, ...address }) => {
    const mailId = ctx.db.normalizeId("mails", address.mailId);
    const summary = mailId === null ? null : await findOpenSummary(ctx, mailId);
    if (summary === null || !(await isReplyAddressOf(summary.mail, address))) return null;
    const { mail } = summary;
    const replies = await repliesTo(ctx, mail._id);
    const isKnown = replies.some((reply) => reply.receivedId === receivedId);
    if (isKnown || replies.length >= MAX_REPLIES) return null;
    const replyId = await ctx.db.insert("mailReplies", {
      ...{ ownerId: mail.ownerId, mailId: mail._id, receivedId, receivedAtMs },
      ...{ isHandled: false, answered: [] },
    });
    await enqueue(ctx, "mailReply", [replyId]);
    return null;
  },
});

export interface OpenSummary {
  mail: Doc<"mails">;
  owner: Doc<"users">;
  questions: AskedQuestion[];
}

/**
 * A summary that can still be replied to: not too old, with questions, and sent to the address that its owner still has
 * and has confirmed.
 */
export async function findOpenSummary(
  ctx: QueryCtx,
  mailId: Id<"mails">,
): Promise<OpenSummary | null> {
  const mail = await ctx.db.get("mails", mailId);
  if (mail?.message.template !== "summary") return null;
  const { questions = [] } = mail.message;
  if (questions.length === 0 || mail._creationTime + REPLY_DAYS * DAY_MS < Date.now()) return null;
  const owner = await ctx.db.get("users", mail.ownerId);
  if (owner?.email !== mail.to || owner.emailVerificationTime === undefined) return null;
  return { mail, owner, questions };
}

export async function repliesTo(ctx: QueryCtx, mailId: Id<"mails">): Promise<Reply[]> {
  return await ctx.db
    .query("mailReplies")
    .withIndex("by_mail", (q) => q.eq("mailId", mailId))
    .take(MAX_REPLIES);
}

/** They go with their summary. */
export async function deleteReplies(ctx: MutationCtx, mailId: Id<"mails">): Promise<void> {
  for (const { _id } of await repliesTo(ctx, mailId)) {
    await cancel(ctx, "mailReply", _id);
    await ctx.db.delete("mailReplies", _id);
  }
}
