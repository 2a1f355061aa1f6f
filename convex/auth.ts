import { convexAuth } from "@convex-dev/auth/server";
import { v } from "convex/values";
import { publicQuery } from "./functions";
import { findOwner } from "./model/accounts/owner";
import { passwordProvider } from "./model/accounts/passwordAuth";

export const { auth, signIn, signOut, store } = convexAuth({
  providers: [passwordProvider],
});

/** Not the library's own, which looks at the token alone: that outlives its session. */
export const isAuthenticated = publicQuery({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => (await findOwner(ctx)) !== null,
});

export const loggedInUser = publicQuery({
  args: {},
  returns: v.union(v.null(), v.object({ _id: v.id("users"), email: v.optional(v.string()) })),
  handler: async (ctx) => {
    const owner = await findOwner(ctx);
    return owner === null ? null : { _id: owner._id, email: owner.email };
  },
});
