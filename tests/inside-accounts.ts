/** Creates accounts and sessions through internal functions, without a password, because hashing one is slow. */
import type { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { must } from "@hark/stand-in-kit/must";
import type { Id } from "../convex/_generated/dataModel";

/** As sign-up does. */
export async function createAccount(admin: ConvexHttpClient, email: string): Promise<Id<"users">> {
  const account = { id: email };
  const args = {
    type: "createAccountFromCredentials",
    provider: "password",
    account,
    profile: { email },
  };
  const { user } = await admin.mutation(AUTH_STORE, { args });
  return must(user, "user")._id;
}

export async function newSession(
  admin: ConvexHttpClient,
  userId: Id<"users">,
): Promise<{ token: string; refreshToken: string }> {
  const args = { type: "signIn", userId, generateTokens: true };
  const { tokens } = await admin.mutation(AUTH_STORE, { args });
  return must(tokens, "tokens");
}

const AUTH_STORE = makeFunctionReference<
  "mutation",
  { args: { type: string } & Record<string, unknown> },
  { user?: { _id: Id<"users"> }; tokens?: { token: string; refreshToken: string } }
>("auth:store");
