/** Mail about new inbox entries: one for each, or a daily digest. The content is looked up when the mail is sent. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isAddressConfirmed } from "../accounts/addressConfirmation";
import { internalMutation } from "../lib/internalFunctions";
import { rateLimiter } from "../lib/rateLimits";
import { recipientsOf } from "../notifications/mail/findRecipient";
import { nextDigest } from "../notifications/mail/recipientLinks";
import { ownRecipient } from "../notifications/mail/recipients";
import { isMailOn, sendMail } from "../notifications/mail/send";
import type { Message, OutcomeEntry } from "../notifications/mail/table";
import { HOUR_MS } from "../shared/durations";
import { entryOf } from "./entry";
import { hasContent } from "./threads";

type Outcome = Doc<"outcomes">;
type Recipient = Doc<"outcomeRecipients">;
type Owner = Doc<"users">;

/** Mail is not sent later than this. */
const USEFUL_FOR_MS = 3 * 24 * HOUR_MS;
const BATCH_SIZE = 10;
const MAX_ENTRIES_SHOWN = 20;
const MAX_ENTRIES_READ = 100;

/** Called in the transaction that adds the entry to the inbox. */
export async function mailOutcome(
  ctx: MutationCtx,
  outcome: Outcome,
  occasion: "withdrawn" | null,
): Promise<void> {
  if (!isMailOn()) return;
  const { ownerId, callId, assistantId, underway } = outcome;
  const isUrgent = underway !== undefined || occasion !== null;
  const owner = await ctx.db.get("users", ownerId);
  if (owner === null) return;
  await ownRecipient(ctx, ownerId);
  for (const recipient of await recipientsOf(ctx, ownerId)) {
    const to = addressOf(owner, recipient);
    const isOther = recipient.assistantId !== null && recipient.assistantId !== assistantId;
    // The recipient wants digests, or a digest is due because there were too many mails.
    const isInDigest = recipient.when !== "each" || recipient.digestDueAtMs !== undefined;
    if (to === null || isOther || (isInDigest && !isUrgent)) continue;
    const { ok } = await rateLimiter.limit(ctx, "outcomeMails", { key: ownerId });
    if (!ok && isInDigest) continue;
    if (!ok) {
      const nowMs = Date.now();
      const due = { digestDueAtMs: nowMs + HOUR_MS, digestFromMs: nowMs };
      await ctx.db.patch("outcomeRecipients", recipient._id, due);
      continue;
    }
    const questionId = underway?.questionId;
    const asked = questionId === undefined ? {} : { questionId };
    const message = { template: "outcome" as const, callId, ...asked, entry: null };
    const about = isUrgent ? `${callId}/${occasion ?? questionId ?? "person"}` : callId;
    await mailTo(ctx, { owner, recipient, to, about, message });
  }
}

type OutcomeMessage = Extract<Message, { template: "outcome" | "outcomeDigest" }>;
type Unaddressed<M> = M extends OutcomeMessage ? Omit<M, "recipientId" | "ownerEmail"> : never;

interface RecipientMail {
  owner: Owner;
  recipient: Recipient;
  to: string;
  /** Identifies the occasion. There is one mail to each recipient for it. */
  about: string;
  message: Unaddressed<OutcomeMessage>;
}

export const sendDigests = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const hasMore = await sendDueDigests(ctx);
    if (hasMore) await ctx.scheduler.runAfter(0, internal.inbox.notifications.sendDigests, {});
    return null;
  },
});

async function mailTo(ctx: MutationCtx, mail: RecipientMail): Promise<void> {
  const { owner, recipient, to, about, message } = mail;
  const ownerEmail = recipient.address === null ? null : (owner.email ?? "");
  await sendMail(ctx, {
    key: `${message.template}/${recipient._id}/${about}`,
    ownerId: owner._id,
    to,
    message: { ...message, recipientId: recipient._id, ownerEmail },
    usefulUntilMs: Date.now() + USEFUL_FOR_MS,
  });
}

/** Null if the recipient wants no mail, or the address is not confirmed. */
function addressOf(owner: Owner, { address, confirmedAtMs, when }: Recipient): string | null {
  if (when === "off") return null;
  if (address !== null) return confirmedAtMs === null ? null : address;
  return isAddressConfirmed(owner) ? (owner.email ?? null) : null;
}

/** Sends a batch of digests, and returns whether there may be more. */
export async function sendDueDigests(ctx: MutationCtx): Promise<boolean> {
  const nowMs = Date.now();
  const due = await ctx.db
    .query("outcomeRecipients")
    .withIndex("by_digest_due", (q) => q.gt("digestDueAtMs", 0).lte("digestDueAtMs", nowMs))
    .take(BATCH_SIZE);
  for (const recipient of due) {
    await ctx.db.patch("outcomeRecipients", recipient._id, nextDigest(recipient, nowMs));
    await sendDigest(ctx, recipient, nowMs);
  }
  return due.length === BATCH_SIZE;
}

/** Sends nothing if there are no new entries. */
async function sendDigest(ctx: MutationCtx, recipient: Recipient, toMs: number): Promise<void> {
  const owner = await ctx.db.get("users", recipient.ownerId);
  const to = owner === null ? null : addressOf(owner, recipient);
  const { digestFromMs: fromMs = toMs } = recipient;
  if (owner === null || to === null) return;
  if ((await outcomesBetween(ctx, recipient, { fromMs, toMs }, 1)).length === 0) return;
  const message = { template: "outcomeDigest" as const, fromMs, toMs, entries: [], more: 0 };
  await mailTo(ctx, { owner, recipient, to, about: String(toMs), message });
}

async function outcomesBetween(
  ctx: QueryCtx,
  { ownerId, assistantId }: Recipient,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  limit = MAX_ENTRIES_READ,
): Promise<Outcome[]> {
  const outcomes = ctx.db.query("outcomes");
  const inInbox =
    assistantId === null
      ? outcomes.withIndex("by_inbox_and_came", (q) =>
          q
            .eq("ownerId", ownerId)
            .eq("isInInbox", true)
            .gte("cameAtMs", fromMs)
            .lt("cameAtMs", toMs),
        )
      : outcomes.withIndex("by_inbox_and_assistant_and_came", (q) =>
          q
            .eq("ownerId", ownerId)
            .eq("isInInbox", true)
            .eq("assistantId", assistantId)
            .gte("cameAtMs", fromMs)
            .lt("cameAtMs", toMs),
        );
  return await inInbox.take(limit);
}

/** The mail's message as of now. Null if the recipient no longer wants it, or the entries were deleted. */
export async function currentOutcomeMessage(
  ctx: QueryCtx,
  { ownerId, to }: Doc<"mails">,
  message: OutcomeMessage,
): Promise<Message | null> {
  const owner = await ctx.db.get("users", ownerId);
  const recipient = await ctx.db.get("outcomeRecipients", message.recipientId);
  if (owner === null || recipient === null || addressOf(owner, recipient) !== to) return null;
  if (message.template === "outcome") {
    const outcome = await outcomeOfCall(ctx, message.callId);
    if (outcome === null || !hasContent(outcome)) return null;
    return { ...message, entry: await namedEntry(ctx, outcome) };
  }
  const outcomes = await outcomesBetween(ctx, recipient, message);
  if (outcomes.length === 0) return null;
  const shown = outcomes.slice(0, MAX_ENTRIES_SHOWN);
  const entries = await Promise.all(shown.map((outcome) => namedEntry(ctx, outcome)));
  return { ...message, entries, more: outcomes.length - shown.length };
}

async function namedEntry(ctx: QueryCtx, outcome: Outcome): Promise<OutcomeEntry> {
  const assistant = await ctx.db.get("assistants", outcome.assistantId);
  return entryOf(outcome, assistant?.name ?? "a deleted assistant");
}

async function outcomeOfCall(ctx: QueryCtx, callId: Id<"calls">): Promise<Outcome | null> {
  return await ctx.db
    .query("outcomes")
    .withIndex("by_call", (q) => q.eq("callId", callId))
    .unique();
}
