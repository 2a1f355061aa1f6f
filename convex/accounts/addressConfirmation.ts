/** Confirms that an owner reads the mail of their address, by a link in an email. */
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { optional } from "../lib/env";
import { userError } from "../lib/userError";
import { isLinkKeyFor } from "../notifications/mail/linkKeys";
import { isMailOn, requireSent, type SendResult, sendMail } from "../notifications/mail/send";
import { findSuppression, resumeMail } from "../notifications/mail/suppressions";
import { stopReason } from "../notifications/mail/table";
import { confirmationPurpose } from "../notifications/mail/templates";
import { ACCOUNT_MESSAGES } from "../shared/accountMessages";
import { WEEK_MS } from "../shared/durations";
import { passwordAccountOf } from "./credentials";

/** Without a mail service nobody can confirm an address, so every address counts as confirmed. */
export function isAddressConfirmed({ emailVerificationTime }: Doc<"users">): boolean {
  return emailVerificationTime !== undefined || !isMailOn();
}

export function requireConfirmedAddress(owner: Doc<"users">): void {
  if (isAddressConfirmed(owner)) return;
  throw userError("address_unconfirmed", ACCOUNT_MESSAGES.addressUnconfirmed);
}

/** So that the confirmation link can lead back to the plan that the owner chose. */
export async function rememberChosenPlan(
  ctx: MutationCtx,
  owner: Doc<"users">,
  planType: NonNullable<Doc<"users">["chosenPlan"]>,
): Promise<void> {
  await ctx.db.patch("users", owner._id, { chosenPlan: planType });
}

/** What is wrong with the owner's address. Null if nothing is. */
export const addressProblem = v.union(
  v.null(),
  v.object({
    what: v.union(v.literal("unconfirmed"), stopReason),
    isConfirmed: v.boolean(),
    /** The page that shows mail on a machine whose mail service is a stand-in. */
    outboxUrl: v.union(v.string(), v.null()),
    /** Whether a mail with the link was sent, or is about to be. */
    isMailSent: v.boolean(),
    /** Whether the owner may have us send mail there again. */
    mayTryAgain: v.boolean(),
  }),
);

export async function problemWithAddress(
  ctx: QueryCtx,
  owner: Doc<"users">,
): Promise<Infer<typeof addressProblem>> {
  if (owner.email === undefined || !isMailOn()) return null;
  const outboxUrl = optional("MAIL_OUTBOX_URL");
  const isConfirmed = isAddressConfirmed(owner);
  const stop = await findSuppression(ctx, owner.email);
  if (stop !== null) {
    // A complaint about an unconfirmed address may come from a stranger, whose address somebody else signed up with.
    const mayTryAgain = stop.reason !== "complained" || isConfirmed;
    return { what: stop.reason, isConfirmed, outboxUrl, isMailSent: false, mayTryAgain };
  }
  if (isConfirmed) return null;
  const isMailSent = await hasSentConfirmation(ctx, owner._id);
  return { what: "unconfirmed", isConfirmed, outboxUrl, isMailSent, mayTryAgain: true };
}

/** More than an owner can request in an hour. */
const MAILS_READ = 20;

async function hasSentConfirmation(ctx: QueryCtx, ownerId: Id<"users">): Promise<boolean> {
  const prefix = `${MAIL_KEY_PREFIX}/${ownerId}/`;
  const mails = await ctx.db
    .query("mails")
    .withIndex("by_key", (q) => q.gte("key", prefix).lt("key", `${prefix}\uFFFF`))
    .order("desc")
    .take(MAILS_READ);
  return mails.some(({ state }) => state === "waiting" || state === "sent");
}

const MAIL_KEY_PREFIX = "confirm";

/** Sends one mail for each occasion: one for a new account, and one each time that the owner requests it again. */
export async function sendConfirmation(
  ctx: MutationCtx,
  { _id: ownerId, email }: Doc<"users">,
  occasion = "new",
): Promise<SendResult> {
  if (email === undefined) return { kind: "not sent" };
  const untilMs = Date.now() + WEEK_MS;
  return await sendMail(ctx, {
    key: `${MAIL_KEY_PREFIX}/${ownerId}/${occasion}`,
    ownerId,
    to: email,
    message: { template: "confirmAddress", untilMs },
    usefulUntilMs: untilMs,
  });
}

/** The owner says that the address is right, so we try again even if mail to it bounced. */
export async function resendConfirmation(ctx: MutationCtx, owner: Doc<"users">): Promise<void> {
  const problem = await problemWithAddress(ctx, owner);
  if (owner.email === undefined || problem === null) return;
  if (!problem.mayTryAgain) throw userError("mail_stopped", ACCOUNT_MESSAGES.mailStopped);
  await resumeMail(ctx, owner.email);
  requireSent(await sendConfirmation(ctx, owner, String(Date.now())));
}

/**
 * Returns the owner whose address it is, or null if the link is not valid. Needs no session: the link may be pressed in
 * another browser, and more than once.
 */
export async function confirmByLink(ctx: MutationCtx, key: string): Promise<Doc<"users"> | null> {
  const [ownerText = "", untilText = "", signature = ""] = key.split(".");
  const ownerId = ctx.db.normalizeId("users", ownerText);
  const owner = ownerId === null ? null : await ctx.db.get("users", ownerId);
  const untilMs = Number(untilText);
  if (owner?.email === undefined || !(untilMs > Date.now())) return null;
  const purpose = confirmationPurpose({ ownerId: owner._id, email: owner.email, untilMs });
  if (!(await isLinkKeyFor(purpose, signature))) return null;
  await markConfirmed(ctx, owner);
  return owner;
}

export async function markConfirmed(ctx: MutationCtx, owner: Doc<"users">): Promise<void> {
  if (owner.emailVerificationTime === undefined) {
    await ctx.db.patch("users", owner._id, { emailVerificationTime: Date.now() });
  }
  const account = await passwordAccountOf(ctx, owner._id);
  // The auth library has its own mark.
  if (account !== null && account.emailVerified === undefined && owner.email !== undefined) {
    await ctx.db.patch("authAccounts", account._id, { emailVerified: owner.email });
  }
}
