import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  APPROACHING_SHARE,
  FREE_TRIAL_MINUTES,
  MAX_ASSISTANTS_PER_OWNER,
  MIN_CALL_SECONDS,
  TEST_MINUTES,
} from "../../shared/limits";
import { type ActiveSubscription, findActiveSubscription } from "../plans/customers";
import { currentTerms } from "../plans/includedMinutes";
import { freeSecondsLeft, secondsLeft } from "./allowance";
import { currentMonth } from "./currentMonth";
import { findSubscriptionPeriod, lastPeriodBegunBy } from "./periods";
import { minutesBetween, shownMinutes } from "./roundedMinutes";

type OwnerId = Id<"users">;

export async function freeTrialOf(ctx: QueryCtx, ownerId: OwnerId) {
  const hasSubscription = (await findActiveSubscription(ctx, ownerId)) !== null;
  const { freeTrial } = await freeSecondsLeft(ctx, ownerId);
  const { used, remaining, isUsedUp } = freeMinutes(freeTrial, FREE_TRIAL_MINUTES);
  return {
    hasSubscription,
    limitExceeded: !hasSubscription && isUsedUp,
    freeTrialLimit: FREE_TRIAL_MINUTES,
    remainingMinutes: remaining,
    totalMinutesUsed: used,
  };
}

export async function testUsageOf(ctx: QueryCtx, ownerId: OwnerId) {
  const hasSubscription = (await findActiveSubscription(ctx, ownerId)) !== null;
  const { testing } = await freeSecondsLeft(ctx, ownerId);
  const { used, remaining, isUsedUp } = freeMinutes(testing, TEST_MINUTES);
  return {
    canUse: hasSubscription || !isUsedUp,
    totalMinutesUsed: used,
    remainingMinutes: remaining,
  };
}

export async function currentUsageOf(ctx: QueryCtx, ownerId: OwnerId) {
  const period = await currentPeriod(ctx, ownerId);
  if (period === null) {
    return { totalMinutes: 0, typedMinutes: 0, totalCalls: 0, usageByAssistant: {} };
  }
  const used = await ctx.db
    .query("assistantUsage")
    .withIndex("by_period_and_assistant", (q) => q.eq("usagePeriodId", period._id))
    .take(MAX_ASSISTANTS_PER_OWNER);
  const byAssistant = used.map(({ assistantId, seconds, calls }) => [
    assistantId,
    { minutes: shownMinutes(seconds), calls },
  ]);
  return {
    totalMinutes: shownMinutes(period.seconds),
    typedMinutes: shownMinutes(period.typedSeconds ?? 0),
    totalCalls: period.calls,
    usageByAssistant: Object.fromEntries(byAssistant) as Record<
      Id<"assistants">,
      { minutes: number; calls: number }
    >,
  };
}

export async function usageLimitsOf(ctx: QueryCtx, ownerId: OwnerId) {
  const subscription = await findActiveSubscription(ctx, ownerId);
  if (subscription === null) return NO_LIMITS;
  const period = await findSubscriptionPeriod(ctx, ownerId, subscription);
  const { includedMinutes, overageRate } = currentTerms(subscription, period);
  const usedMinutes = shownMinutes(period?.seconds ?? 0);
  const share = usedMinutes / includedMinutes;
  // A trial has no extra minutes.
  const isOver =
    subscription.status === "trialing"
      ? (await secondsLeft(ctx, ownerId, subscription)) < MIN_CALL_SECONDS
      : share > 1;
  const difference = minutesBetween(usedMinutes, includedMinutes);
  return {
    hasSubscription: true,
    overLimit: isOver,
    approachingLimit: !isOver && share >= APPROACHING_SHARE,
    usagePercentage: Math.round(share * 100),
    usedMinutes,
    includedMinutes,
    overageRate,
    overageMinutes: Math.max(0, -difference),
    remainingMinutes: Math.max(0, difference),
  };
}

const NO_LIMITS = {
  hasSubscription: false,
  overLimit: false,
  approachingLimit: false,
  usagePercentage: 0,
  usedMinutes: 0,
  includedMinutes: 0,
  overageRate: 0,
  overageMinutes: 0,
  remainingMinutes: 0,
};

/** Minutes count as used up if the rest is too short for a call. */
export function freeMinutes(secondsLeft: number, limitMinutes: number) {
  const used = shownMinutes(limitMinutes * 60 - secondsLeft);
  return {
    used,
    remaining: Math.max(0, minutesBetween(used, limitMinutes)),
    isUsedUp: secondsLeft < MIN_CALL_SECONDS,
  };
}

/** A subscriber's billing period, else the calendar month. */
export async function currentPeriod(
  ctx: QueryCtx,
  ownerId: OwnerId,
): Promise<Doc<"usagePeriods"> | null> {
  const subscription: ActiveSubscription | null = await findActiveSubscription(ctx, ownerId);
  if (subscription !== null) return await findSubscriptionPeriod(ctx, ownerId, subscription);
  const last = await lastPeriodBegunBy(ctx, ownerId, Number.MAX_SAFE_INTEGER);
  const month = await currentMonth(ctx);
  const isCurrent = last?.terms === null && (month === null || month <= last.startMs);
  return isCurrent ? last : null;
}
