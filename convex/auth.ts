import { convexAuth } from "@convex-dev/auth/server";
import { v } from "convex/values";
import { publicQuery } from "./functions";
import { ownerOfArrival } from "./model/accounts/arrivals";
import { openWays, otherWay, wayProviders } from "./model/accounts/otherWays";
import { SESSION_MS } from "./model/accounts/sessions";
import { addressTrouble, troubleWith } from "./model/accounts/confirming";
import { findOwner } from "./model/accounts/owner";
import { passwordProvider } from "./model/accounts/passwordAuth";

export const { auth, signIn, signOut, store } = convexAuth({
  providers: [passwordProvider, ...wayProviders()],
  session: { totalDurationMs: SESSION_MS },
  callbacks: {
    createOrUpdateUser: ownerOfArrival,
  },
});

/** Not the library's own, which looks at the token alone: that outlives its session. */
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
      addressTrouble,
    }),
  ),
  handler: async (ctx) => {
    const owner = await findOwner(ctx);
    if (owner === null) return null;
    const { _id, email } = owner;
    return { _id, email, addressTrouble: await troubleWith(ctx, owner) };
  },
});

/** By what one can sign in here besides a password. */
export const listOtherWays = publicQuery({
  args: {},
  returns: v.array(otherWay),
  handler: async () => openWays(),
});
