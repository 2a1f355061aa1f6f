// What signing in with a password asks of the database.
import { v } from "convex/values";
import { internalMutation } from "./functions";
import { admitAttempt, welcomeOwner } from "./model/signInLimits";

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
