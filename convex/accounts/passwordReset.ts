/** Owners who forgot their password get a link and a code by mail: docs/decisions/0017-mail-and-forgotten-passwords.md. */
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { internalMutation } from "../lib/internalFunctions";
import { rateLimiter } from "../lib/rateLimits";
import { deleteRowsOfOwner } from "../lib/rowsOfOwner";
import { userError } from "../lib/userError";
import { isCodeFor, isLinkKeyFor } from "../notifications/mail/linkKeys";
import { requireMail, sendMail } from "../notifications/mail/send";
import { resetPurpose } from "../notifications/mail/templates";
import { HOUR_MS } from "../shared/durations";
import { MESSAGES } from "../shared/messages";
import { markConfirmed } from "./addressConfirmation";
import { removeOauthAccounts, findOwnerByEmail, setPassword } from "./credentials";
import { findFamiliarPlace, type Origin } from "./familiarPlaces";
import { notifyOfNewPassword } from "./notifications";
import { endSessionsExcept } from "./sessions";

type ResetId = Id<"passwordResets">;

export const RESET_MS = HOUR_MS;
/** For each request, from all networks together. */
const MAX_WRONG_CODES = 5;
const BATCH_SIZE = 100;

/**
 * Does the same, and takes as long, whether or not the email has an account: a scheduled function looks the account up.
 * The mailed code can be entered only with the id of this request.
 */
export async function beginReset(
  ctx: MutationCtx,
  email: string,
  origin: Origin,
): Promise<ResetId> {
  requireMail();
  const key = origin.network;
  const { ok } = await rateLimiter.limit(ctx, "resetsByNetwork", { key });
  if (!ok) throw userError("too_many_requests", MESSAGES.tooManyRequests);
  const expiresAtMs = Date.now() + RESET_MS;
  const resetId = await ctx.db.insert("passwordResets", {
    email,
    origin,
    wrongCodes: 0,
    expiresAtMs,
  });
  await ctx.scheduler.runAfter(0, internal.accounts.passwordReset.mailReset, { resetId });
  return resetId;
}

/** Sends nothing if the email has no account, or had too many mails. The requester does not learn either. */
export async function mailResetLink(ctx: MutationCtx, resetId: ResetId): Promise<void> {
  const reset = await ctx.db.get("passwordResets", resetId);
  if (reset?.origin === undefined) return;
  const { email, origin, expiresAtMs } = reset;
  await ctx.db.patch("passwordResets", resetId, { origin: undefined });
  const owner = await findOwnerByEmail(ctx, email);
  if (owner === null || !(await isWithinLimits(ctx, owner._id, email, origin))) return;
  const ownerId = owner._id;
  await ctx.db.patch("passwordResets", resetId, { ownerId });
  await sendMail(ctx, {
    key: `reset/${resetId}`,
    ownerId,
    to: email,
    message: { template: "resetPassword", resetId },
    usefulUntilMs: expiresAtMs,
  });
}

/** The key of the emailed link, or the emailed code with the request that it belongs to. */
export const resetCredential = v.union(
  v.object({ kind: v.literal("link"), key: v.string() }),
  v.object({ kind: v.literal("code"), request: v.string(), code: v.string() }),
);
export type ResetCredential = Infer<typeof resetCredential>;

export const checkedReset = v.union(
  v.object({ kind: v.literal("valid"), resetId: v.id("passwordResets") }),
  v.object({ kind: v.literal("wrongCode") }),
  v.object({ kind: v.literal("expired") }),
);

export const mailReset = internalMutation({
  args: { resetId: v.id("passwordResets") },
  returns: v.null(),
  handler: async (ctx, { resetId }) => {
    await mailResetLink(ctx, resetId);
    return null;
  },
});

export const checkResetCredential = internalMutation({
  args: { credential: resetCredential },
  returns: checkedReset,
  handler: async (ctx, { credential }) => await checkCredential(ctx, credential),
});

export const finishReset = internalMutation({
  args: { resetId: v.id("passwordResets"), hash: v.string() },
  returns: v.union(v.null(), v.id("users")),
  handler: async (ctx, { resetId, hash }) => await resetPassword(ctx, resetId, hash),
});

/** Requests from familiar places have a limit of their own, so that strangers cannot use it up from elsewhere. */
async function isWithinLimits(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  email: string,
  origin: Origin,
): Promise<boolean> {
  const familiar = await findFamiliarPlace(ctx, ownerId, origin);
  if (familiar !== null) {
    return (await rateLimiter.limit(ctx, "resetsFromFamiliarPlace", { key: familiar })).ok;
  }
  const both = `${origin.network} ${email}`;
  if (!(await rateLimiter.limit(ctx, "resetsByNetworkAndAccount", { key: both })).ok) return false;
  return (await rateLimiter.limit(ctx, "resetsByAccount", { key: email })).ok;
}

/**
 * Wrong codes are counted for each request. Only the person who made a request knows its id, so nobody can use up
 * somebody else's attempts. This returns a result because an error would undo the count.
 */
export async function checkCredential(
  ctx: MutationCtx,
  credential: ResetCredential,
): Promise<Infer<typeof checkedReset>> {
  const isLink = credential.kind === "link";
  const [requestId = "", signature = ""] = isLink
    ? credential.key.split(".")
    : [credential.request];
  const reset = await findLive(ctx, requestId);
  if (reset === null) return { kind: "expired" };
  const purpose = resetPurpose(reset._id);
  const isRight = isLink
    ? await isLinkKeyFor(purpose, signature)
    : await isCodeFor(purpose, credential.code);
  if (isRight && reset.ownerId !== undefined) return { kind: "valid", resetId: reset._id };
  // Nobody can guess a link's key. Counting wrong keys would let anybody who knows the request's id use up its attempts.
  if (isLink) return { kind: "expired" };
  await ctx.db.patch("passwordResets", reset._id, { wrongCodes: reset.wrongCodes + 1 });
  return { kind: "wrongCode" };
}

async function findLive(ctx: MutationCtx, text: string): Promise<Doc<"passwordResets"> | null> {
  const resetId = ctx.db.normalizeId("passwordResets", text);
  const reset = resetId === null ? null : await ctx.db.get("passwordResets", resetId);
  if (reset === null || reset.expiresAtMs <= Date.now()) return null;
  return reset.wrongCodes < MAX_WRONG_CODES ? reset : null;
}

/** Null if the request was used in the meantime. Using one request deletes all others of the account. */
export async function resetPassword(
  ctx: MutationCtx,
  resetId: ResetId,
  hash: string,
): Promise<Id<"users"> | null> {
  const reset = await findLive(ctx, resetId);
  const ownerId = reset?.ownerId;
  const owner = ownerId === undefined ? null : await ctx.db.get("users", ownerId);
  if (reset === null || owner?.email !== reset.email) return null;
  // Somebody else may have created an unconfirmed account, and could still sign in to it with Google or GitHub.
  if (owner.emailVerificationTime === undefined) await removeOauthAccounts(ctx, owner._id);
  await setPassword(ctx, { ownerId: owner._id, email: reset.email, hash });
  await markConfirmed(ctx, owner);
  await endSessionsExcept(ctx, owner._id, null);
  await deleteResets(ctx, owner._id);
  await notifyOfNewPassword(ctx, owner._id);
  return owner._id;
}

export async function deleteResets(ctx: MutationCtx, ownerId: Id<"users">): Promise<number> {
  return await deleteRowsOfOwner(ctx, "passwordResets", ownerId, BATCH_SIZE);
}
