import { convexAuth } from "@convex-dev/auth/server";
import { v } from "convex/values";
import { publicQuery } from "./functions";
import { findOwner } from "./model/owner";
import { passwordProvider } from "./model/passwordAuth";

export const { auth, signIn, signOut, store, isAuthenticated } = convexAuth({
  providers: [passwordProvider],
});

export const loggedInUser = publicQuery({
  args: {},
  returns: v.union(v.null(), v.object({ _id: v.id("users"), email: v.optional(v.string()) })),
  handler: async (ctx) => {
    const owner = await findOwner(ctx);
    return owner === null ? null : { _id: owner._id, email: owner.email };
  },
});
