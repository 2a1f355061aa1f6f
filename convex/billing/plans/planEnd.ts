/** When a plan ends that was cancelled: with its period, or on a date of its own that somebody set at Stripe. */
import type { SubscriptionSnapshot } from "./table";

/** Null for a plan that goes on. What was kept before there was `endsAtMs` ends with its period. */
export function planEndMs(subscription: SubscriptionSnapshot): number | null {
  const { cancelAtPeriodEnd, endsAtMs, currentPeriodEndMs } = subscription;
  return cancelAtPeriodEnd ? (endsAtMs ?? currentPeriodEndMs) : null;
}

/** When the period that runs is over: with the plan, where that ends before. */
export function periodOverMs(subscription: SubscriptionSnapshot): number {
  const { currentPeriodEndMs } = subscription;
  return Math.min(currentPeriodEndMs, planEndMs(subscription) ?? currentPeriodEndMs);
}

/** Whether no other period follows the one that runs. */
export function isLastPeriod(subscription: SubscriptionSnapshot): boolean {
  const endMs = planEndMs(subscription);
  return endMs !== null && endMs <= subscription.currentPeriodEndMs;
}
