import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { internalMutation, internalQuery } from "../lib/internalFunctions";
import { thisSession } from "../lib/session";
import { userError } from "../lib/userError";
import { ACCOUNT_MESSAGES } from "../shared/accountMessages";
import { MAX_PASSWORD_LENGTH } from "../shared/limits";
import { newPassword, passwordAccountOf } from "./credentials";
import { notifyOfNewPassword } from "./notifications";
import { hashPassword, verifyPassword } from "./passwordHash";
import { deleteResets } from "./passwordReset";
import { endSessionsExcept } from "./sessions";

type OwnerId = Id<"users">;

/** Requires the current password, so that an unlocked computer is not enough to take over an account. */
export async function changePassword(
  ctx: ActionCtx,
  ownerId: OwnerId,
  { current, next }: { current: string; next: string },
): Promise<void> {
  const password = newPassword(next);
  await requirePassword(ctx, ownerId, current);
  const hash = await hashPassword(password);
  await ctx.runMutation(internal.accounts.passwordChange.savePassword, { ownerId, hash });
}

/** The caller has counted the attempt. */
export async function requirePassword(
  ctx: ActionCtx,
  ownerId: OwnerId,
  password: string,
): Promise<void> {
  const hash = await ctx.runQuery(internal.accounts.passwordChange.passwordHashOf, { ownerId });
  if (hash === null) throw userError("invalid_password", ACCOUNT_MESSAGES.noPassword);
  const isRight = password.length <= MAX_PASSWORD_LENGTH && (await verifyPassword(password, hash));
  if (!isRight) throw userError("invalid_password", ACCOUNT_MESSAGES.wrongPassword);
}

export async function replacePassword(
  ctx: MutationCtx,
  ownerId: OwnerId,
  hash: string,
): Promise<void> {
  const account = await passwordAccountOf(ctx, ownerId);
  if (account === null) return;
  await ctx.db.patch("authAccounts", account._id, { secret: hash });
  await endSessionsExcept(ctx, ownerId, (await thisSession(ctx))?._id ?? null);
  await deleteResets(ctx, ownerId);
  await notifyOfNewPassword(ctx, ownerId);
}

/** Null if the owner has no password. */
export const passwordHashOf = internalQuery({
  args: { ownerId: v.id("users") },
  returns: v.union(v.null(), v.string()),
  handler: async (ctx, { ownerId }) => (await passwordAccountOf(ctx, ownerId))?.secret ?? null,
});

/** Signs out every other session, in case somebody else knew the previous password. */
export const savePassword = internalMutation({
  args: { ownerId: v.id("users"), hash: v.string() },
  returns: v.null(),
  handler: async (ctx, { ownerId, hash }) => {
    await replacePassword(ctx, ownerId, hash);
    return null;
  },
});
