/** Updates a subscription: its fields, its price, its trial and its end, in this order. */
import {
  cancelAt,
  cancelAtPeriodEnd,
  refuseWhileScheduled,
  takeBackCancellation,
} from "../engine/cancellation.ts";
import { currentPeriod, firstItem } from "../engine/dues.ts";
import { asksToConfirm } from "../engine/collecting.ts";
import { changePrice, endTrialNow } from "../engine/price-change.ts";
import { endTrial, giveTrial, isTrialBillable } from "../engine/subscriptions.ts";
import { findParam, known, save } from "../engine/world.ts";
import type { World } from "../engine/world.ts";
import { planOf } from "../engine/new-subscription.ts";
import { StripeError, invalid, notSimulated } from "../errors.ts";
import type { Price, Subscription } from "../wire.ts";
import { ownMethod } from "./own-method.ts";
import { mergeMetadata } from "./params.ts";
import type { Parsed } from "./params.ts";
import { exclusive } from "./routing.ts";
import type { CHANGES } from "./subscription-params.ts";

export function update(world: World, current: Subscription, given: Parsed<typeof CHANGES>): object {
  const { cancellation_details: details, metadata: tags, ...rest } = given;
  const others = Object.values(rest).filter((value) => value !== undefined);
  if (hasEnded(current) && others.length > 0) {
    throw invalid(
      "A canceled subscription can only update its cancellation_details and metadata.",
      "invalid_canceled_subscription_fields",
    );
  }
  exclusive(given, "cancel_at", "cancel_at_period_end");
  if (given.payment_behavior === "pending_if_incomplete") requirePendable(current, given);
  if (given.trial_end !== undefined && current.schedule !== null) {
    throw notSimulated("a change of the trial while a schedule is attached", "trial_end");
  }
  const id = current.id;
  save(world, withPlainFields(world, current, given), "customer.subscription.updated");
  if (given.trial_end === "now") endTrialAtOnce(world, known(world, "subscription", id), given);
  else changeItem(world, known(world, "subscription", id), given);
  changeTrial(world, known(world, "subscription", id), given);
  changeCancellation(world, known(world, "subscription", id), given);
  if (details !== undefined) {
    const subscription = known(world, "subscription", id);
    const { comment, feedback } = details;
    save(
      world,
      {
        ...subscription,
        cancellation_details: {
          feedback_option: null,
          reason: subscription.cancellation_details?.reason ?? null,
          comment:
            comment === undefined ? (subscription.cancellation_details?.comment ?? null) : comment,
          feedback:
            feedback === undefined
              ? (subscription.cancellation_details?.feedback ?? null)
              : feedback,
        },
      },
      "customer.subscription.updated",
    );
  }
  return known(world, "subscription", id);
}

function withPlainFields(
  world: World,
  current: Subscription,
  given: Parsed<typeof CHANGES>,
): Subscription {
  const { default_payment_method: method, description, trial_settings } = given;
  if (method !== undefined) {
    ownMethod(world, current.customer, method, "default_payment_method");
  }
  return {
    ...current,
    default_payment_method: method ?? current.default_payment_method,
    description: description === undefined ? current.description : description,
    metadata: mergeMetadata(current.metadata, given.metadata),
    trial_settings:
      trial_settings === undefined
        ? current.trial_settings
        : { end_behavior: { billing_cycle_anchor: null, ...trial_settings.end_behavior } },
  };
}

/** The item with its new price and quantity; null if neither changes. */
function changedItem(
  world: World,
  current: Subscription,
  given: Parsed<typeof CHANGES>,
): { price: Price; quantity: number } | null {
  const item = firstItem(current);
  const [change, another] = given.items ?? [];
  if (change === undefined) return null;
  // Without the item's id Stripe adds a second item, which is rarely intended.
  if (another !== undefined || change.id === undefined)
    throw notSimulated("more than one item", "items");
  if (change.id !== item.id) {
    throw invalid(`No such subscription item: '${change.id}'`, "resource_missing", "items[0][id]");
  }
  const price =
    change.price === undefined ? item.price : recurring(world, change.price, "items[0][price]");
  return { price, quantity: change.quantity ?? item.quantity ?? 1 };
}

function changeItem(world: World, current: Subscription, given: Parsed<typeof CHANGES>): void {
  const change = changedItem(world, current, given);
  if (change === null) return;
  const { error } = changePrice(world, current, {
    ...change,
    ...paymentOf(given),
    behavior: given.proration_behavior ?? "create_prorations",
  });
  // Thrown, so that the transaction is rolled back.
  if (error !== null && given.payment_behavior === "error_if_incomplete") throw incomplete(error);
}

function endTrialAtOnce(world: World, current: Subscription, given: Parsed<typeof CHANGES>): void {
  if (current.status !== "trialing") {
    throw invalid("This subscription is not on trial.", undefined, "trial_end");
  }
  const item = firstItem(current);
  const change = changedItem(world, current, given);
  const begun = change === null ? item : { ...item, ...change, plan: planOf(change.price) };
  if (!isTrialBillable(world, current)) return endTrial(world, current);
  const { error } = endTrialNow(world, current, { ...paymentOf(given), item: begun });
  if (error !== null && given.payment_behavior === "error_if_incomplete") throw incomplete(error);
}

function paymentOf(given: Parsed<typeof CHANGES>) {
  const { off_session, payment_behavior: payment, cancel_at_period_end } = given;
  return {
    presence: off_session === true ? ("off_session" as const) : ("on_session" as const),
    ...(payment === undefined ? {} : { payment }),
    ...(cancel_at_period_end === undefined ? {} : { cancelAtPeriodEnd: cancel_at_period_end }),
  };
}

/**
 * Subscriptions have their own code and text for a payment that must be confirmed, quoted in
 * github.com/flutter-stripe/flutter_stripe/issues/1551.
 */
export function incomplete(error: StripeError): StripeError {
  if (!asksToConfirm(error)) return error;
  return new StripeError({
    ...error.details,
    status: error.status,
    code: "subscription_payment_intent_requires_action",
    decline_code: undefined,
    message:
      "Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with `subscription.latest_invoice`.",
  });
}

/** From docs.stripe.com/billing/subscriptions/pending-updates-reference, as far as it is simulated. */
const PENDABLE = [
  "cancel_at_period_end",
  "items",
  "off_session",
  "payment_behavior",
  "proration_behavior",
  "trial_end",
];

function requirePendable(current: Subscription, given: Parsed<typeof CHANGES>): void {
  if (current.pending_update !== null) {
    throw notSimulated("a pending update on top of another", "payment_behavior");
  }
  if (typeof given.trial_end === "number") {
    throw notSimulated("a trial to come in a pending update", "trial_end");
  }
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !PENDABLE.includes(name)) {
      throw notSimulated(`${name} in a pending update`, name);
    }
  }
}

function changeTrial(
  world: World,
  current: Subscription,
  { trial_end, proration_behavior }: Parsed<typeof CHANGES>,
): void {
  if (trial_end === undefined || trial_end === "now") return;
  if (trial_end <= world.now) {
    throw invalid(
      "Invalid timestamp: must be an integer Unix timestamp in the future.",
      undefined,
      "trial_end",
    );
  }
  if (current.status !== "trialing" && current.status !== "active") {
    throw notSimulated(`a trial of a subscription that is ${current.status}`, "trial_end");
  }
  if (current.status === "active" && proration_behavior !== "none") {
    throw notSimulated("credit for what a trial makes free", "proration_behavior");
  }
  giveTrial(world, current, trial_end);
}

function changeCancellation(
  world: World,
  current: Subscription,
  { cancel_at, cancel_at_period_end }: Parsed<typeof CHANGES>,
): void {
  if (cancel_at === undefined && cancel_at_period_end === undefined) return;
  // Pending with the rest of the update.
  if (current.pending_update !== null) return;
  refuseWhileScheduled(current);
  if (cancel_at_period_end === true) cancelAtPeriodEnd(world, current);
  // In flexible billing this undoes only what it has set itself, not a date.
  if (cancel_at_period_end === false && current.cancel_at_period_end) {
    takeBackCancellation(world, current);
  }
  if (cancel_at === null) takeBackCancellation(world, current);
  else if (cancel_at !== undefined) {
    cancelAt(
      world,
      current,
      typeof cancel_at === "number" ? cancel_at : currentPeriod(current).end,
    );
  }
}

export function recurring(world: World, id: string, param: string): Price {
  const price = findParam(world, "price", id, param);
  if (price.recurring !== null && price.active) return price;
  throw invalid(
    price.active
      ? `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`
      : "The price specified is inactive. This field only accepts active prices.",
    undefined,
    param,
  );
}

export function hasEnded({ status }: Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired";
}
