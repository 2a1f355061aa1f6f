import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import { HOUR_MS } from "../../shared/durations";
import { planOf } from "../../shared/plans";
import { isDisputed } from "./disputes";
import type { SubscriptionSnapshot } from "./table";

/** How an owner stands with their subscription, also when they have none: what a screen has to say about it. */
export const subscriptionState = v.object({
  state: literals(
    "none",
    "active",
    "trialing",
    /** On trial, and the minutes that it has are talked. */
    "trial_used_up",
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
  /** In the first period of a plan whose trial was ended, since the person or the card had one before. */
  hadTrialBefore: v.boolean(),
  /** A payment was taken back at the bank, so visitors are not served. */
  isDisputed: v.boolean(),
});
export type SubscriptionState = Infer<typeof subscriptionState>;

export function subscriptionStateOf(
  customer: Doc<"customers"> | null,
  areTrialMinutesUsedUp: boolean,
): SubscriptionState {
  const subscription = customer?.subscription ?? null;
  if (customer === null || subscription === null) return NOTHING_YET;
  const { planType, endedAtMs } = subscription;
  const state = stateOf(subscription, customer.trialUsedAtMs);
  return {
    state: state === "trialing" && areTrialMinutesUsedUp ? "trial_used_up" : state,
    planName: planType === null ? null : planOf(planType).name,
    endedAt: endedAtMs === null ? null : Math.floor(endedAtMs / 1000),
    hadTrialBefore: hadTrialBefore(subscription, customer.repeatedTrial),
    isDisputed: isDisputed(customer),
  };
}

const NOTHING_YET: SubscriptionState = {
  state: "none",
  planName: null,
  endedAt: null,
  hadTrialBefore: false,
  isDisputed: false,
};

/** Told until the next period begins. What ends a trial is asked for a moment before the first one does. */
function hadTrialBefore(
  { stripeSubscriptionId, currentPeriodStartMs, status }: SubscriptionSnapshot,
  repeated: Doc<"customers">["repeatedTrial"],
): boolean {
  if (repeated?.stripeSubscriptionId !== stripeSubscriptionId || status === "trialing")
    return false;
  return currentPeriodStartMs <= repeated.atMs + HOUR_MS;
}

function stateOf(
  subscription: SubscriptionSnapshot,
  trialBeganMs: number | null,
): SubscriptionState["state"] {
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
