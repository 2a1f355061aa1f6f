/** Where an owner is signed in: a row a session, shown to that owner alone. */
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { findSession, thisSession } from "../lib/session";
import { userError } from "../lib/userError";
import { ACCOUNT_MESSAGES } from "../shared/accountMessages";
import { MINUTE_MS } from "../shared/durations";
import { endSession, findSignIn, SESSION_MS, sessionsOf } from "./sessions";

type OwnerId = Id<"users">;
type SessionId = Id<"authSessions">;

/** Often enough to know one's own devices by. */
const SEEN_EVERY_MS = 15 * MINUTE_MS;
/** More than one person has; the newest are shown. */
const MOST_SHOWN = 50;

export type Device = Pick<Doc<"signIns">, "device" | "timeZone">;

export const shownSession = v.object({
  id: v.id("authSessions"),
  device: v.union(v.string(), v.null()),
  timeZone: v.union(v.string(), v.null()),
  signedInAtMs: v.number(),
  lastSeenAtMs: v.number(),
  /** Whether it is the one that asks. */
  isThis: v.boolean(),
});
type ShownSession = Infer<typeof shownSession>;

const TIME_ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;
const LONGEST_TIME_ZONE = 64;

/** As the browser names it; what is none is as good as not known. */
export function readTimeZone(timeZone: unknown): string | null {
  const isOne =
    typeof timeZone === "string" &&
    timeZone.length <= LONGEST_TIME_ZONE &&
    TIME_ZONE.test(timeZone);
  return isOne ? timeZone : null;
}

/** In place of the one in which a browser signs in anew, as the library has it. */
export async function beginSession(
  ctx: MutationCtx,
  ownerId: OwnerId,
  device: Device,
): Promise<SessionId> {
  const former = await thisSession(ctx);
  if (former !== null) await endSession(ctx, former._id);
  const nowMs = Date.now();
  const sessionId = await ctx.db.insert("authSessions", {
    userId: ownerId,
    expirationTime: nowMs + SESSION_MS,
  });
  await ctx.db.insert("signIns", { ownerId, sessionId, ...device, lastSeenAtMs: nowMs });
  return sessionId;
}

/** A browser that has the dashboard open says so. Answers a session of which nothing was known: the library's own. */
export async function noteSeen(
  ctx: MutationCtx,
  ownerId: OwnerId,
  device: Device,
): Promise<SessionId | null> {
  const session = await thisSession(ctx);
  if (session === null) return null;
  const nowMs = Date.now();
  const signIn = await findSignIn(ctx, session._id);
  if (signIn === null) {
    const row = { ownerId, sessionId: session._id, ...device, lastSeenAtMs: nowMs };
    await ctx.db.insert("signIns", row);
    return session._id;
  }
  const isNewlyKnown = signIn.device === null && device.device !== null;
  if (!isNewlyKnown && signIn.lastSeenAtMs > nowMs - SEEN_EVERY_MS) return null;
  await ctx.db.patch("signIns", signIn._id, {
    device: signIn.device ?? device.device,
    timeZone: device.timeZone ?? signIn.timeZone,
    lastSeenAtMs: nowMs,
  });
  return null;
}

/** The one that asks first, then those that were seen last. */
export async function listSessions(ctx: QueryCtx, ownerId: OwnerId): Promise<ShownSession[]> {
  const current = await thisSession(ctx);
  const sessions = await sessionsOf(ctx, ownerId, MOST_SHOWN);
  const shown = await Promise.all(
    sessions.map(async ({ _id, _creationTime }): Promise<ShownSession> => {
      const signIn = await findSignIn(ctx, _id);
      return {
        id: _id,
        device: signIn?.device ?? null,
        timeZone: signIn?.timeZone ?? null,
        signedInAtMs: _creationTime,
        lastSeenAtMs: signIn?.lastSeenAtMs ?? _creationTime,
        isThis: _id === current?._id,
      };
    }),
  );
  return shown.toSorted(
    (a, b) => Number(b.isThis) - Number(a.isThis) || b.lastSeenAtMs - a.lastSeenAtMs,
  );
}

/** One's own only; one that has ended meanwhile is as it should be. */
export async function endOwnSession(
  ctx: MutationCtx,
  ownerId: OwnerId,
  sessionId: SessionId,
): Promise<void> {
  const session = await findSession(ctx, sessionId);
  if (session === null) return;
  if (session.userId !== ownerId) throw userError("not_yours", ACCOUNT_MESSAGES.sessionNotYours);
  await endSession(ctx, sessionId);
}
