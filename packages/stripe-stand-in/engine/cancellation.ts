/** Cancels at a later date, and undoes it. In flexible billing the two ways of cancelling set different fields. */
import { invalid } from "../errors.ts";
import type { Subscription } from "../wire.ts";
import { currentPeriod } from "./dues.ts";
import { NO_END } from "./pending-update.ts";
import { save } from "./world.ts";
import type { World } from "./world.ts";

/** Cancels through the API's `cancel_at_period_end`, which sets both fields. */
export function cancelAtPeriodEnd(world: World, subscription: Subscription): Subscription {
  return announce(world, subscription, {
    cancel_at: currentPeriod(subscription).end,
    cancel_at_period_end: true,
  });
}

/** Cancels through the portal or the API's `cancel_at`, which set only the date. */
export function cancelAt(world: World, subscription: Subscription, at: number): Subscription {
  if (at <= world.now) throw invalid("`cancel_at` must be in the future.", undefined, "cancel_at");
  return announce(world, subscription, { cancel_at: at, cancel_at_period_end: false });
}

export function takeBackCancellation(world: World, subscription: Subscription): Subscription {
  return save(world, { ...subscription, ...NO_END }, "customer.subscription.updated");
}

export function refuseWhileScheduled({ schedule }: Subscription): void {
  if (schedule === null) return;
  throw invalid(
    `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
  );
}

function announce(
  world: World,
  subscription: Subscription,
  end: Pick<Subscription, "cancel_at" | "cancel_at_period_end">,
): Subscription {
  const canceled: Subscription = {
    ...subscription,
    ...end,
    canceled_at: subscription.canceled_at ?? world.now,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: "cancellation_requested",
    },
  };
  return save(world, canceled, "customer.subscription.updated");
}
