import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import { HOUR_MS } from "../../shared/durations";
import { planOf } from "../../shared/plans";
import { isDisputed } from "./disputes";
import type { SubscriptionSnapshot } from "./table";

/** The state of an owner's subscription for the interface, also without one. */
export const subscriptionState = v.object({
  state: literals(
    "none",
    "active",
    "trialing",
    /** On trial, with all of its minutes used. */
    "trial_used_up",
    /** The last payment failed. Stripe retries it. */
    "payment_due",
    /** The last payment waits until the owner confirms it at the bank. */
    "payment_to_confirm",
    /** Stripe stopped retrying the payment, but the subscription has not ended. */
    "unpaid",
    /** The trial ended without a payment method, or somebody paused the subscription at Stripe. */
    "paused",
    /** "incomplete": the first payment has not been made yet. "never_begun": it was not made in time. */
    "incomplete",
    "never_begun",
    "ended",
    "trial_ended",
    /** Set up by hand with a price that belongs to none of our plans. */
    "off_plan",
  ),
  planName: v.union(v.string(), v.null()),
  /** In seconds since the epoch. */
  endedAt: v.union(v.number(), v.null()),
  /** True during the first period after we ended a trial because the person or the card had one before. */
  hadTrialBefore: v.boolean(),
  /** A payment is disputed, so visitors are not served. */
  isDisputed: v.boolean(),
});
export type SubscriptionState = Infer<typeof subscriptionState>;

export function subscriptionStateOf(
  customer: Doc<"customers"> | null,
  areTrialMinutesUsedUp: boolean,
): SubscriptionState {
  const subscription = customer?.subscription ?? null;
  if (customer === null || subscription === null) return NO_SUBSCRIPTION;
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

const NO_SUBSCRIPTION: SubscriptionState = {
  state: "none",
  planName: null,
  endedAt: null,
  hadTrialBefore: false,
  isDisputed: false,
};

/** True until the next period begins. `atMs` is shortly before the first paid period begins. */
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
