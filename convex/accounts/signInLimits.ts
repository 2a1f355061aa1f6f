/** How often passwords may be tried: docs/decisions/0009-sign-in-limits.md. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { rateLimiter } from "../lib/rateLimits";
import { findPasswordAccount } from "./credentials";
import { findFamiliarPlace, type Origin, rememberPlace } from "./familiarPlaces";

export type Attempt = { email: string } & Origin;
/** The hash to compare the password with. Both are null if the email has no account. */
export type Admitted = { ownerId: Id<"users"> | null; hash: string | null };

/**
 * Counts an attempt before the password is checked, so that simultaneous attempts count too. Null if there were too many.
 * Attempts on an email without an account count like any other, so that the limits do not reveal who has an account.
 */
export async function admitAttempt(ctx: MutationCtx, attempt: Attempt): Promise<Admitted | null> {
  const account = await findPasswordAccount(ctx, attempt.email);
  const ownerId = account?.userId ?? null;
  const familiar = ownerId === null ? null : await findFamiliarPlace(ctx, ownerId, attempt);
  const isWithin =
    familiar === null
      ? await isStrangerWithinLimits(ctx, attempt)
      : (await rateLimiter.limit(ctx, "signInsFromFamiliarPlace", { key: familiar })).ok;
  return isWithin ? { ownerId, hash: account?.secret ?? null } : null;
}

/** Called after the right password. */
export async function recordSignIn(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  origin: Origin,
): Promise<void> {
  for (const key of await rememberPlace(ctx, ownerId, origin)) {
    await rateLimiter.reset(ctx, "signInsFromFamiliarPlace", { key });
  }
}

/** The narrow limits come first: a network that has reached one no longer counts against the account. */
async function isStrangerWithinLimits(
  ctx: MutationCtx,
  { email, network }: Attempt,
): Promise<boolean> {
  const limits = [
    ["signInsByNetwork", network],
    ["signInsByNetworkAndAccount", `${network} ${email}`],
    ["signInsByAccount", email],
  ] as const;
  for (const [name, key] of limits) {
    if (!(await rateLimiter.limit(ctx, name, { key })).ok) return false;
  }
  return true;
}
