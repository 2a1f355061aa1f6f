/** When a cancelled plan ends: with its period, or on a date that somebody set at Stripe. */
import type { SubscriptionSnapshot } from "./table";

/** Null unless the plan was cancelled. Rows older than `endsAtMs` end with their period. */
export function planEndMs(subscription: SubscriptionSnapshot): number | null {
  const { cancelAtPeriodEnd, endsAtMs, currentPeriodEndMs } = subscription;
  return cancelAtPeriodEnd ? (endsAtMs ?? currentPeriodEndMs) : null;
}

/** When the current period ends, or the plan if that ends earlier. */
export function periodOverMs(subscription: SubscriptionSnapshot): number {
  const { currentPeriodEndMs } = subscription;
  return Math.min(currentPeriodEndMs, planEndMs(subscription) ?? currentPeriodEndMs);
}

/** Whether the plan ends with the current period. */
export function isLastPeriod(subscription: SubscriptionSnapshot): boolean {
  const endMs = planEndMs(subscription);
  return endMs !== null && endMs <= subscription.currentPeriodEndMs;
}
