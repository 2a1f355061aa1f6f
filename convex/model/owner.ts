import { getAuthUserId } from "@convex-dev/auth/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx, QueryCtx } from "../_generated/server";
import { MESSAGES } from "../catalog/messages";
import { userError } from "./userError";

export async function findOwner(ctx: QueryCtx): Promise<Doc<"users"> | null> {
  const userId = await getAuthUserId(ctx);
  return userId === null ? null : await ctx.db.get("users", userId);
}

export async function requireOwner(ctx: QueryCtx): Promise<Doc<"users">> {
  const owner = await findOwner(ctx);
  if (owner === null) throw userError("not_signed_in", MESSAGES.notSignedIn);
  return owner;
}

/** For what an action asks on behalf of an owner whose session may outlive the account. */
export async function requireOwnerDoc(ctx: QueryCtx, ownerId: Id<"users">): Promise<Doc<"users">> {
  const owner = await ctx.db.get("users", ownerId);
  if (owner === null) throw userError("not_signed_in", MESSAGES.notSignedIn);
  return owner;
}

export async function findOwnerId(ctx: QueryCtx | ActionCtx): Promise<Id<"users"> | null> {
  return await getAuthUserId(ctx);
}

export async function requireOwnerId(ctx: QueryCtx | ActionCtx): Promise<Id<"users">> {
  const ownerId = await findOwnerId(ctx);
  if (ownerId === null) throw userError("not_signed_in", MESSAGES.notSignedIn);
  return ownerId;
}
