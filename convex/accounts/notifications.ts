/** What an owner has to hear of, whoever did it: in the transaction in which it happened. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { sendMail } from "../notifications/mail/send";
import type { OauthProvider } from "../shared/oauthProviders";
import { findFamiliarPlace, hasFamiliarPlaces, type Origin, rememberPlace } from "./familiarPlaces";
import type { Device } from "./signIns";

type OwnerId = Id<"users">;

/** Whether nobody has signed in from there before, on an account that somebody has signed in to. */
export async function isNewPlace(
  ctx: MutationCtx,
  ownerId: OwnerId,
  origin: Origin,
): Promise<boolean> {
  if ((await findFamiliarPlace(ctx, ownerId, origin)) !== null) return false;
  return await hasFamiliarPlaces(ctx, ownerId);
}

/** Where a session began that the library made by itself, as the browser says when it is there. */
export async function notifyOfSignIn(
  ctx: MutationCtx,
  ownerId: OwnerId,
  origin: Origin,
  session: Device & { sessionId: Id<"authSessions"> },
): Promise<void> {
  const isNew = await isNewPlace(ctx, ownerId, origin);
  await rememberPlace(ctx, ownerId, origin);
  if (isNew) await notifyOfNewPlace(ctx, ownerId, session);
}

export async function notifyOfNewPlace(
  ctx: MutationCtx,
  ownerId: OwnerId,
  { sessionId, device, timeZone }: Device & { sessionId: Id<"authSessions"> },
): Promise<void> {
  const email = await emailOf(ctx, ownerId);
  if (email === null) return;
  await sendMail(ctx, {
    key: `newPlace/${sessionId}`,
    ownerId,
    to: email,
    message: { template: "newPlace", device, timeZone, atMs: Date.now() },
  });
}

export async function notifyOfNewPassword(ctx: MutationCtx, ownerId: OwnerId): Promise<void> {
  const email = await emailOf(ctx, ownerId);
  if (email === null) return;
  const atMs = Date.now();
  await sendMail(ctx, {
    key: `passwordChanged/${ownerId}/${atMs}`,
    ownerId,
    to: email,
    message: { template: "passwordChanged", atMs },
  });
}

/** Somebody whom Google or GitHub vouches for has entered an account that was there before. */
export async function notifyOfNewSignInMethod(
  ctx: MutationCtx,
  ownerId: OwnerId,
  way: OauthProvider,
): Promise<void> {
  const email = await emailOf(ctx, ownerId);
  if (email === null) return;
  const atMs = Date.now();
  await sendMail(ctx, {
    key: `newWay/${ownerId}/${atMs}`,
    ownerId,
    to: email,
    message: { template: "newWay", way, atMs },
  });
}

async function emailOf(ctx: MutationCtx, ownerId: OwnerId): Promise<string | null> {
  return (await ctx.db.get("users", ownerId))?.email ?? null;
}
