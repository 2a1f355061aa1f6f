/**
 * Another address for an account: its owner asks with the password, and confirms it by the mail that is read there
 * (docs/decisions/0017-mail-and-forgotten-passwords.md).
 */
import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import { enqueue } from "../jobs/enqueue";
import { internalMutation } from "../lib/internalFunctions";
import { requireOwnerDoc } from "../lib/owner";
import { fingerprint } from "../lib/secrets";
import { userError } from "../lib/userError";
import { isLinkKeyFor } from "../notifications/mail/linkKeys";
import { isMailOn, requireSent, sendMail } from "../notifications/mail/send";
import { movingTo } from "../notifications/mail/templates";
import { ACCOUNT_MESSAGES } from "../shared/accountMessages";
import { DAY_MS } from "../shared/durations";
import { findOwnerByEmail, findPasswordAccount, passwordAccountOf } from "./credentials";
import { requirePassword } from "./passwordChange";
import { deleteResets } from "./passwordReset";

type Owner = Doc<"users">;

/** Whether the address is to be confirmed first, or is the account's by now. */
export const addressStep = literals("mailed", "changed");
export type AddressStep = Infer<typeof addressStep>;

/** How often it is tried has been counted. */
export async function requestAddressChange(
  ctx: ActionCtx,
  ownerId: Id<"users">,
  { to, password }: { to: string; password: string },
): Promise<AddressStep> {
  await requirePassword(ctx, ownerId, password);
  return await ctx.runMutation(internal.accounts.addressChange.beginAddressChange, { ownerId, to });
}

/**
 * Does the same, and answers the same, whether or not somebody has that address: only who reads the mail there
 * is told. Where no mail can be sent nobody could confirm anything, so that it is changed at once, as it is with
 * signing up.
 */
export async function startAddressChange(
  ctx: MutationCtx,
  owner: Owner,
  to: string,
): Promise<AddressStep> {
  if (to === owner.email) throw userError("invalid_email", ACCOUNT_MESSAGES.addressUnchanged);
  if (!isMailOn()) {
    await changeAddress(ctx, owner, to, { isConfirmed: false });
    return "changed";
  }
  const nowMs = Date.now();
  const untilMs = nowMs + DAY_MS;
  const sending = await sendMail(ctx, {
    key: `newAddress/${owner._id}/${nowMs}`,
    ownerId: owner._id,
    to,
    message: { template: "newAddress", standing: await standingOf(ctx, owner), untilMs },
    usefulUntilMs: untilMs,
  });
  requireSent(sending);
  await tellOld(ctx, owner, { to, what: "addressAsked" });
  return "mailed";
}

/** By the link in the mail, and only where its owner is signed in: a mistyped address is a stranger's. */
export async function confirmNewAddress(
  ctx: MutationCtx,
  owner: Owner,
  { to, key }: { to: string; key: string },
): Promise<void> {
  // Pressed once more.
  if (owner.email === to) return;
  const [untilText = "", given = ""] = key.split(".");
  const untilMs = Number(untilText);
  const what = movingTo({
    ownerId: owner._id,
    to,
    standing: await standingOf(ctx, owner),
    untilMs,
  });
  if (!(untilMs > Date.now()) || !(await isLinkKeyFor(what, given))) {
    throw userError("link_refused", ACCOUNT_MESSAGES.newAddressOver);
  }
  await changeAddress(ctx, owner, to, { isConfirmed: true });
}

/** What was mailed for the address before opens nothing any more; sessions go on, and Stripe is told. */
export async function changeAddress(
  ctx: MutationCtx,
  owner: Owner,
  to: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<void> {
  if (await isTaken(ctx, to)) throw userError("address_taken", ACCOUNT_MESSAGES.addressTaken);
  // While it still is the account's address, confirmed or not.
  await tellOld(ctx, owner, { to, what: "addressMoved" });
  const account = await passwordAccountOf(ctx, owner._id);
  if (account !== null) {
    await ctx.db.patch("authAccounts", account._id, {
      providerAccountId: to,
      emailVerified: isConfirmed ? to : undefined,
    });
  }
  await ctx.db.patch("users", owner._id, {
    email: to,
    emailVerificationTime: isConfirmed ? Date.now() : undefined,
  });
  await deleteResets(ctx, owner._id);
  await enqueue(ctx, "customerAddress", [owner._id]);
}

export const beginAddressChange = internalMutation({
  args: { ownerId: v.id("users"), to: v.string() },
  returns: addressStep,
  handler: async (ctx, { ownerId, to }) =>
    await startAddressChange(ctx, await requireOwnerDoc(ctx, ownerId), to),
});

async function isTaken(ctx: QueryCtx, email: string): Promise<boolean> {
  const found = [await findPasswordAccount(ctx, email), await findOwnerByEmail(ctx, email)];
  return found.some((one) => one !== null);
}

type Told = { to: string; what: "addressAsked" | "addressMoved" };

async function tellOld(ctx: MutationCtx, owner: Owner, { to, what }: Told): Promise<void> {
  const { _id: ownerId, email } = owner;
  if (email === undefined) return;
  const atMs = Date.now();
  await sendMail(ctx, {
    key: `${what}/${ownerId}/${atMs}`,
    ownerId,
    to: email,
    message: { template: what, to, atMs },
  });
}

/** What makes a link void when it changes: the address before, and the password. */
async function standingOf(ctx: QueryCtx, owner: Owner): Promise<string> {
  const account = await passwordAccountOf(ctx, owner._id);
  return await fingerprint([owner.email ?? "", account?.secret ?? ""]);
}

/** For an operator, who knows the owner by other means. */
export async function changeAddressAsOperator(
  ctx: MutationCtx,
  from: string,
  to: string,
): Promise<void> {
  const account = await findPasswordAccount(ctx, from);
  if (account === null) throw new Error(`Nobody has an account with ${from}`);
  const owner = await requireOwnerDoc(ctx, account.userId);
  await changeAddress(ctx, owner, to, { isConfirmed: true });
}
