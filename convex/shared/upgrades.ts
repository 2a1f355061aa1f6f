import { PAID_PLANS, type PaidPlanType, planOf } from "./plans";

/** Whether the owner of this plan can buy a larger one. */
export function canUpgrade(type: PaidPlanType): boolean {
  return PAID_PLANS.some((plan) => plan.priceCents > planOf(type).priceCents);
}
