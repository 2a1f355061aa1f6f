import { getAuthSessionId } from "@convex-dev/auth/server";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** The expiration time that a session gets when it is ended early. */
export const ENDED_MS = 0;

/** The caller's session. Null if there is none, or if it has ended. */
export async function thisSession(ctx: QueryCtx): Promise<Doc<"authSessions"> | null> {
  const text = await getAuthSessionId(ctx);
  return text === null ? null : await findSession(ctx, text);
}

export async function findSession(
  ctx: QueryCtx,
  text: string,
): Promise<Doc<"authSessions"> | null> {
  const sessionId = ctx.db.normalizeId("authSessions", text);
  const session = sessionId === null ? null : await ctx.db.get("authSessions", sessionId);
  return session?.expirationTime === ENDED_MS ? null : session;
}
