/** Security mail. Each function is called in the transaction that makes the change. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { sendMail } from "../notifications/mail/send";
import type { OauthProvider } from "../shared/oauthProviders";
import { findFamiliarPlace, hasFamiliarPlaces, type Origin, rememberPlace } from "./familiarPlaces";
import type { Device } from "./signIns";

type OwnerId = Id<"users">;

/** False for the first sign-in to an account. */
export async function isNewPlace(
  ctx: MutationCtx,
  ownerId: OwnerId,
  origin: Origin,
): Promise<boolean> {
  if ((await findFamiliarPlace(ctx, ownerId, origin)) !== null) return false;
  return await hasFamiliarPlaces(ctx, ownerId);
}

/** For sessions that the auth library created: the browser reports its origin afterwards. */
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

/** Somebody has signed in to an existing account with Google or GitHub for the first time. */
export async function notifyOfNewSignInMethod(
  ctx: MutationCtx,
  ownerId: OwnerId,
  provider: OauthProvider,
): Promise<void> {
  const email = await emailOf(ctx, ownerId);
  if (email === null) return;
  const atMs = Date.now();
  await sendMail(ctx, {
    key: `newSignInMethod/${ownerId}/${atMs}`,
    ownerId,
    to: email,
    message: { template: "newSignInMethod", provider, atMs },
  });
}

async function emailOf(ctx: MutationCtx, ownerId: OwnerId): Promise<string | null> {
  return (await ctx.db.get("users", ownerId))?.email ?? null;
}
