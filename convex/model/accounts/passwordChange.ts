import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../../_generated/server";
import { ACCOUNT_MESSAGES } from "../../catalog/accountMessages";
import { MAX_PASSWORD_LENGTH } from "../../catalog/limits";
import { userError } from "../common/userError";
import { newPassword, passwordAccountOf } from "./credentials";
import { tellOfNewPassword } from "./notices";
import { hashPassword, verifyPassword } from "./passwordHash";
import { dropResets } from "./passwordReset";
import { endSessionsBut, thisSession } from "./sessions";

type OwnerId = Id<"users">;

/** Only with the current one: an unlocked computer is not enough to take an account over. */
export async function changePassword(
  ctx: ActionCtx,
  ownerId: OwnerId,
  { current, next }: { current: string; next: string },
): Promise<void> {
  const password = newPassword(next);
  await requirePassword(ctx, ownerId, current);
  const hash = await hashPassword(password);
  await ctx.runMutation(internal.backstage.accounts.changePassword, { ownerId, hash });
}

/** How often it is tried has been counted. */
export async function requirePassword(
  ctx: ActionCtx,
  ownerId: OwnerId,
  password: string,
): Promise<void> {
  const hash = await ctx.runQuery(internal.backstage.accounts.passwordHashOf, { ownerId });
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
  await endSessionsBut(ctx, ownerId, (await thisSession(ctx))?._id ?? null);
  await dropResets(ctx, ownerId);
  await tellOfNewPassword(ctx, ownerId);
}
