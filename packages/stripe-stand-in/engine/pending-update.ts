/**
 * A change that waits for its payment (docs.stripe.com/billing/subscriptions/pending-updates). The subscription stays
 * unchanged until the newest invoice is paid or the update expires.
 */
import type { Subscription, SubscriptionItem } from "../wire.ts";
import { HOUR } from "./calendar.ts";
import { currentPeriod, firstItem } from "./dues.ts";
import { begunAt, withItem } from "./new-subscription.ts";
import { save } from "./world.ts";
import type { World } from "./world.ts";

const TIME_TO_PAY = 23 * HOUR;

export function awaitPayment(
  world: World,
  subscription: Subscription,
  change: {
    item: SubscriptionItem | null;
    /** The end of the trial once it is paid; null if it does not change. */
    trialEnd: number | null;
    invoice: string;
    cancelAtPeriodEnd: boolean | null;
  },
): Subscription {
  const { end } = currentPeriod(subscription);
  return save(
    world,
    {
      ...subscription,
      latest_invoice: change.invoice,
      pending_update: {
        billing_cycle_anchor: null,
        cancel_at_period_end: change.cancelAtPeriodEnd,
        discount: null,
        discounts: null,
        expires_at: Math.min(world.now + TIME_TO_PAY, end),
        metadata: null,
        subscription_items: change.item === null ? null : [change.item],
        trial_end: change.trialEnd,
        trial_from_plan: null,
      },
    },
    "customer.subscription.updated",
  );
}

export function applyUpdate(world: World, subscription: Subscription): void {
  const { pending_update } = subscription;
  if (pending_update === null) return;
  const [item = firstItem(subscription)] = pending_update.subscription_items ?? [];
  const changed = withItem(subscription, item);
  const { trial_end: trialEnd } = pending_update;
  save(
    world,
    {
      ...(trialEnd === null ? changed : begunAt(changed, trialEnd)),
      ...(pending_update.cancel_at_period_end === false ? NO_END : {}),
      pending_update: null,
    },
    "customer.subscription.updated",
    "customer.subscription.pending_update_applied",
  );
}

export function discardUpdate(world: World, subscription: Subscription): void {
  save(
    world,
    { ...subscription, pending_update: null },
    "customer.subscription.updated",
    "customer.subscription.pending_update_expired",
  );
}

/** The fields of a subscription that is not cancelled. */
export const NO_END = {
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
} satisfies Partial<Subscription>;
