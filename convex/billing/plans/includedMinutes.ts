import type { Doc } from "../../_generated/dataModel";
import { TRIAL_MINUTES_WITHOUT_CARD } from "../../shared/limits";
import { isUnlimited, type PaidPlanType, planOf } from "../../shared/plans";
import type { ActiveSubscription } from "./customers";
import type { PeriodTerms } from "./table";

/** The terms on which a plan is sold today. */
export function termsOf(
  sold: Pick<PeriodTerms, "stripeSubscriptionId" | "planType" | "isTrial">,
): PeriodTerms {
  const { includedMinutes, overageRate: rateCents } = planOf(sold.planType).limits;
  return { ...sold, includedMinutes, rateCents };
}

export function includedMinutesOf({ planType, includedMinutes }: PeriodTerms): number {
  return includedMinutes ?? minutesOf(planType);
}

/** In cents for each extra minute. */
export function rateOf({ planType, rateCents }: PeriodTerms): number {
  return rateCents ?? planOf(planType).limits.overageRate;
}

/** The terms of the current period, which has no row before its first call is counted. */
export function currentTerms(
  subscription: ActiveSubscription,
  period: Doc<"usagePeriods"> | null,
): { includedMinutes: number; overageRate: number } {
  const terms = period?.terms ?? null;
  const { limits } = subscription.plan;
  const overageRate = terms === null ? limits.overageRate : rateOf(terms);
  const includedMinutes = terms === null ? limits.includedMinutes : includedMinutesOf(terms);
  const isCardMissing = subscription.status === "trialing" && subscription.paymentMethod === null;
  const limit = isCardMissing ? TRIAL_MINUTES_WITHOUT_CARD : Infinity;
  return { includedMinutes: Math.min(includedMinutes, limit), overageRate };
}

export interface Upgrade {
  from: PaidPlanType;
  to: PaidPlanType;
  atMs: number;
  startMs: number;
  endMs: number;
}

/**
 * After an upgrade, the owner pays the difference in price for the rest of the period, and gets the difference in minutes
 * in the same proportion, rounded up. Minutes that were used or charged before do not matter.
 */
export function includedAfter(coveredMinutes: number, upgrade: Upgrade): number {
  const { from, to, atMs, startMs, endMs } = upgrade;
  const more = minutesOf(to) - minutesOf(from);
  const included = coveredMinutes + Math.ceil((more * (endMs - atMs)) / (endMs - startMs));
  // This number stands for "unlimited".
  return isUnlimited(included) ? included + 1 : included;
}

function minutesOf(planType: PaidPlanType): number {
  return planOf(planType).limits.includedMinutes;
}
