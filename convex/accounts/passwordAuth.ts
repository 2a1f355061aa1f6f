import type { ConvexCredentialsUserConfig } from "@convex-dev/auth/providers/ConvexCredentials";
import { Password } from "@convex-dev/auth/providers/Password";
import { createAccount, modifyAccountCredentials, retrieveAccount } from "@convex-dev/auth/server";
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { DataModel, Id } from "../_generated/dataModel";
import { internalMutation } from "../lib/internalFunctions";
import { networkOf } from "../lib/network";
import { countSignUp } from "../lib/rateLimits";
import { userError } from "../lib/userError";
import { ACCOUNT_MESSAGES } from "../shared/accountMessages";
import { MESSAGES } from "../shared/messages";
import {
  type Credentials,
  signInCredentials,
  newCredentials,
  newPassword,
  PASSWORD_PROVIDER,
  readBrowser,
} from "./credentials";
import { deviceOf } from "./device";
import type { Origin } from "./familiarPlaces";
import { isNewPlace, notifyOfNewPlace } from "./notifications";
import { hashPassword, isOutdated, DUMMY_HASH, verifyPassword } from "./passwordHash";
import type { checkedReset, ResetCredential } from "./passwordReset";
import { admitAttempt, type Admitted, recordSignIn } from "./signInLimits";
import { beginSession, readTimeZone } from "./signIns";

type Authorize = ConvexCredentialsUserConfig<DataModel>["authorize"];
type Arrival = Origin & { timeZone: string | null };
type Params = Parameters<Authorize>[0];
type AuthCtx = Parameters<Authorize>[1];

/**
 * Replaces the library's own `authorize`, which throws plain errors that production redacts. Its sign-up also lets anybody
 * try passwords on an existing account without its limit on failed attempts, and that limit lets anybody lock an owner out.
 */
const authorize: Authorize = async (params, ctx) => {
  const { ip } = await ctx.meta.getRequestMetadata();
  const arrival = {
    network: networkOf(ip),
    browser: readBrowser(params),
    timeZone: readTimeZone(params.timeZone),
  };
  switch (params.flow) {
    case "signIn":
      return await signIn(ctx, signInCredentials(params), arrival);
    case "signUp":
      return await signUp(ctx, newCredentials(params), arrival);
    case "reset":
      return await resetPassword(ctx, params, arrival);
    default:
      throw new Error(`Unknown sign-in flow: ${JSON.stringify(params.flow)}`);
  }
};

/** The library hashes in mutations, which may run for a second on Convex. A hash takes a fifth of that. */
const settings = {
  id: PASSWORD_PROVIDER,
  authorize,
  crypto: { hashSecret: hashPassword, verifySecret: verifyPassword },
};

/** Our settings override those of `Password`. */
export const passwordProvider = Password<DataModel>(settings);

const origin = { network: v.string(), browser: v.union(v.string(), v.null()) };

export const admit = internalMutation({
  args: { email: v.string(), ...origin },
  returns: v.union(
    v.null(),
    v.object({
      ownerId: v.union(v.id("users"), v.null()),
      hash: v.union(v.string(), v.null()),
    }),
  ),
  handler: async (ctx, attempt) => await admitAttempt(ctx, attempt),
});

export const startSession = internalMutation({
  args: { ownerId: v.id("users"), timeZone: v.union(v.string(), v.null()), ...origin },
  returns: v.id("authSessions"),
  handler: async (ctx, { ownerId, timeZone, ...from }) => {
    const isNew = await isNewPlace(ctx, ownerId, from);
    await recordSignIn(ctx, ownerId, from);
    const { userAgent } = await ctx.meta.getRequestMetadata();
    const device = { device: deviceOf(userAgent), timeZone };
    const sessionId = await beginSession(ctx, ownerId, device);
    if (isNew) await notifyOfNewPlace(ctx, ownerId, { ...device, sessionId });
    return sessionId;
  },
});

async function signIn(ctx: AuthCtx, { email, password }: Credentials, arrival: Arrival) {
  const { network, browser } = arrival;
  const admitted: Admitted | null = await ctx.runMutation(internal.accounts.passwordAuth.admit, {
    email,
    network,
    browser,
  });
  if (admitted === null) throw userError("too_many_attempts", MESSAGES.tooManyAttempts);
  const { ownerId, hash } = admitted;
  // An unknown email takes the same work, so that the duration does not reveal whether the account exists.
  const isRight = await verifyPassword(password, hash ?? DUMMY_HASH);
  if (ownerId === null) throw userError("sign_in_failed", MESSAGES.couldNotSignIn);
  if (hash === null || !isRight) throw userError("invalid_password", MESSAGES.invalidPassword);
  if (isOutdated(hash)) {
    const account = { id: email, secret: password };
    await modifyAccountCredentials<DataModel>(ctx, { provider: PASSWORD_PROVIDER, account });
  }
  return await completeSignIn(ctx, ownerId, arrival);
}

async function signUp(ctx: AuthCtx, credentials: Credentials, arrival: Arrival) {
  await countSignUp(ctx);
  const ownerId = await createOwner(ctx, credentials);
  if (ownerId === null) throw userError("sign_up_failed", MESSAGES.couldNotSignUp);
  return await completeSignIn(ctx, ownerId, arrival);
}

async function completeSignIn(ctx: AuthCtx, ownerId: Id<"users">, arrival: Arrival) {
  const sessionId: Id<"authSessions"> = await ctx.runMutation(
    internal.accounts.passwordAuth.startSession,
    {
      ownerId,
      ...arrival,
    },
  );
  return { userId: ownerId, sessionId };
}

/** Never sends an email. `beginReset` does. */
async function resetPassword(ctx: AuthCtx, params: Params, arrival: Arrival) {
  const password = newPassword(params.password);
  const credential = readResetCredential(params);
  const checked: Infer<typeof checkedReset> = await ctx.runMutation(
    internal.accounts.passwordReset.checkResetCredential,
    { credential },
  );
  if (checked.kind === "wrongCode")
    throw userError("reset_refused", ACCOUNT_MESSAGES.resetCodeWrong);
  if (checked.kind === "expired") throw userError("reset_refused", ACCOUNT_MESSAGES.resetOver);
  // Hashing is slow, so only a valid credential leads to it.
  const hash = await hashPassword(password);
  const ownerId: Id<"users"> | null = await ctx.runMutation(
    internal.accounts.passwordReset.finishReset,
    { resetId: checked.resetId, hash },
  );
  if (ownerId === null) throw userError("reset_refused", ACCOUNT_MESSAGES.resetOver);
  return await completeSignIn(ctx, ownerId, arrival);
}

function readResetCredential({ key, request, code }: Params): ResetCredential {
  if (typeof key === "string") return { kind: "link", key };
  if (typeof request === "string" && typeof code === "string") {
    return { kind: "code", request, code };
  }
  throw userError("reset_refused", ACCOUNT_MESSAGES.resetOver);
}

/** Null if the email already has an account. */
async function createOwner(ctx: AuthCtx, { email, password }: Credentials) {
  if (await isTaken(ctx, email)) return null;
  try {
    const { user } = await createAccount<DataModel>(ctx, {
      provider: PASSWORD_PROVIDER,
      account: { id: email, secret: password },
      profile: { email },
    });
    return user._id;
  } catch (error) {
    // A concurrent sign-up with this email was faster.
    if (await isTaken(ctx, email)) return null;
    throw error;
  }
}

/** The library reports an unknown account only by the message of a plain error. */
async function isTaken(ctx: AuthCtx, email: string): Promise<boolean> {
  try {
    await retrieveAccount<DataModel>(ctx, { provider: PASSWORD_PROVIDER, account: { id: email } });
    return true;
  } catch (error) {
    if (error instanceof Error && error.message === "InvalidAccountId") return false;
    throw error;
  }
}
