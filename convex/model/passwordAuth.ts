import type { ConvexCredentialsUserConfig } from "@convex-dev/auth/providers/ConvexCredentials";
import { Password } from "@convex-dev/auth/providers/Password";
import { createAccount, retrieveAccount } from "@convex-dev/auth/server";
import type { DataModel } from "../_generated/dataModel";
import { MESSAGES } from "../catalog/messages";
import { knownCredentials, newCredentials, type Credentials } from "./credentials";
import { countSignUp } from "./rateLimits";
import { userError } from "./userError";

type Authorize = ConvexCredentialsUserConfig<DataModel>["authorize"];
type AuthCtx = Parameters<Authorize>[1];

const PROVIDER = "password";

/**
 * The library's own `authorize` fails with plain errors, which production redacts, and its
 * sign-up lets anyone try passwords on an existing account without its limit on failed attempts.
 */
const authorize: Authorize = async (params, ctx) => {
  switch (params.flow) {
    case "signIn":
      return await signIn(ctx, knownCredentials(params));
    case "signUp":
      return await signUp(ctx, newCredentials(params));
    default:
      throw new Error(`Unknown sign-in flow: ${JSON.stringify(params.flow)}`);
  }
};

const settings = { id: PROVIDER, authorize };

/** Password() lays what it is given over its own settings: ours decides, its hashing stays. */
export const passwordProvider = Password<DataModel>(settings);

async function signIn(ctx: AuthCtx, { email, password }: Credentials) {
  const found = await lookUp(ctx, { id: email, secret: password });
  switch (found) {
    case "InvalidSecret":
      throw userError("invalid_password", MESSAGES.invalidPassword);
    case "TooManyFailedAttempts":
      throw userError("too_many_attempts", MESSAGES.tooManyAttempts);
    case "InvalidAccountId":
      throw userError("sign_in_failed", MESSAGES.couldNotSignIn);
    default:
      return { userId: found.user._id };
  }
}

async function signUp(ctx: AuthCtx, { email, password }: Credentials) {
  await countSignUp(ctx);
  if ((await lookUp(ctx, { id: email })) !== "InvalidAccountId") {
    throw userError("sign_up_failed", MESSAGES.couldNotSignUp);
  }
  const { user } = await createAccount(ctx, {
    provider: PROVIDER,
    account: { id: email, secret: password },
    profile: { email },
  });
  return { userId: user._id };
}

const FAILURES = ["InvalidAccountId", "InvalidSecret", "TooManyFailedAttempts"] as const;

/** The library tells these three apart by the message of a plain error only. */
async function lookUp(ctx: AuthCtx, account: { id: string; secret?: string }) {
  try {
    return await retrieveAccount<DataModel>(ctx, { provider: PROVIDER, account });
  } catch (error) {
    const failure = FAILURES.find((name) => error instanceof Error && error.message === name);
    if (failure === undefined) throw error;
    return failure;
  }
}
