/** Charges whose payment was refused. After a grace period of some days, visitors are no longer served. */
import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { internalMutation } from "../../lib/internalFunctions";
import { DAY_MS } from "../../shared/durations";
import { findCustomer } from "../plans/customers";
import { isDisputed } from "../plans/disputes";

type Charge = Doc<"overageCharges">;

const GRACE_MS = 3 * DAY_MS;
/** The owner gets a reminder this long before the grace period ends. */
export const GRACE_REMINDER_MS = DAY_MS;
const BATCH_SIZE = 100;
/** More than anybody could read. */
const MAX_CHARGES = 20;

/** The first refusal begins the grace period. Later ones do not extend it. */
export function graceOf({ graceEndsAtMs }: Charge): Partial<Charge> {
  return { graceEndsAtMs: graceEndsAtMs ?? Date.now() + GRACE_MS };
}

/** For a charge that is paid or void. */
export const NO_GRACE = {
  confirmUrl: undefined,
  payUrl: undefined,
  graceEndsAtMs: undefined,
  isGraceOver: undefined,
  isProcessing: undefined,
} satisfies Partial<Charge>;

/**
 * Queries cannot look at the clock, so a scheduled function ends the grace period. Restoring a backup loses scheduled
 * functions, so `chargesInLastDay` finds the charge too.
 */
export async function scheduleGraceEnd(
  ctx: MutationCtx,
  before: Charge,
  now: Charge,
): Promise<void> {
  if (before.graceEndsAtMs !== undefined || now.graceEndsAtMs === undefined) return;
  const { _id: chargeId, ownerId, graceEndsAtMs } = now;
  const remindAtMs = graceEndsAtMs - GRACE_REMINDER_MS;
  await ctx.scheduler.runAt(remindAtMs, internal.billing.overage.notifications.notifyOfCharges, {
    ownerId,
  });
  await ctx.scheduler.runAt(graceEndsAtMs, internal.billing.overage.unpaidCharges.endGrace, {
    chargeId,
  });
}

export async function endGracePeriod(
  ctx: MutationCtx,
  chargeId: Id<"overageCharges">,
): Promise<void> {
  const charge = await ctx.db.get("overageCharges", chargeId);
  if (charge?.graceEndsAtMs === undefined || charge.graceEndsAtMs > Date.now()) return;
  await ctx.db.patch("overageCharges", chargeId, { isGraceOver: true });
}

/** Charges whose grace period ends within a day, or has ended without `isGraceOver` being set. */
export async function chargesInLastDay(ctx: QueryCtx): Promise<Charge[]> {
  const untilMs = Date.now() + GRACE_REMINDER_MS;
  return await ctx.db
    .query("overageCharges")
    .withIndex("by_grace_over_and_end", (q) =>
      q.eq("isGraceOver", undefined).gt("graceEndsAtMs", 0).lte("graceEndsAtMs", untilMs),
    )
    .take(BATCH_SIZE);
}

/** Whether visitors are not served, because a payment is long overdue or disputed. */
export async function isPaymentOverdue(ctx: QueryCtx, ownerId: Id<"users">): Promise<boolean> {
  if (isDisputed(await findCustomer(ctx, ownerId))) return true;
  const overdue = await ctx.db
    .query("overageCharges")
    .withIndex("by_owner_and_grace_over", (q) => q.eq("ownerId", ownerId).eq("isGraceOver", true))
    .take(MAX_CHARGES);
  return overdue.some(isOwed);
}

const chargeId = v.id("overageCharges");

export const endGrace = internalMutation({
  args: { chargeId },
  returns: v.null(),
  handler: async (ctx, args) => {
    await endGracePeriod(ctx, args.chargeId);
    return null;
  },
});

/** A payment in progress may still succeed. */
function isOwed({ isProcessing }: Charge): boolean {
  return isProcessing !== true;
}

/** The oldest charge first. */
export async function unpaidCharges(ctx: QueryCtx, ownerId: Id<"users">): Promise<Charge[]> {
  const refused = await ctx.db
    .query("overageCharges")
    .withIndex("by_owner_and_grace_end", (q) => q.eq("ownerId", ownerId).gt("graceEndsAtMs", 0))
    .take(MAX_CHARGES);
  return refused.filter(isOwed);
}
