/**
 * Who gets mail about inbox entries: the account's own address, unless its owner turned it off, and other addresses
 * after somebody with access to the mailbox has agreed.
 */
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { userError } from "../../lib/userError";
import { WEEK_MS } from "../../shared/durations";
import { MAX_RECIPIENTS, RECIPIENT_MESSAGES, USUAL_HOUR } from "../../shared/inboxMail";
import { MESSAGES } from "../../shared/messages";
import { isTimeZone } from "./digestTime";
import { findRecipient, recipientsOf } from "./findRecipient";
import { nextDigest } from "./recipientLinks";
import { recipientChoice, type RecipientChoice } from "./recipientTable";
import { requireSent, sendMail } from "./send";
import { findSuppression } from "./suppressions";
import { type Message, stopReason } from "./table";

type Recipient = Doc<"outcomeRecipients">;
type Owner = Doc<"users">;

const DEFAULT_CHOICE: RecipientChoice = {
  when: "each",
  assistantId: null,
  hour: USUAL_HOUR,
  timeZone: "UTC",
};

/** The account's own address as a recipient. Its row is created when it is first needed. */
export async function ownRecipient(ctx: MutationCtx, ownerId: Id<"users">): Promise<Recipient> {
  const existing = await findRecipient(ctx, ownerId, null);
  if (existing !== null) return existing;
  const own = { ownerId, address: null, confirmedAtMs: null, ...DEFAULT_CHOICE };
  const recipientId = await ctx.db.insert("outcomeRecipients", own);
  const created = await ctx.db.get("outcomeRecipients", recipientId);
  if (created === null) throw new Error(`Recipient ${recipientId} was not inserted`);
  return created;
}

export const shownRecipient = v.object({
  /** Null for the account's own address. */
  id: v.union(v.id("outcomeRecipients"), v.null()),
  address: v.string(),
  ...recipientChoice.fields,
  isConfirmed: v.boolean(),
  /** Why mail no longer goes there. */
  stop: v.union(stopReason, v.null()),
});

/** The account's own address comes first. */
export async function listRecipients(
  ctx: QueryCtx,
  owner: Owner,
  isOwnConfirmed: boolean,
): Promise<Infer<typeof shownRecipient>[]> {
  const recipients = await recipientsOf(ctx, owner._id);
  const own = recipients.find(({ address }) => address === null) ?? DEFAULT_CHOICE;
  const others = recipients.flatMap((one) =>
    one.address === null ? [] : [{ ...one, address: one.address }],
  );
  const all = [
    { ...own, id: null, address: owner.email ?? "", isConfirmed: isOwnConfirmed },
    ...others.map((one) => ({ ...one, id: one._id, isConfirmed: one.confirmedAtMs !== null })),
  ];
  return await Promise.all(
    all.map(async ({ id, address, when, assistantId, hour, timeZone, isConfirmed }) => {
      const stop = (await findSuppression(ctx, address))?.reason ?? null;
      return { id, address, when, assistantId, hour, timeZone, isConfirmed, stop };
    }),
  );
}

/** We email a confirmation link first. The address gets nothing else until somebody there confirms. */
export async function addRecipient(
  ctx: MutationCtx,
  owner: Owner,
  { address, ...choice }: RecipientChoice & { address: string },
): Promise<void> {
  const own = await ownRecipient(ctx, owner._id);
  const recipients = await recipientsOf(ctx, own.ownerId);
  if (address === owner.email) throw rejected("own");
  if (recipients.some((one) => one.address === address)) throw rejected("known");
  if (recipients.length >= MAX_RECIPIENTS) throw rejected("tooMany");
  const recipientId = await ctx.db.insert("outcomeRecipients", {
    ...{ ownerId: owner._id, address, confirmedAtMs: null },
    ...(await checkedChoice(ctx, owner, choice)),
  });
  await sendConfirmation(ctx, owner, recipientId, address);
}

async function sendConfirmation(
  ctx: MutationCtx,
  owner: Owner,
  recipientId: Id<"outcomeRecipients">,
  address: string,
): Promise<void> {
  const nowMs = Date.now();
  const untilMs = nowMs + WEEK_MS;
  const ownerEmail = owner.email ?? "";
  const result = await sendMail(ctx, {
    key: `confirmRecipient/${recipientId}/${nowMs}`,
    ownerId: owner._id,
    to: address,
    message: { template: "confirmRecipient", recipientId, ownerEmail, untilMs },
    usefulUntilMs: untilMs,
  });
  requireSent(result);
}

export async function resendConfirmation(ctx: MutationCtx, owner: Owner, recipient: Recipient) {
  const { _id, address, confirmedAtMs } = recipient;
  if (address === null || confirmedAtMs !== null) throw rejected("confirmed");
  await sendConfirmation(ctx, owner, _id, address);
}

/** Null if the recipient was removed, or has confirmed meanwhile. */
export async function currentRecipientMessage(
  ctx: MutationCtx,
  { to }: Doc<"mails">,
  message: Extract<Message, { template: "confirmRecipient" }>,
): Promise<Message | null> {
  const recipient = await ctx.db.get("outcomeRecipients", message.recipientId);
  return recipient?.address === to && recipient.confirmedAtMs === null ? message : null;
}

export async function changeRecipient(
  ctx: MutationCtx,
  owner: Owner,
  recipient: Recipient,
  choice: RecipientChoice,
): Promise<void> {
  const checked = await checkedChoice(ctx, owner, choice);
  const isConfirmed = recipient.address === null || recipient.confirmedAtMs !== null;
  const digest = nextDigest(isConfirmed ? checked : { ...checked, when: "each" }, Date.now());
  await ctx.db.patch("outcomeRecipients", recipient._id, { ...checked, ...digest });
}

/** Somebody else's recipient is refused like a missing one. Null is the account's own address. */
export async function requireOwnRecipient(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  recipientId: Id<"outcomeRecipients"> | null,
): Promise<Recipient> {
  if (recipientId === null) return await ownRecipient(ctx, ownerId);
  const recipient = await ctx.db.get("outcomeRecipients", recipientId);
  if (recipient?.ownerId === ownerId) return recipient;
  throw userError("recipient_not_found", RECIPIENT_MESSAGES.notFound);
}

async function checkedChoice(
  ctx: QueryCtx,
  owner: Owner,
  { when, assistantId, hour, timeZone }: RecipientChoice,
): Promise<RecipientChoice> {
  if (!Number.isInteger(hour) || hour < 0 || hour > 23) throw rejected("unknownHour");
  if (timeZone.length > MAX_TIME_ZONE_LENGTH || !isTimeZone(timeZone))
    throw rejected("unknownZone");
  const assistant = assistantId === null ? null : await ctx.db.get("assistants", assistantId);
  if (assistantId !== null && assistant?.ownerId !== owner._id) {
    throw userError("assistant_not_found", MESSAGES.assistantNotFound);
  }
  return { when, assistantId, hour, timeZone };
}
const MAX_TIME_ZONE_LENGTH = 64;

export async function deleteRecipients(ctx: MutationCtx, ownerId: Id<"users">): Promise<number> {
  const recipients = await recipientsOf(ctx, ownerId);
  for (const { _id } of recipients) await ctx.db.delete("outcomeRecipients", _id);
  return recipients.length;
}

function rejected(why: keyof typeof RECIPIENT_MESSAGES) {
  return userError("recipient_rejected", RECIPIENT_MESSAGES[why]);
}
