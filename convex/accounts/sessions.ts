/** Ends sessions, and deletes expired ones: the auth library deletes those only when their owner comes back. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { internalMutation } from "../lib/internalFunctions";
import { ENDED_MS } from "../lib/session";
import { DAY_MS, HOUR_MS } from "../shared/durations";

type SessionId = Id<"authSessions">;

export const SESSION_MS = 30 * DAY_MS;

const TOKEN_BATCH_SIZE = 50;
const SESSION_BATCH_SIZE = 10;
const BATCH_SIZE = 100;
/** Signing in with Google or GitHub takes minutes. The library deletes the verifier only if it is completed. */
const VERIFIERS_RETENTION_MS = HOUR_MS;
/** The library's limit on failed attempts is per hour. */
const ATTEMPTS_RETENTION_MS = HOUR_MS;

/** Far more than anybody opens in the month for which a session lasts. */
const MAX_SESSIONS = 1_000;

/** The newest sessions that have not been ended. Ended ones remain in the table until they are deleted. */
export async function sessionsOf(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  limit: number,
): Promise<Doc<"authSessions">[]> {
  return await ctx.db
    .query("authSessions")
    .withIndex("by_owner_and_expiration", (q) =>
      q.eq("userId", ownerId).gt("expirationTime", ENDED_MS),
    )
    .order("desc")
    .take(limit);
}

/** The library does not renew the tokens of an expired session, and we do not accept them either. */
export async function endSession(ctx: MutationCtx, sessionId: SessionId): Promise<void> {
  await ctx.db.patch("authSessions", sessionId, { expirationTime: ENDED_MS });
}

export async function endSessionsExcept(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  exceptId: SessionId | null,
): Promise<void> {
  for (const { _id } of await sessionsOf(ctx, ownerId, MAX_SESSIONS)) {
    if (_id !== exceptId) await endSession(ctx, _id);
  }
}

/** The session's device and time zone. */
export async function findSignIn(
  ctx: QueryCtx,
  sessionId: SessionId,
): Promise<Doc<"signIns"> | null> {
  return await ctx.db
    .query("signIns")
    .withIndex("by_session", (q) => q.eq("sessionId", sessionId))
    .unique();
}

/** Deletes a batch of a session's tokens. Deletes the session with its last batch. */
export async function deleteSession(ctx: MutationCtx, sessionId: SessionId): Promise<void> {
  const tokens = await ctx.db
    .query("authRefreshTokens")
    .withIndex("sessionId", (q) => q.eq("sessionId", sessionId))
    .take(TOKEN_BATCH_SIZE);
  for (const { _id } of tokens) await ctx.db.delete("authRefreshTokens", _id);
  if (tokens.length === TOKEN_BATCH_SIZE) return;
  const signIn = await findSignIn(ctx, sessionId);
  if (signIn !== null) await ctx.db.delete("signIns", signIn._id);
  await ctx.db.delete("authSessions", sessionId);
}

/**
 * Deletes a batch of expired rows, and returns whether there may be more. A token lives as long as a session, so it does
 * not expire before its session. Browsers notice no difference: we refuse an expired session as we refuse a deleted one.
 */
export async function deleteExpiredBatch(ctx: MutationCtx): Promise<boolean> {
  const nowMs = Date.now();
  const sessions = await ctx.db
    .query("authSessions")
    .withIndex("by_expiration", (q) => q.lt("expirationTime", nowMs))
    .take(SESSION_BATCH_SIZE);
  for (const { _id } of sessions) await deleteSession(ctx, _id);
  const codes = await ctx.db
    .query("authVerificationCodes")
    .withIndex("by_expiration", (q) => q.lt("expirationTime", nowMs))
    .take(BATCH_SIZE);
  for (const { _id } of codes) await ctx.db.delete("authVerificationCodes", _id);
  const attempts = await ctx.db
    .query("authRateLimits")
    .withIndex("by_last_attempt", (q) => q.lt("lastAttemptTime", nowMs - ATTEMPTS_RETENTION_MS))
    .take(BATCH_SIZE);
  for (const { _id } of attempts) await ctx.db.delete("authRateLimits", _id);
  const verifiers = await ctx.db
    .query("authVerifiers")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", nowMs - VERIFIERS_RETENTION_MS))
    .take(BATCH_SIZE);
  for (const { _id } of verifiers) await ctx.db.delete("authVerifiers", _id);
  const resets = await ctx.db
    .query("passwordResets")
    .withIndex("by_expiry", (q) => q.lt("expiresAtMs", nowMs))
    .take(BATCH_SIZE);
  for (const { _id } of resets) await ctx.db.delete("passwordResets", _id);
  // When an owner signs out, the library deletes the session but not this table's row.
  const signIns = await ctx.db
    .query("signIns")
    .withIndex("by_last_seen", (q) => q.lt("lastSeenAtMs", nowMs - SESSION_MS))
    .take(BATCH_SIZE);
  for (const { _id } of signIns) await ctx.db.delete("signIns", _id);
  const deleted = [codes, attempts, verifiers, resets, signIns];
  return sessions.length > 0 || deleted.some(({ length }) => length === BATCH_SIZE);
}

export const deleteExpiredSignIns = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const hasMore = await deleteExpiredBatch(ctx);
    if (hasMore)
      await ctx.scheduler.runAfter(0, internal.accounts.sessions.deleteExpiredSignIns, {});
    return null;
  },
});
