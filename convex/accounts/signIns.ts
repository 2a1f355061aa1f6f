/** The devices on which an owner is signed in: one row for each session, shown only to that owner. */
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

/** How often a row's time is updated at most. */
const SEEN_EVERY_MS = 15 * MINUTE_MS;
/** More than one person needs. The newest are shown. */
const MAX_SHOWN = 50;

export type Device = Pick<Doc<"signIns">, "device" | "timeZone">;

export const shownSession = v.object({
  id: v.id("authSessions"),
  device: v.union(v.string(), v.null()),
  timeZone: v.union(v.string(), v.null()),
  signedInAtMs: v.number(),
  lastSeenAtMs: v.number(),
  /** Whether the request comes from this session. */
  isThis: v.boolean(),
});
type ShownSession = Infer<typeof shownSession>;

const TIME_ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;
const MAX_TIME_ZONE_LENGTH = 64;

/** The browser's name for its time zone. Null if the text cannot be one. */
export function readTimeZone(timeZone: unknown): string | null {
  const isOne =
    typeof timeZone === "string" &&
    timeZone.length <= MAX_TIME_ZONE_LENGTH &&
    TIME_ZONE.test(timeZone);
  return isOne ? timeZone : null;
}

/** Ends the browser's current session, as the library does. */
export async function beginSession(
  ctx: MutationCtx,
  ownerId: OwnerId,
  device: Device,
): Promise<SessionId> {
  const previous = await thisSession(ctx);
  if (previous !== null) await endSession(ctx, previous._id);
  const nowMs = Date.now();
  const sessionId = await ctx.db.insert("authSessions", {
    userId: ownerId,
    expirationTime: nowMs + SESSION_MS,
  });
  await ctx.db.insert("signIns", { ownerId, sessionId, ...device, lastSeenAtMs: nowMs });
  return sessionId;
}

/** Called by an open dashboard. Returns the session's id if it had no row yet, because the library created it. */
export async function recordSeen(
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
  const isDeviceNew = signIn.device === null && device.device !== null;
  if (!isDeviceNew && signIn.lastSeenAtMs > nowMs - SEEN_EVERY_MS) return null;
  await ctx.db.patch("signIns", signIn._id, {
    device: signIn.device ?? device.device,
    timeZone: device.timeZone ?? signIn.timeZone,
    lastSeenAtMs: nowMs,
  });
  return null;
}

/** The current session first, then the others by when they were last seen. */
export async function listSessions(ctx: QueryCtx, ownerId: OwnerId): Promise<ShownSession[]> {
  const current = await thisSession(ctx);
  const sessions = await sessionsOf(ctx, ownerId, MAX_SHOWN);
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

/** Ends only the owner's own sessions. Does nothing if the session has already ended. */
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
