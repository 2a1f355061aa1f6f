import { literals } from "convex-helpers/validators";
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { planOf } from "../catalog/plans";
import type { SubscriptionSnapshot } from "./billingFields";

/** How an owner stands with their subscription, also when they have none: what a screen has to say about it. */
export const standing = v.object({
  state: literals(
    "none",
    "active",
    "trialing",
    /** The last payment failed; Stripe tries again. */
    "payment_due",
    /** As above, but their bank only asks them to confirm it. */
    "payment_to_confirm",
    /** Payments failed until Stripe gave up, and the subscription goes on all the same. */
    "unpaid",
    /** The trial ended with nothing to pay with, or somebody at Stripe paused it. */
    "paused",
    /** The first payment was not made yet, or not in time. */
    "incomplete",
    "never_begun",
    "ended",
    "trial_ended",
    /** Set up by hand, at a price that is none of ours. */
    "off_plan",
  ),
  planName: v.union(v.string(), v.null()),
  /** In seconds since the epoch. */
  endedAt: v.union(v.number(), v.null()),
});
export type Standing = Infer<typeof standing>;

export function standingOf(customer: Doc<"customers"> | null): Standing {
  const subscription = customer?.subscription ?? null;
  if (subscription === null) return { state: "none", planName: null, endedAt: null };
  const { planType, endedAtMs } = subscription;
  return {
    state: stateOf(subscription, customer?.trialUsedAtMs ?? null),
    planName: planType === null ? null : planOf(planType).name,
    endedAt: endedAtMs === null ? null : Math.floor(endedAtMs / 1000),
  };
}

function stateOf(
  subscription: SubscriptionSnapshot,
  trialBeganMs: number | null,
): Standing["state"] {
  const { status, stripeStatus, planType, endedAtMs, currentPeriodStartMs } = subscription;
  if (stripeStatus === "incomplete_expired") return "never_begun";
  // The first period of a trial is the trial.
  if (endedAtMs !== null) return currentPeriodStartMs === trialBeganMs ? "trial_ended" : "ended";
  if (stripeStatus === "incomplete") return "incomplete";
  if (planType === null) return "off_plan";
  if (status !== "other") return status;
  if (stripeStatus === "unpaid" || stripeStatus === "paused") return stripeStatus;
  return subscription.toConfirm === undefined ? "payment_due" : "payment_to_confirm";
}
