/**
 * Finds or creates the account of somebody who signs up, or signs in with Google or GitHub, in the transaction in which
 * the library stores the sign-in method (docs/decisions/0018-google-and-github.md).
 */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { requireOwnerDoc } from "../lib/owner";
import { userError } from "../lib/userError";
import { ACCOUNT_MESSAGES } from "../shared/accountMessages";
import { MESSAGES } from "../shared/messages";
import type { OauthProvider } from "../shared/oauthProviders";
import { sendConfirmation } from "./addressConfirmation";
import { findOwnerByEmail, validEmail } from "./credentials";
import { notifyOfNewSignInMethod } from "./notifications";

type OwnerId = Id<"users">;

interface SignIn {
  /** Set if this sign-in method has been used before. */
  existingUserId: OwnerId | null;
  type: string;
  provider: { id: string };
  profile: { email?: string | null; emailVerified?: boolean };
}

export async function ownerForSignIn(
  ctx: MutationCtx,
  { existingUserId, type, provider, profile }: SignIn,
): Promise<OwnerId> {
  if (existingUserId !== null) return existingUserId;
  if (type !== "oauth") return await createOwner(ctx, validEmail(profile.email));
  if (profile.email == null || profile.emailVerified !== true) {
    throw userError("address_unverified", ACCOUNT_MESSAGES.addressUnverified);
  }
  return await findOrCreateOwner(ctx, validEmail(profile.email), provider.id as OauthProvider);
}

async function createOwner(ctx: MutationCtx, email: string): Promise<OwnerId> {
  // An account without a password may have this email.
  if ((await findOwnerByEmail(ctx, email)) !== null) {
    throw userError("sign_up_failed", MESSAGES.couldNotSignUp);
  }
  const ownerId = await ctx.db.insert("users", { email });
  await sendConfirmation(ctx, await requireOwnerDoc(ctx, ownerId));
  return ownerId;
}

/**
 * Refuses an unconfirmed account: anybody may have created it, and would keep access to it. The owner of the mailbox can
 * reset its password, which confirms the address.
 */
async function findOrCreateOwner(
  ctx: MutationCtx,
  email: string,
  provider: OauthProvider,
): Promise<OwnerId> {
  const owner = await findOwnerByEmail(ctx, email);
  if (owner === null) {
    return await ctx.db.insert("users", { email, emailVerificationTime: Date.now() });
  }
  if (owner.emailVerificationTime === undefined) {
    throw userError("account_unconfirmed", ACCOUNT_MESSAGES.accountUnconfirmed);
  }
  await notifyOfNewSignInMethod(ctx, owner._id, provider);
  return owner._id;
}
