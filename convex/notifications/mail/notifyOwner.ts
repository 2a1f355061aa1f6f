/** What an owner is to be told as things stand: to the account's address, as far as it is wanted. */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { isWanted } from "./choices";
import { isMailOn, sendMail } from "./send";
import type { Message } from "./table";

export interface OwnerNotification {
  /** What it is about: of this there is one mail, however often it is told. */
  key: string;
  message: Message;
  usefulUntilMs?: number;
}

export async function notifyOwner(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  notices: readonly OwnerNotification[],
): Promise<void> {
  if (notices.length === 0 || !isMailOn()) return;
  const owner = await ctx.db.get("users", ownerId);
  if (owner?.email === undefined) return;
  for (const notice of notices) {
    if (!isWanted(owner, notice.message)) continue;
    const message = withoutPage(notice.message);
    await sendMail(ctx, { ...notice, message, ownerId, to: owner.email });
  }
}

/** Where to pay is looked up when the mail is sent: no link is kept. */
function withoutPage(message: Message): Message {
  return "url" in message ? { ...message, url: null } : message;
}
