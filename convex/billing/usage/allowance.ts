import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { rowsOfOwner } from "../../lib/rowsOfOwner";
import {
  FREE_TRIAL_MINUTES,
  MIN_CALL_SECONDS,
  TEST_MINUTES,
  UNCONFIRMED_TEST_MINUTES,
} from "../../shared/limits";
import { activeSubscription, type ActiveSubscription } from "../plans/customers";
import { currentTerms } from "../plans/includedMinutes";
import { earlierFreeSeconds } from "./earlierUse";
import { findTotals } from "./ownerTotals";
import { findSubscriptionPeriod } from "./periods";
import { spendingOf } from "./spendingLimit";

/**
 * How long the owner's calls may still last in total, without counting live ones. A trial has only its included minutes. A
 * paid plan continues with overage up to the owner's spending limit.
 */
export async function secondsLeft(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  subscription: ActiveSubscription | null,
): Promise<number> {
  if (subscription === null) {
    const { testing, freeTrial } = await freeSecondsLeft(ctx, ownerId);
    return Math.min(testing, freeTrial);
  }
  if (subscription.status === "active" && subscription.spendingLimitCents === null) return Infinity;
  const period = await findSubscriptionPeriod(ctx, ownerId, subscription);
  if (subscription.status === "active") return spendingOf(subscription, period).secondsLeft;
  return currentTerms(subscription, period).includedMinutes * 60 - (period?.seconds ?? 0);
}

/** Whether too little is left for another call. */
export async function areTrialMinutesUsedUp(
  ctx: QueryCtx,
  customer: Doc<"customers"> | null,
): Promise<boolean> {
  const subscription = activeSubscription(customer);
  if (customer === null || subscription?.status !== "trialing") return false;
  return (await secondsLeft(ctx, customer.ownerId, subscription)) < MIN_CALL_SECONDS;
}

/**
 * The two allowances of an owner without a subscription: test minutes and free minutes. Both count all calls without a
 * subscription, including those of the same person's earlier accounts. Calls under a plan or its trial use neither.
 */
export async function freeSecondsLeft(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<{ testing: number; freeTrial: number }> {
  const totals = await findTotals(ctx, ownerId);
  const used = (await earlierFreeSeconds(ctx, ownerId)) + (totals?.freeSeconds ?? 0);
  return { testing: TEST_MINUTES * 60 - used, freeTrial: FREE_TRIAL_MINUTES * 60 - used };
}

/**
 * Whether the rows with the owner's usage exist, which the newest `assistantUsage` row tells. A missing row would count as
 * no usage, and give away free minutes or an unpaid month.
 */
export async function isUsageIntact(ctx: QueryCtx, ownerId: Id<"users">): Promise<boolean> {
  const share = await rowsOfOwner(ctx, "assistantUsage", ownerId).order("desc").first();
  if (share === null) return true;
  const period = await ctx.db.get("usagePeriods", share.usagePeriodId);
  return period !== null && (await findTotals(ctx, ownerId)) !== null;
}

/** For an owner without a subscription and with an unconfirmed address: the first few of the free minutes. */
export async function unconfirmedSecondsLeft(ctx: QueryCtx, ownerId: Id<"users">): Promise<number> {
  const totals = await findTotals(ctx, ownerId);
  return UNCONFIRMED_TEST_MINUTES * 60 - (totals?.freeSeconds ?? 0);
}
