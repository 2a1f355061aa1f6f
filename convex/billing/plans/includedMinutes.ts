import type { Doc } from "../../_generated/dataModel";
import { TRIAL_MINUTES_WITHOUT_CARD } from "../../shared/limits";
import { isUnlimited, type PaidPlanType, planOf } from "../../shared/plans";
import type { ActiveSubscription } from "./customers";
import type { PeriodTerms } from "./table";

/** What a plan is sold for today. */
export function termsOf(
  sold: Pick<PeriodTerms, "stripeSubscriptionId" | "planType" | "isTrial">,
): PeriodTerms {
  const { includedMinutes, overageRate: rateCents } = planOf(sold.planType).limits;
  return { ...sold, includedMinutes, rateCents };
}

/** So many minutes of a period cost nothing extra. */
export function includedMinutesOf({ planType, includedMinutes }: PeriodTerms): number {
  return includedMinutes ?? minutesOf(planType);
}

/** What each extra minute of a period costs. */
export function rateOf({ planType, rateCents }: PeriodTerms): number {
  return rateCents ?? planOf(planType).limits.overageRate;
}

/** What a subscriber has in the period that runs, of which nothing may have been counted yet. */
export function currentTerms(
  subscription: ActiveSubscription,
  period: Doc<"usagePeriods"> | null,
): { includedMinutes: number; overageRate: number } {
  const terms = period?.terms ?? null;
  const { limits } = subscription.plan;
  const overageRate = terms === null ? limits.overageRate : rateOf(terms);
  const includedMinutes = terms === null ? limits.includedMinutes : includedMinutesOf(terms);
  const isCardMissing = subscription.status === "trialing" && subscription.paymentMethod === null;
  const most = isCardMissing ? TRIAL_MINUTES_WITHOUT_CARD : Infinity;
  return { includedMinutes: Math.min(includedMinutes, most), overageRate };
}

export interface Upgrade {
  from: PaidPlanType;
  to: PaidPlanType;
  atMs: number;
  startMs: number;
  endMs: number;
}

/**
 * The difference in price is paid for the rest of the period only, and so the difference in minutes is
 * given: in whole minutes, a part of one as a whole one. What was talked or charged before is not part of it.
 */
export function includedAfter(coveredMinutes: number, upgrade: Upgrade): number {
  const { from, to, atMs, startMs, endMs } = upgrade;
  const more = minutesOf(to) - minutesOf(from);
  const included = coveredMinutes + Math.ceil((more * (endMs - atMs)) / (endMs - startMs));
  // This one number would be read as no limit at all.
  return isUnlimited(included) ? included + 1 : included;
}

function minutesOf(planType: PaidPlanType): number {
  return planOf(planType).limits.includedMinutes;
}
