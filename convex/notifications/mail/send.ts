/** The one way by which the product sends mail. */
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

/** What becomes of a mail that was asked for. */
export type Sending =
  | { kind: "waiting" }
  /** Too many went to this address, which nobody has confirmed: this one is not sent. */
  | { kind: "limited"; retryAfterMs: number }
  /** It goes to confirmed addresses alone, or there is no mail service. */
  | { kind: "not sent" };

/**
 * Called in the transaction of the change that needs the mail: a job sends it, however long that takes. An address that
 * nobody has confirmed gets few mails an hour, whoever asks for them and from whichever account: it may be a stranger's.
 */
export async function sendMail(
  ctx: MutationCtx,
  { usefulUntilMs = Infinity, ...mail }: NewMail,
): Promise<Sending> {
  if (!isMailOn()) return { kind: "not sent" };
  const known = await ctx.db
    .query("mails")
    .withIndex("by_key", (q) => q.eq("key", mail.key))
    .unique();
  if (known !== null) return { kind: "waiting" };
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

/** Throws when the mail was limited, so that the interface can say so. */
export function requireSent(sending: Sending): void {
  if (sending.kind !== "limited") return;
  throw userError("too_many_requests", tooManyMails(sending.retryAfterMs));
}
