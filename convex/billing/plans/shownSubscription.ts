import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import { PAID_PLANS, type PaidPlanType, planOf } from "../../shared/plans";
import { planEndMs } from "./planEnd";
import { paidPlanType } from "../../lib/planType";
import { paymentMethod } from "./table";

export const shownSubscription = v.object({
  status: literals("active", "trialing", "other"),
  planType: paidPlanType,
  cancelAtPeriodEnd: v.boolean(),
  /** When a cancelled plan ends, in seconds since the epoch. It may differ from the period's end. */
  endsAt: v.union(v.number(), v.null()),
  /** In seconds since the epoch. */
  currentPeriodEnd: v.number(),
  paymentMethod: v.union(paymentMethod, v.null()),
  /** The plan that begins when the period ends. */
  pendingPlanType: v.union(paidPlanType, v.null()),
  plan: v.object({
    name: v.string(),
    /** What this owner pays, in cents. */
    price: v.number(),
    limits: v.object({
      assistants: v.number(),
      includedMinutes: v.number(),
      overageRate: v.number(),
      knowledgeBaseFiles: v.number(),
    }),
  }),
});

/** Null without a subscription, or if it has ended, never began, or has none of our plans. */
export function showSubscription(
  customer: Doc<"customers"> | null,
): Infer<typeof shownSubscription> | null {
  const subscription = customer?.subscription;
  if (subscription?.planType == null) return null;
  if (subscription.endedAtMs !== null || NOT_BEGUN.includes(subscription.stripeStatus)) return null;
  const { name, limits } = planOf(subscription.planType);
  const endMs = planEndMs(subscription);
  return {
    status: subscription.status,
    planType: subscription.planType,
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    endsAt: endMs === null ? null : Math.floor(endMs / 1000),
    currentPeriodEnd: Math.floor(subscription.currentPeriodEndMs / 1000),
    paymentMethod: subscription.paymentMethod,
    pendingPlanType: subscription.pendingPlanType,
    plan: { name, price: subscription.priceCents, limits },
  };
}

/** The first payment was never made. */
const NOT_BEGUN = ["incomplete", "incomplete_expired"];

const shownPlan = v.object({
  name: v.string(),
  price: v.number(),
  trialDays: v.number(),
  features: v.array(v.string()),
});
export const shownPlans = v.object(
  Object.fromEntries(PAID_PLANS.map(({ type }) => [type, shownPlan])) as Record<
    PaidPlanType,
    typeof shownPlan
  >,
);

/** The plans as this owner can buy them. There is one trial per person. */
export function showPlans(isTrialUsed: boolean): Infer<typeof shownPlans> {
  const shown = PAID_PLANS.map(({ type, name, priceCents, trialDays, features }) => [
    type,
    { name, price: priceCents, trialDays: isTrialUsed ? 0 : trialDays, features: [...features] },
  ]);
  return Object.fromEntries(shown) as Record<PaidPlanType, Infer<typeof shownPlan>>;
}
