/** The one way by which the product sends mail. */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { optional } from "../../env";
import { ACCOUNT_MESSAGES } from "../../catalog/accountMessages";
import { userError } from "../common/userError";
import { askFor } from "../outbox/asking";
import type { Message } from "./mailFields";

export interface NewMail {
  /** Names what it is sent for. Of one key there is one mail, however often it is asked for. */
  key: string;
  ownerId: Id<"users">;
  to: string;
  message: Message;
  /** After this it is not worth sending. */
  usefulUntilMs?: number;
}

/** Whether this deployment can send mail. All else works without. */
export function isMailOn(): boolean {
  return optional("RESEND_API_KEY") !== null && optional("MAIL_FROM") !== null;
}

export function requireMail(): void {
  if (!isMailOn()) throw userError("mail_unavailable", ACCOUNT_MESSAGES.mailUnavailable);
}

/** In the transaction of the change that asks for it: the outbox sends it, however long that takes. */
export async function sendMail(
  ctx: MutationCtx,
  { usefulUntilMs = Infinity, ...mail }: NewMail,
): Promise<void> {
  if (!isMailOn()) return;
  const known = await ctx.db
    .query("mails")
    .withIndex("by_key", (q) => q.eq("key", mail.key))
    .unique();
  if (known !== null) return;
  const mailId = await ctx.db.insert("mails", {
    ...mail,
    usefulUntilMs: usefulUntilMs === Infinity ? null : usefulUntilMs,
    state: "waiting",
  });
  await askFor(ctx, "mail", [mailId]);
}
