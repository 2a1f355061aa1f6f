import { planOf, type PaidPlanType } from "../../../convex/shared/plans";
import type { ShownPlan, Subscription } from "./billing-types";

type Tone = "good" | "accent";

export const STATUSES: Record<"active" | "trialing", { label: string; tone: Tone }> = {
  active: { label: "Active", tone: "good" },
  trialing: { label: "Free Trial", tone: "accent" },
};

export function isActive(subscription: Subscription | null): subscription is Subscription {
  return subscription !== null && subscription.status !== "other";
}

export function dateLabel({ status, cancelAtPeriodEnd }: Subscription): string {
  if (status === "trialing") return "Trial expires on";
  return cancelAtPeriodEnd ? "Plan expires on" : "Renews on";
}

/** The date that the label is of, in milliseconds. A trial is over when its plan is, if that comes first. */
export function shownDateMs({ status, endsAt, currentPeriodEnd }: Subscription): number {
  const plansEnd = endsAt ?? currentPeriodEnd;
  return 1000 * (status === "trialing" ? Math.min(plansEnd, currentPeriodEnd) : plansEnd);
}

/** The plan that a trial becomes: a change that was to come with its end comes with it. */
export function planAfterTrial({ plan, pendingPlanType }: Subscription): {
  name: string;
  price: number;
} {
  if (pendingPlanType === null) return plan;
  const { name, priceCents: price } = planOf(pendingPlanType);
  return { name, price };
}

/** What pressing a plan's button does, in the button's words; null for the plan that one has. */
export function planButtonText(
  planType: PaidPlanType,
  plan: ShownPlan,
  subscription: Subscription | null,
): string | null {
  if (subscription === null) {
    return plan.trialDays > 0 ? `Start ${plan.trialDays}-Day Trial` : "Subscribe";
  }
  if (subscription.planType === planType) return null;
  return plan.price > subscription.plan.price ? "Upgrade Plan" : "Downgrade Plan";
}

/** A trial that goes on without one: the card says where to add it, once. */
export function needsPaymentMethod(subscription: Subscription): boolean {
  const { status, cancelAtPeriodEnd, paymentMethod } = subscription;
  return status === "trialing" && !cancelAtPeriodEnd && paymentMethod === null;
}

/** "Visa ending in 4242"; a means of payment that is no card has no digits. */
export function paymentMethodText({ paymentMethod }: Subscription): string | null {
  if (paymentMethod === null) return null;
  const { brand, last4 } = paymentMethod;
  const name = brand.charAt(0).toUpperCase() + brand.slice(1);
  return last4 === undefined ? name : `${name} ending in ${last4}`;
}
