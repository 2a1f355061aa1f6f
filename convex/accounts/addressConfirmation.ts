/** Whether an owner's address is theirs: who reads the mail there can press the link in it. */
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { optional } from "../lib/env";
import { userError } from "../lib/userError";
import { isLinkKeyFor } from "../notifications/mail/linkKeys";
import { isMailOn, requireSent, type Sending, sendMail } from "../notifications/mail/send";
import { findSuppression, resumeMail } from "../notifications/mail/suppressions";
import { stopReason } from "../notifications/mail/table";
import { confirming } from "../notifications/mail/templates";
import { ACCOUNT_MESSAGES } from "../shared/accountMessages";
import { WEEK_MS } from "../shared/durations";
import { passwordAccountOf } from "./credentials";

/** Where no mail can be sent nobody could confirm anything: then every address is taken for what it is. */
export function isAddressConfirmed({ emailVerificationTime }: Doc<"users">): boolean {
  return emailVerificationTime !== undefined || !isMailOn();
}

export function requireConfirmedAddress(owner: Doc<"users">): void {
  if (isAddressConfirmed(owner)) return;
  throw userError("address_unconfirmed", ACCOUNT_MESSAGES.addressUnconfirmed);
}

/** The link that confirms the address leads back to the plan that was chosen last. */
export async function rememberChosenPlan(
  ctx: MutationCtx,
  owner: Doc<"users">,
  planType: NonNullable<Doc<"users">["chosenPlan"]>,
): Promise<void> {
  await ctx.db.patch("users", owner._id, { chosenPlan: planType });
}

/** What an owner should do about the address; null when nothing is to be done. */
export const addressProblem = v.union(
  v.null(),
  v.object({
    what: v.union(v.literal("unconfirmed"), stopReason),
    isConfirmed: v.boolean(),
    /** Where mail can be read that never leaves this machine. */
    outboxUrl: v.union(v.string(), v.null()),
    /** Whether a mail with the link was sent, or is about to be. */
    isMailSent: v.boolean(),
    /** Whether its owner may have mail sent there all the same. */
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
    // The complaint may come from a stranger whose address somebody else keeps signing up with.
    const mayTryAgain = stop.reason !== "complained" || isConfirmed;
    return { what: stop.reason, isConfirmed, outboxUrl, isMailSent: false, mayTryAgain };
  }
  if (isConfirmed) return null;
  const isMailSent = await isAsked(ctx, owner._id);
  return { what: "unconfirmed", isConfirmed, outboxUrl, isMailSent, mayTryAgain: true };
}

/** More than are asked for in an hour. */
const MAILS_READ = 20;

async function isAsked(ctx: QueryCtx, ownerId: Id<"users">): Promise<boolean> {
  const prefix = `${ASKING}/${ownerId}/`;
  const mails = await ctx.db
    .query("mails")
    .withIndex("by_key", (q) => q.gte("key", prefix).lt("key", `${prefix}\uFFFF`))
    .order("desc")
    .take(MAILS_READ);
  return mails.some(({ state }) => state === "waiting" || state === "sent");
}

const ASKING = "confirm";

/** Once for an account that is new; again as often as its owner asks. */
export async function sendConfirmation(
  ctx: MutationCtx,
  { _id: ownerId, email }: Doc<"users">,
  occasion = "new",
): Promise<Sending> {
  if (email === undefined) return { kind: "not sent" };
  const untilMs = Date.now() + WEEK_MS;
  return await sendMail(ctx, {
    key: `${ASKING}/${ownerId}/${occasion}`,
    ownerId,
    to: email,
    message: { template: "confirmAddress", untilMs },
    usefulUntilMs: untilMs,
  });
}

/** Its owner says that the address is right, even where mail came back: so it is tried again. */
export async function resendConfirmation(ctx: MutationCtx, owner: Doc<"users">): Promise<void> {
  const trouble = await problemWithAddress(ctx, owner);
  if (owner.email === undefined || trouble === null) return;
  if (!trouble.mayTryAgain) throw userError("mail_stopped", ACCOUNT_MESSAGES.mailStopped);
  await resumeMail(ctx, owner.email);
  requireSent(await sendConfirmation(ctx, owner, String(Date.now())));
}

/**
 * Whose address it is, or null for a link that is no good. Needs no session: the link may be pressed in another browser,
 * and more than once.
 */
export async function confirmByLink(ctx: MutationCtx, key: string): Promise<Doc<"users"> | null> {
  const [ownerText = "", untilText = "", given = ""] = key.split(".");
  const ownerId = ctx.db.normalizeId("users", ownerText);
  const owner = ownerId === null ? null : await ctx.db.get("users", ownerId);
  const untilMs = Number(untilText);
  if (owner?.email === undefined || !(untilMs > Date.now())) return null;
  const what = confirming({ ownerId: owner._id, email: owner.email, untilMs });
  if (!(await isLinkKeyFor(what, given))) return null;
  await markConfirmed(ctx, owner);
  return owner;
}

export async function markConfirmed(ctx: MutationCtx, owner: Doc<"users">): Promise<void> {
  if (owner.emailVerificationTime === undefined) {
    await ctx.db.patch("users", owner._id, { emailVerificationTime: Date.now() });
  }
  const account = await passwordAccountOf(ctx, owner._id);
  // The library marks it too.
  if (account !== null && account.emailVerified === undefined && owner.email !== undefined) {
    await ctx.db.patch("authAccounts", account._id, { emailVerified: owner.email });
  }
}
