/** What signing in leaves behind: the library itself deletes it only when its owner comes back. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { internalMutation } from "../lib/internalFunctions";
import { ENDED_MS } from "../lib/session";
import { DAY_MS, HOUR_MS } from "../shared/durations";

type SessionId = Id<"authSessions">;

export const SESSION_MS = 30 * DAY_MS;

const TOKENS_AT_ONCE = 50;
const SESSIONS_AT_ONCE = 10;
const OTHERS_AT_ONCE = 100;
/** A sign-in by way of another site takes minutes; the library deletes what it began with only at its end. */
const VERIFIERS_KEPT_MS = HOUR_MS;
/** An hour gives back whatever was counted: the library's limit is one of an hour. */
const ATTEMPTS_KEPT_MS = HOUR_MS;

/** Far more than anybody has in the month for which a session lasts. */
const ENDED_AT_ONCE = 1_000;

/** The newest. Those that were ended are still there until they are pruned. */
export async function sessionsOf(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  most: number,
): Promise<Doc<"authSessions">[]> {
  return await ctx.db
    .query("authSessions")
    .withIndex("by_owner_and_expiration", (q) =>
      q.eq("userId", ownerId).gt("expirationTime", ENDED_MS),
    )
    .order("desc")
    .take(most);
}

/** The library renews no token of a session that has expired, and to us its owner is nobody from here on. */
export async function endSession(ctx: MutationCtx, sessionId: SessionId): Promise<void> {
  await ctx.db.patch("authSessions", sessionId, { expirationTime: ENDED_MS });
}

export async function endSessionsExcept(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  kept: SessionId | null,
): Promise<void> {
  for (const { _id } of await sessionsOf(ctx, ownerId, ENDED_AT_ONCE)) {
    if (_id !== kept) await endSession(ctx, _id);
  }
}

/** What is known of where it is. */
export async function findSignIn(
  ctx: QueryCtx,
  sessionId: SessionId,
): Promise<Doc<"signIns"> | null> {
  return await ctx.db
    .query("signIns")
    .withIndex("by_session", (q) => q.eq("sessionId", sessionId))
    .unique();
}

/** Deletes some of a session's tokens, and with the last of them the session. */
export async function deleteSession(ctx: MutationCtx, sessionId: SessionId): Promise<void> {
  const tokens = await ctx.db
    .query("authRefreshTokens")
    .withIndex("sessionId", (q) => q.eq("sessionId", sessionId))
    .take(TOKENS_AT_ONCE);
  for (const { _id } of tokens) await ctx.db.delete("authRefreshTokens", _id);
  if (tokens.length === TOKENS_AT_ONCE) return;
  const signIn = await findSignIn(ctx, sessionId);
  if (signIn !== null) await ctx.db.delete("signIns", signIn._id);
  await ctx.db.delete("authSessions", sessionId);
}

/**
 * Deletes some of what has expired, and says whether there may be more. A token may live for as long as a
 * session, so none expires before the session that it renews. To a browser it makes no difference: what
 * has expired and what is gone are refused alike.
 */
export async function deleteSomeExpired(ctx: MutationCtx): Promise<boolean> {
  const nowMs = Date.now();
  const sessions = await ctx.db
    .query("authSessions")
    .withIndex("by_expiration", (q) => q.lt("expirationTime", nowMs))
    .take(SESSIONS_AT_ONCE);
  for (const { _id } of sessions) await deleteSession(ctx, _id);
  const codes = await ctx.db
    .query("authVerificationCodes")
    .withIndex("by_expiration", (q) => q.lt("expirationTime", nowMs))
    .take(OTHERS_AT_ONCE);
  for (const { _id } of codes) await ctx.db.delete("authVerificationCodes", _id);
  const attempts = await ctx.db
    .query("authRateLimits")
    .withIndex("by_last_attempt", (q) => q.lt("lastAttemptTime", nowMs - ATTEMPTS_KEPT_MS))
    .take(OTHERS_AT_ONCE);
  for (const { _id } of attempts) await ctx.db.delete("authRateLimits", _id);
  const verifiers = await ctx.db
    .query("authVerifiers")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", nowMs - VERIFIERS_KEPT_MS))
    .take(OTHERS_AT_ONCE);
  for (const { _id } of verifiers) await ctx.db.delete("authVerifiers", _id);
  const resets = await ctx.db
    .query("passwordResets")
    .withIndex("by_expiry", (q) => q.lt("expiresAtMs", nowMs))
    .take(OTHERS_AT_ONCE);
  for (const { _id } of resets) await ctx.db.delete("passwordResets", _id);
  // Signing out is the library's, which knows nothing of these.
  const signIns = await ctx.db
    .query("signIns")
    .withIndex("by_last_seen", (q) => q.lt("lastSeenAtMs", nowMs - SESSION_MS))
    .take(OTHERS_AT_ONCE);
  for (const { _id } of signIns) await ctx.db.delete("signIns", _id);
  const dropped = [codes, attempts, verifiers, resets, signIns];
  const others = Math.max(...dropped.map(({ length }) => length));
  return sessions.length > 0 || others === OTHERS_AT_ONCE;
}

export const deleteExpiredSignIns = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = await deleteSomeExpired(ctx);
    if (isMore)
      await ctx.scheduler.runAfter(0, internal.accounts.sessions.deleteExpiredSignIns, {});
    return null;
  },
});
