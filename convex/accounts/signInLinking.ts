/**
 * Whose account it is, when somebody signs up or comes from Google or GitHub: decided in the transaction in which
 * the library keeps how they came (docs/decisions/0018-google-and-github.md).
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

interface Arrival {
  /** Of who came the same way before. */
  existingUserId: OwnerId | null;
  type: string;
  provider: { id: string };
  profile: { email?: string | null; emailVerified?: boolean };
}

export async function ownerForSignIn(
  ctx: MutationCtx,
  { existingUserId, type, provider, profile }: Arrival,
): Promise<OwnerId> {
  if (existingUserId !== null) return existingUserId;
  if (type !== "oauth") return await signedUp(ctx, validEmail(profile.email));
  if (profile.email == null || profile.emailVerified !== true) {
    throw userError("address_unverified", ACCOUNT_MESSAGES.addressUnverified);
  }
  return await vouchedFor(ctx, validEmail(profile.email), provider.id as OauthProvider);
}

async function signedUp(ctx: MutationCtx, email: string): Promise<OwnerId> {
  // Somebody who has no password may have it.
  if ((await findOwnerByEmail(ctx, email)) !== null) {
    throw userError("sign_up_failed", MESSAGES.couldNotSignUp);
  }
  const ownerId = await ctx.db.insert("users", { email });
  await sendConfirmation(ctx, await requireOwnerDoc(ctx, ownerId));
  return ownerId;
}

/**
 * An account that nobody has confirmed may have been made by anybody, who would stay in it: it is not joined. Its
 * password is chosen anew by who reads the mail of the address, which confirms it.
 */
async function vouchedFor(ctx: MutationCtx, email: string, way: OauthProvider): Promise<OwnerId> {
  const owner = await findOwnerByEmail(ctx, email);
  if (owner === null) {
    return await ctx.db.insert("users", { email, emailVerificationTime: Date.now() });
  }
  if (owner.emailVerificationTime === undefined) {
    throw userError("account_unconfirmed", ACCOUNT_MESSAGES.accountUnconfirmed);
  }
  await notifyOfNewSignInMethod(ctx, owner._id, way);
  return owner._id;
}
