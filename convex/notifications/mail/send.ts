/** All of the product's mail is sent with `sendMail`. */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { enqueue } from "../../jobs/enqueue";
import { optional } from "../../lib/env";
import { normalAddress } from "../../lib/normalAddress";
import { rateLimiter } from "../../lib/rateLimits";
import { userError } from "../../lib/userError";
import { ACCOUNT_MESSAGES, tooManyMails } from "../../shared/accountMessages";
import { goesToUnconfirmed, isConfirmed } from "./audience";
import type { Message } from "./table";

export interface NewMail {
  /** Identifies the occasion. There is one mail for each key, however often it is requested. */
  key: string;
  ownerId: Id<"users">;
  to: string;
  message: Message;
  /** The mail is not sent after this time. */
  usefulUntilMs?: number;
}

/** Whether this deployment can send mail. Everything else works without it. */
export function isMailOn(): boolean {
  return optional("RESEND_API_KEY") !== null && optional("MAIL_FROM") !== null;
}

export function requireMail(): void {
  if (!isMailOn()) throw userError("mail_unavailable", ACCOUNT_MESSAGES.mailUnavailable);
}

export type SendResult =
  | { kind: "waiting" }
  /** The address is unconfirmed and had too many mails. */
  | { kind: "limited"; retryAfterMs: number }
  /** The mail goes only to confirmed addresses, or there is no mail service. */
  | { kind: "not sent" };

/**
 * Called in the transaction of the change that needs the mail. A job sends it, however long that takes. An unconfirmed
 * address may be a stranger's, so it gets few mails an hour from all accounts together.
 */
export async function sendMail(
  ctx: MutationCtx,
  { usefulUntilMs = Infinity, ...mail }: NewMail,
): Promise<SendResult> {
  if (!isMailOn()) return { kind: "not sent" };
  const existing = await ctx.db
    .query("mails")
    .withIndex("by_key", (q) => q.eq("key", mail.key))
    .unique();
  if (existing !== null) return { kind: "waiting" };
  if (!(await isConfirmed(ctx, mail))) {
    if (!goesToUnconfirmed(mail.message)) return { kind: "not sent" };
    const key = `mail ${normalAddress(mail.to)}`;
    const { ok, retryAfter } = await rateLimiter.limit(ctx, "mailsToUnconfirmed", { key });
    if (!ok) return { kind: "limited", retryAfterMs: retryAfter };
  }
  const mailId = await ctx.db.insert("mails", {
    ...mail,
    usefulUntilMs: usefulUntilMs === Infinity ? null : usefulUntilMs,
    state: "waiting",
  });
  await enqueue(ctx, "mail", [mailId]);
  return { kind: "waiting" };
}

/** Throws if the mail was limited, so that the interface can say so. */
export function requireSent(result: SendResult): void {
  if (result.kind !== "limited") return;
  throw userError("too_many_requests", tooManyMails(result.retryAfterMs));
}
