import { HOUR_MS } from "../../shared/durations";
import { TRIAL_DAYS } from "../../shared/plans";
import type { StripeCustomerState, StripeSubscriptionState } from "../../vendors/stripeCustomers";
import type { SubscriptionSnapshot } from "./table";

/** The statuses in which Stripe charges, or tries to. */
const LIVE = ["active", "trialing", "past_due", "unpaid", "paused"];

export interface Choice {
  /** The current subscription, or the last one if none is live. */
  subscription: StripeSubscriptionState | null;
  isLive: boolean;
  /** A second trial, which somebody set up at Stripe or got by cheating. */
  isSecondTrial: boolean;
  /** Subscriptions to cancel: additional ones and second trials. Never the one that we already know. */
  extraIds: string[];
}

/**
 * An owner has one subscription. If several are live, we keep the one that we already know, else the oldest. The known one
 * stays in any state: it may be paid for, or support may have given its owner free days.
 */
export function chooseSubscription(
  { subscriptions }: StripeCustomerState,
  knownId: string | null,
): Choice {
  const live = subscriptions.filter(({ status }) => LIVE.includes(status));
  // A subscription with another price was set up by hand, so it is never cancelled.
  const ours = live.filter(({ planType }) => planType !== null);
  const isSecondTrial = (one: StripeSubscriptionState) =>
    one.status === "trialing" && !isFirstTrial(one, subscriptions);
  const candidates = ours.filter((one) => one.id === knownId || !isSecondTrial(one));
  const current =
    candidates.find(({ id }) => id === knownId) ??
    candidates.at(-1) ??
    live.find(({ planType }) => planType === null) ??
    null;
  return {
    subscription: current ?? subscriptions.find((one) => !live.includes(one)) ?? null,
    isLive: current !== null,
    isSecondTrial: current !== null && isSecondTrial(current),
    extraIds: ours.filter((one) => one !== current).map(({ id }) => id),
  };
}

function isFirstTrial(
  one: StripeSubscriptionState,
  newestFirst: readonly StripeSubscriptionState[],
): boolean {
  const older = newestFirst.slice(newestFirst.indexOf(one) + 1);
  return older.every(({ trialStartMs }) => trialStartMs === null);
}

/** When the first trial began. Null if there was none. */
export function firstTrialMs({ subscriptions }: StripeCustomerState): number | null {
  const starts = subscriptions.flatMap(({ trialStartMs }) => trialStartMs ?? []);
  return starts.length === 0 ? null : Math.min(...starts);
}

const TRIAL_MS = TRIAL_DAYS * 24 * HOUR_MS;

/**
 * Whether our checkout started this trial. Free days that somebody gives in Stripe's dashboard begin later or last longer.
 * The hour allows for differences between the times that Stripe sets.
 */
export function isTrialOfCheckout(subscription: StripeSubscriptionState): boolean {
  const { status, createdMs, trialStartMs, trialEndMs } = subscription;
  if (status !== "trialing" || trialStartMs === null || trialEndMs === null) return false;
  return trialStartMs - createdMs <= HOUR_MS && trialEndMs - trialStartMs <= TRIAL_MS + HOUR_MS;
}

export function snapshotOf(subscription: StripeSubscriptionState): SubscriptionSnapshot {
  const { status } = subscription;
  return {
    stripeSubscriptionId: subscription.id,
    status: status === "active" || status === "trialing" ? status : "other",
    stripeStatus: status,
    planType: subscription.planType,
    priceCents: subscription.priceCents,
    cancelAtPeriodEnd: subscription.cancellation !== null,
    ...(subscription.endsAtMs === null ? {} : { endsAtMs: subscription.endsAtMs }),
    currentPeriodStartMs: subscription.periodStartMs,
    currentPeriodEndMs: subscription.periodEndMs,
    endedAtMs: subscription.endedAtMs,
    pendingPlanType: subscription.pendingPlanType,
    paymentMethod: subscription.paymentMethod,
    ...(subscription.toConfirm === null ? {} : { toConfirm: subscription.toConfirm }),
  };
}
