import { HOUR_MS } from "../../shared/durations";
import { TRIAL_DAYS } from "../../shared/plans";
import type { StripeCustomerState, StripeSubscriptionState } from "../../vendors/stripeCustomers";
import type { SubscriptionSnapshot } from "./table";

/** Whatever Stripe will go on to charge for, or would if it could. */
const LIVE = ["active", "trialing", "past_due", "unpaid", "paused"];

export interface Choice {
  /** The one that counts: what runs, else what ran last. */
  subscription: StripeSubscriptionState | null;
  isLive: boolean;
  /** On trial again after an earlier one: somebody at Stripe wanted it so, or somebody cheats. */
  isSecondTrial: boolean;
  /** What must not be: further subscriptions, and a second trial. Never the one known before. */
  extraIds: string[];
}

/**
 * An owner has one subscription. Of several that run, the one that was known before stays, so that
 * what came by accident goes; of several unknown ones the oldest. The known one stays whatever it
 * looks like: it may be paid for, and support may have given its owner free days.
 */
export function chooseSubscription(
  { subscriptions }: StripeCustomerState,
  knownId: string | null,
): Choice {
  const live = subscriptions.filter(({ status }) => LIVE.includes(status));
  // A price that is none of ours was set up by hand, and is no accident.
  const ours = live.filter(({ planType }) => planType !== null);
  const isSecondTrial = (one: StripeSubscriptionState) =>
    one.status === "trialing" && !isFirstTrial(one, subscriptions);
  const rightful = ours.filter((one) => one.id === knownId || !isSecondTrial(one));
  const running =
    rightful.find(({ id }) => id === knownId) ??
    rightful.at(-1) ??
    live.find(({ planType }) => planType === null) ??
    null;
  return {
    subscription: running ?? subscriptions.find((one) => !live.includes(one)) ?? null,
    isLive: running !== null,
    isSecondTrial: running !== null && isSecondTrial(running),
    extraIds: ours.filter((one) => one !== running).map(({ id }) => id),
  };
}

function isFirstTrial(
  one: StripeSubscriptionState,
  newestFirst: readonly StripeSubscriptionState[],
): boolean {
  const older = newestFirst.slice(newestFirst.indexOf(one) + 1);
  return older.every(({ trialStartMs }) => trialStartMs === null);
}

/** When the first trial began, or null if there was none. */
export function firstTrialMs({ subscriptions }: StripeCustomerState): number | null {
  const starts = subscriptions.flatMap(({ trialStartMs }) => trialStartMs ?? []);
  return starts.length === 0 ? null : Math.min(...starts);
}

const TRIAL_MS = TRIAL_DAYS * 24 * HOUR_MS;

/**
 * Free days that somebody gives in Stripe's dashboard begin later or last longer, and stay. The hour is
 * for moments that Stripe takes one after the other.
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
