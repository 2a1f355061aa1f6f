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
 * A token is valid for an hour, even if its session has ended. So every call looks up the session, and signing out takes
 * effect at once, everywhere. Renewing a token does not write to the session, so live queries run again only when it ends.
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

/** For functions that an action calls for an owner, who may have deleted the account in the meantime. */
export async function requireOwnerDoc(ctx: QueryCtx, ownerId: Id<"users">): Promise<Doc<"users">> {
  const owner = await ctx.db.get("users", ownerId);
  if (owner === null) throw userError("not_signed_in", MESSAGES.notSignedIn);
  return owner;
}

/**
 * For actions, which have no database. A query also handles an HTTP action whose bearer is not one of our tokens: there
 * the caller is nobody, while the action itself would throw.
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
