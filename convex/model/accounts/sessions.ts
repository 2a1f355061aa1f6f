/** What signing in leaves behind: the library itself deletes it only when its owner comes back. */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

const TOKENS_AT_ONCE = 50;
const SESSIONS_AT_ONCE = 10;
const OTHERS_AT_ONCE = 100;
/** A sign-in by way of another site takes minutes; the library deletes what it began with only at its end. */
const VERIFIERS_KEPT_MS = 3_600_000;
/** An hour gives back whatever was counted: the library's limit is one of an hour. */
const ATTEMPTS_KEPT_MS = 3_600_000;

/** Deletes some of a session's tokens, and with the last of them the session. */
export async function dropSession(ctx: MutationCtx, sessionId: Id<"authSessions">): Promise<void> {
  const tokens = await ctx.db
    .query("authRefreshTokens")
    .withIndex("sessionId", (q) => q.eq("sessionId", sessionId))
    .take(TOKENS_AT_ONCE);
  for (const { _id } of tokens) await ctx.db.delete("authRefreshTokens", _id);
  if (tokens.length < TOKENS_AT_ONCE) await ctx.db.delete("authSessions", sessionId);
}

/**
 * Deletes some of what has expired, and says whether there may be more. A token may live for as long as a
 * session, so none expires before the session that it renews. To a browser it makes no difference: what
 * has expired and what is gone are refused alike.
 */
export async function dropExpired(ctx: MutationCtx): Promise<boolean> {
  const nowMs = Date.now();
  const sessions = await ctx.db
    .query("authSessions")
    .withIndex("by_expiration", (q) => q.lt("expirationTime", nowMs))
    .take(SESSIONS_AT_ONCE);
  for (const { _id } of sessions) await dropSession(ctx, _id);
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
  const others = Math.max(codes.length, attempts.length, verifiers.length);
  return sessions.length > 0 || others === OTHERS_AT_ONCE;
}
