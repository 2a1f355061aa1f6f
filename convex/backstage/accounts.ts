// What signing in, and acting as somebody who is signed in, asks of the database.
import { v } from "convex/values";
import { internalMutation, internalQuery } from "./functions";
import { findOwner } from "../model/accounts/owner";
import { admitAttempt, welcomeOwner } from "../model/accounts/signInLimits";

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

export const welcome = internalMutation({
  args: { ownerId: v.id("users"), ...origin },
  returns: v.null(),
  handler: async (ctx, { ownerId, ...from }) => {
    await welcomeOwner(ctx, ownerId, from);
    return null;
  },
});

/** Whose session an action runs in. */
export const ownerId = internalQuery({
  args: {},
  returns: v.union(v.null(), v.id("users")),
  handler: async (ctx) => (await findOwner(ctx))?._id ?? null,
});
