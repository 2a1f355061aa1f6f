import { planOf, type PaidPlanType } from "../../../convex/shared/plans";
import type { ShownPlan, Subscription } from "./billing-types";
import { CURRENT_PLAN, PLANS_SECTION } from "./texts";

type Tone = "good" | "accent";

export const STATUSES: Record<"active" | "trialing", { label: string; tone: Tone }> = {
  active: { label: CURRENT_PLAN.active, tone: "good" },
  trialing: { label: CURRENT_PLAN.freeTrial, tone: "accent" },
};

export function isActive(subscription: Subscription | null): subscription is Subscription {
  return subscription !== null && subscription.status !== "other";
}

export function dateLabel({ status, cancelAtPeriodEnd }: Subscription): string {
  if (status === "trialing") return CURRENT_PLAN.trialExpiresOn;
  return cancelAtPeriodEnd ? CURRENT_PLAN.planExpiresOn : CURRENT_PLAN.renewsOn;
}

/** The date that belongs to `dateLabel`, in milliseconds: the end of the trial or of the plan, whichever is first. */
export function shownDateMs({ status, endsAt, currentPeriodEnd }: Subscription): number {
  const plansEnd = endsAt ?? currentPeriodEnd;
  return 1000 * (status === "trialing" ? Math.min(plansEnd, currentPeriodEnd) : plansEnd);
}

/** The plan that a trial turns into, including a change that is due when the trial ends. */
export function planAfterTrial({ plan, pendingPlanType }: Subscription): {
  name: string;
  price: number;
} {
  if (pendingPlanType === null) return plan;
  const { name, priceCents: price } = planOf(pendingPlanType);
  return { name, price };
}

/** The label of a plan's button; null for the current plan. */
export function planButtonText(
  planType: PaidPlanType,
  plan: ShownPlan,
  subscription: Subscription | null,
): string | null {
  if (subscription === null) {
    return plan.trialDays > 0 ? PLANS_SECTION.startTrial(plan.trialDays) : PLANS_SECTION.subscribe;
  }
  if (subscription.planType === planType) return null;
  return plan.price > subscription.plan.price ? PLANS_SECTION.upgrade : PLANS_SECTION.downgrade;
}

/** True for a running trial without a payment method. */
export function needsPaymentMethod(subscription: Subscription): boolean {
  const { status, cancelAtPeriodEnd, paymentMethod } = subscription;
  return status === "trialing" && !cancelAtPeriodEnd && paymentMethod === null;
}

/** "Visa ending in 4242". A payment method that is not a card has no digits. */
export function paymentMethodText({ paymentMethod }: Subscription): string | null {
  if (paymentMethod === null) return null;
  const { brand, last4 } = paymentMethod;
  const name = brand.charAt(0).toUpperCase() + brand.slice(1);
  return last4 === undefined ? name : CURRENT_PLAN.endingIn(name, last4);
}
