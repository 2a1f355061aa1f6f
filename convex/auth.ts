import { convexAuth } from "@convex-dev/auth/server";
import { v } from "convex/values";
import { addressProblem, problemWithAddress } from "./accounts/addressConfirmation";
import { authConfig } from "./accounts/authConfig";
import { type AuthRequest, runAuthStore } from "./accounts/authStore";
import { enabledProviders, oauthProvider, authProviders } from "./accounts/oauthProviders";
import { publicQuery } from "./lib/functions";
import { internalMutation } from "./lib/internalFunctions";
import { isOperator } from "./lib/operator";
import { findOwner } from "./lib/owner";

export const { auth, signIn, signOut } = convexAuth(authConfig(authProviders()));

/** The library calls it by this name for all of its writes. */
export const store = internalMutation({
  args: { args: v.any() },
  returns: v.any(),
  handler: async (ctx, { args }) => await runAuthStore(ctx, args as AuthRequest),
});

/** Replaces the library's own query, which checks only the token. The token outlives its session. */
export const isAuthenticated = publicQuery({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => (await findOwner(ctx)) !== null,
});

export const loggedInUser = publicQuery({
  args: {},
  returns: v.union(
    v.null(),
    v.object({
      _id: v.id("users"),
      email: v.optional(v.string()),
      addressProblem,
      /** Missing for everybody else. */
      isOperator: v.optional(v.literal(true)),
    }),
  ),
  handler: async (ctx) => {
    const owner = await findOwner(ctx);
    if (owner === null) return null;
    const { _id, email } = owner;
    return {
      ...{ _id, email, addressProblem: await problemWithAddress(ctx, owner) },
      ...(isOperator(owner) ? { isOperator: true as const } : {}),
    };
  },
});

/** The ways to sign in besides a password. */
export const listOauthProviders = publicQuery({
  args: {},
  returns: v.array(oauthProvider),
  handler: async () => enabledProviders(),
});
