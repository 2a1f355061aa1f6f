import { getAuthUserId } from "@convex-dev/auth/server";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx, QueryCtx } from "../_generated/server";
import { MESSAGES } from "../shared/messages";
import { internalQuery } from "./internalFunctions";
import { thisSession } from "./session";
import { userError } from "./userError";

/**
 * A token is good for an hour, whatever becomes of its session. So the session is looked up with every
 * call: signing out ends it at once, everywhere. Renewing a token does not write to the session, so
 * live queries that read it run again only when it ends.
 */
export async function findOwner(ctx: QueryCtx): Promise<Doc<"users"> | null> {
  const userId = await getAuthUserId(ctx);
  const session = userId === null ? null : await thisSession(ctx);
  return session?.userId === userId ? await ctx.db.get("users", session.userId) : null;
}

export async function requireOwner(ctx: QueryCtx): Promise<Doc<"users">> {
  const owner = await findOwner(ctx);
  if (owner === null) throw userError("not_signed_in", MESSAGES.notSignedIn);
  return owner;
}

/** For what an action asks on behalf of an owner who may have deleted the account meanwhile. */
export async function requireOwnerDoc(ctx: QueryCtx, ownerId: Id<"users">): Promise<Doc<"users">> {
  const owner = await ctx.db.get("users", ownerId);
  if (owner === null) throw userError("not_signed_in", MESSAGES.notSignedIn);
  return owner;
}

/**
 * For actions, which have no database. An HTTP action may carry a bearer that is no token of ours: then
 * it fails to ask who calls, while in a query that it runs nobody calls.
 */
export async function findOwnerId(ctx: ActionCtx): Promise<Id<"users"> | null> {
  return await ctx.runQuery(internal.lib.owner.currentOwnerId, {});
}

export async function requireOwnerId(ctx: ActionCtx): Promise<Id<"users">> {
  const ownerId = await findOwnerId(ctx);
  if (ownerId === null) throw userError("not_signed_in", MESSAGES.notSignedIn);
  return ownerId;
}

/** The owner in whose session an action runs. */
export const currentOwnerId = internalQuery({
  args: {},
  returns: v.union(v.null(), v.id("users")),
  handler: async (ctx) => (await findOwner(ctx))?._id ?? null,
});
