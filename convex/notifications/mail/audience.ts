/** Which mails may go to an unconfirmed address, which may be a stranger's. */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { findRecipient } from "./findRecipient";
import type { Message } from "./table";

/**
 * Whether a mail also goes to unconfirmed addresses. It does if it asks for the confirmation, or if an owner could lose
 * the account or money without it. Such mail contains no words that somebody else chose, except the slip of a conversation,
 * which has limits of its own (assistantActions/slip.ts).
 */
const GOES_TO_UNCONFIRMED: Record<Message["template"], boolean> = {
  resetPassword: true,
  confirmAddress: true,
  newPlace: false,
  passwordChanged: true,
  newSignInMethod: false,
  apiKeyCreated: false,
  newAddress: true,
  addressChangeRequested: false,
  addressChanged: false,
  usage: true,
  spending: true,
  dailyLimit: false,
  payment: true,
  graceEnding: true,
  trialEnding: true,
  planChanged: true,
  planEnded: true,
  nightlyCheck: false,
  summary: false,
  replyResult: false,
  outcome: false,
  outcomeDigest: false,
  confirmRecipient: true,
  webhookOff: false,
  slip: true,
};

export function goesToUnconfirmed({ template }: Message): boolean {
  return GOES_TO_UNCONFIRMED[template];
}

/** Whether somebody with access to the mailbox has confirmed that it wants this owner's mail. */
export async function isConfirmed(
  ctx: QueryCtx,
  { ownerId, to }: Pick<Doc<"mails">, "ownerId" | "to">,
): Promise<boolean> {
  const owner = await ctx.db.get("users", ownerId);
  if (owner?.email === to) return owner.emailVerificationTime !== undefined;
  const recipient = await findRecipient(ctx, ownerId, to);
  return recipient !== null && recipient.confirmedAtMs !== null;
}
