/** Extra minutes whose payment was refused: their owner has days to mend it, then visitors are not served. */
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
/** So long before its end its owner is told once again. */
export const GRACE_REMINDER_MS = DAY_MS;
const ENDED_AT_ONCE = 100;
/** More than an owner could be expected to read. */
const CHARGES_AT_ONCE = 20;

/** What a refusal changes the first time; those that follow leave the day as it is. */
export function graceOf({ graceEndsAtMs }: Charge): Partial<Charge> {
  return { graceEndsAtMs: graceEndsAtMs ?? Date.now() + GRACE_MS };
}

/** What is paid, or will never be, is nobody's debt. */
export const NO_GRACE = {
  confirmUrl: undefined,
  payUrl: undefined,
  graceEndsAtMs: undefined,
  isGraceOver: undefined,
  isProcessing: undefined,
} satisfies Partial<Charge>;

/**
 * So that whoever looks the assistant up is told anew when the time has come, and not before. What is scheduled may be
 * lost, with a restore of a backup: `chargesInLastDay` finds the charge again.
 */
export async function planEndOfGrace(ctx: MutationCtx, before: Charge, now: Charge): Promise<void> {
  if (before.graceEndsAtMs !== undefined || now.graceEndsAtMs === undefined) return;
  const { _id: chargeId, ownerId, graceEndsAtMs } = now;
  const toldAtMs = graceEndsAtMs - GRACE_REMINDER_MS;
  await ctx.scheduler.runAt(toldAtMs, internal.billing.overage.notifications.notifyOfCharges, {
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

/** Those whose grace is over or ends within a day, and is not noted as over. */
export async function chargesInLastDay(ctx: QueryCtx): Promise<Charge[]> {
  const untilMs = Date.now() + GRACE_REMINDER_MS;
  return await ctx.db
    .query("overageCharges")
    .withIndex("by_grace_over_and_end", (q) =>
      q.eq("isGraceOver", undefined).gt("graceEndsAtMs", 0).lte("graceEndsAtMs", untilMs),
    )
    .take(ENDED_AT_ONCE);
}

/** Whether a payment is owed for so long, or was taken back, that visitors are not served. */
export async function isPaymentOverdue(ctx: QueryCtx, ownerId: Id<"users">): Promise<boolean> {
  if (isDisputed(await findCustomer(ctx, ownerId))) return true;
  const overdue = await ctx.db
    .query("overageCharges")
    .withIndex("by_owner_and_grace_over", (q) => q.eq("ownerId", ownerId).eq("isGraceOver", true))
    .take(CHARGES_AT_ONCE);
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

/** A payment that is under way may still be good. */
function isOwed({ isProcessing }: Charge): boolean {
  return isProcessing !== true;
}

/** The oldest first. */
export async function unpaidCharges(ctx: QueryCtx, ownerId: Id<"users">): Promise<Charge[]> {
  const refused = await ctx.db
    .query("overageCharges")
    .withIndex("by_owner_and_grace_end", (q) => q.eq("ownerId", ownerId).gt("graceEndsAtMs", 0))
    .take(CHARGES_AT_ONCE);
  return refused.filter(isOwed);
}
