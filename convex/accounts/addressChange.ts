/**
 * Changes an account's email address. The owner enters the password, and then presses a link in an email to the new
 * address (docs/decisions/0017-mail-and-forgotten-passwords.md).
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
import { addressChangePurpose } from "../notifications/mail/templates";
import { ACCOUNT_MESSAGES } from "../shared/accountMessages";
import { DAY_MS } from "../shared/durations";
import { findOwnerByEmail, findPasswordAccount, passwordAccountOf } from "./credentials";
import { requirePassword } from "./passwordChange";
import { deleteResets } from "./passwordReset";

type Owner = Doc<"users">;

/** Whether we mailed a confirmation link, or changed the address at once. */
export const addressStep = literals("mailed", "changed");
export type AddressStep = Infer<typeof addressStep>;

/** The caller has counted the attempt. */
export async function requestAddressChange(
  ctx: ActionCtx,
  ownerId: Id<"users">,
  { to, password }: { to: string; password: string },
): Promise<AddressStep> {
  await requirePassword(ctx, ownerId, password);
  return await ctx.runMutation(internal.accounts.addressChange.beginAddressChange, { ownerId, to });
}

/**
 * Behaves the same whether or not another account has that address, so that only its mailbox reveals it. Without a mail
 * service nobody can confirm an address, so the address changes at once, as with signing up.
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
  const result = await sendMail(ctx, {
    key: `newAddress/${owner._id}/${nowMs}`,
    ownerId: owner._id,
    to,
    message: { template: "newAddress", fingerprint: await fingerprintOf(ctx, owner), untilMs },
    usefulUntilMs: untilMs,
  });
  requireSent(result);
  await mailOldAddress(ctx, owner, { template: "addressChangeRequested", to });
  return "mailed";
}

/** Called by the link in the mail. Requires a session, because a mistyped address belongs to a stranger. */
export async function confirmNewAddress(
  ctx: MutationCtx,
  owner: Owner,
  { to, key }: { to: string; key: string },
): Promise<void> {
  // The link was pressed before.
  if (owner.email === to) return;
  const [untilText = "", signature = ""] = key.split(".");
  const untilMs = Number(untilText);
  const purpose = addressChangePurpose({
    ownerId: owner._id,
    to,
    fingerprint: await fingerprintOf(ctx, owner),
    untilMs,
  });
  if (!(untilMs > Date.now()) || !(await isLinkKeyFor(purpose, signature))) {
    throw userError("link_refused", ACCOUNT_MESSAGES.newAddressOver);
  }
  await changeAddress(ctx, owner, to, { isConfirmed: true });
}

/** Links that were mailed to the old address stop working. Sessions continue, and Stripe gets the new address. */
export async function changeAddress(
  ctx: MutationCtx,
  owner: Owner,
  to: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<void> {
  if (await isTaken(ctx, to)) throw userError("address_taken", ACCOUNT_MESSAGES.addressTaken);
  // Before the change, because whether the old address is confirmed decides whether it gets this mail.
  await mailOldAddress(ctx, owner, { template: "addressChanged", to });
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

type MailToOldAddress = { template: "addressChangeRequested" | "addressChanged"; to: string };

async function mailOldAddress(
  ctx: MutationCtx,
  owner: Owner,
  { template, to }: MailToOldAddress,
): Promise<void> {
  const { _id: ownerId, email } = owner;
  if (email === undefined) return;
  const atMs = Date.now();
  await sendMail(ctx, {
    key: `${template}/${ownerId}/${atMs}`,
    ownerId,
    to: email,
    message: { template, to, atMs },
  });
}

/** Of the current address and password. A link stops working when either changes. */
async function fingerprintOf(ctx: QueryCtx, owner: Owner): Promise<string> {
  const account = await passwordAccountOf(ctx, owner._id);
  return await fingerprint([owner.email ?? "", account?.secret ?? ""]);
}

/** For an operator who has identified the owner by other means. */
export async function changeAddressAsOperator(
  ctx: MutationCtx,
  from: string,
  to: string,
): Promise<void> {
  const account = await findPasswordAccount(ctx, from);
  if (account === null) throw new Error(`There is no account with ${from}`);
  const owner = await requireOwnerDoc(ctx, account.userId);
  await changeAddress(ctx, owner, to, { isConfirmed: true });
}
