/** Mails an owner at the account's address, unless the owner has turned such mail off. */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { isWanted } from "./choices";
import { isMailOn, sendMail } from "./send";
import type { Message } from "./table";

export interface OwnerNotification {
  /** Identifies the occasion. There is one mail for each key, however often it is requested. */
  key: string;
  message: Message;
  usefulUntilMs?: number;
}

export async function notifyOwner(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  notifications: readonly OwnerNotification[],
): Promise<void> {
  if (notifications.length === 0 || !isMailOn()) return;
  const owner = await ctx.db.get("users", ownerId);
  if (owner?.email === undefined) return;
  for (const notification of notifications) {
    if (!isWanted(owner, notification.message)) continue;
    const message = withoutPaymentUrl(notification.message);
    await sendMail(ctx, { ...notification, message, ownerId, to: owner.email });
  }
}

/** The payment page is looked up when the mail is sent, so its link is not stored. */
function withoutPaymentUrl(message: Message): Message {
  return "url" in message ? { ...message, url: null } : message;
}
