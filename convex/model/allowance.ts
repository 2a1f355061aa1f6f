import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { FREE_TRIAL_MINUTES } from "../catalog/limits";
import type { ActiveSubscription } from "./customers";
import { currentTerms } from "./includedMinutes";
import { findSubscriptionPeriod } from "./usagePeriods";

/**
 * How long the owner's calls may still last altogether, live ones aside. On a paid plan there is no
 * end, since what goes beyond is overage; a trial stops at what the plan includes.
 */
export async function secondsLeft(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  subscription: ActiveSubscription | null,
): Promise<number> {
  if (subscription === null) {
    const totals = await findTotals(ctx, ownerId);
    return FREE_TRIAL_MINUTES * 60 - (totals?.freeSeconds ?? 0);
  }
  if (subscription.status === "active") return Infinity;
  const period = await findSubscriptionPeriod(ctx, ownerId, subscription);
  return currentTerms(subscription, period).includedMinutes * 60 - (period?.seconds ?? 0);
}

export async function findTotals(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<Doc<"ownerTotals"> | null> {
  return await ctx.db
    .query("ownerTotals")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .unique();
}
