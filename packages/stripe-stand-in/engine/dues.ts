/** Decides when the next transition of a record is due. No other file does. */
import type { Kind, StoredRecord } from "../storage/records.ts";
import type { PaymentIntent, Subscription } from "../wire.ts";
import { DAY } from "./calendar.ts";
import { bankOf } from "./test-banks.ts";
import type { World } from "./world.ts";

/** Four business days, the maximum that Stripe names (docs.stripe.com/payments/ach-direct-debit). */
const BANK_ANSWERS_AFTER = 4 * DAY;
const REMINDER_BEFORE_TRIAL_ENDS = 3 * DAY;

/** The order within one second: a schedule changes the price before the renewal bills it. */
const ORDER: Kind[] = [
  "checkout.session",
  "subscription_schedule",
  "subscription",
  "payment_intent",
  "invoice",
  // A test clock becomes ready after all other transitions.
  "test_helpers.test_clock",
];

export function rankOf(kind: Kind): number {
  return ORDER.indexOf(kind);
}

export function dueAt(world: World, record: StoredRecord): number | null {
  switch (record.object) {
    case "checkout.session":
      return record.status === "open" ? record.expires_at : null;
    case "subscription_schedule":
      return record.status === "active" ? (record.current_phase?.end_date ?? null) : null;
    case "subscription":
      return subscriptionDue(world, record);
    case "payment_intent":
      return record.status === "processing" ? paymentEnds(world, record) : null;
    case "invoice":
      return record.automatically_finalizes_at ?? record.next_payment_attempt;
    case "test_helpers.test_clock":
      return record.status_details.advancing?.target_frozen_time ?? null;
    default:
      return null;
  }
}

function paymentEnds(world: World, { latest_charge }: PaymentIntent): number | null {
  const made = world.store.get("charge", latest_charge ?? "");
  const method = world.store.get("payment_method", made?.payment_method ?? "");
  const isEndless = method === null || bankOf(method)?.ends === "never";
  return made === null || isEndless ? null : made.created + BANK_ANSWERS_AFTER;
}

function subscriptionDue(world: World, subscription: Subscription): number | null {
  const notes = world.store.get("sim.subscription", subscription.id);
  const { status, cancel_at, trial_end } = subscription;
  const ends = cancel_at ?? Infinity;
  switch (status) {
    case "incomplete":
      return notes?.firstPaymentDueBy ?? null;
    case "trialing": {
      const end = trial_end ?? Infinity;
      const reminder = end - REMINDER_BEFORE_TRIAL_ENDS;
      const lapses = subscription.pending_update?.expires_at ?? Infinity;
      const announced = notes?.hasTrialEndBeenAnnounced === true ? Infinity : reminder;
      return Math.min(end, ends, lapses, announced);
    }
    case "active":
    case "past_due":
    case "unpaid":
      return Math.min(
        currentPeriod(subscription).end,
        ends,
        subscription.pending_update?.expires_at ?? Infinity,
      );
    default:
      return null;
  }
}

export function firstItem(subscription: Subscription): Subscription["items"]["data"][number] {
  const [item] = subscription.items.data;
  if (item === undefined) throw new Error(`Subscription ${subscription.id} has no item`);
  return item;
}

export function currentPeriod(subscription: Subscription): { start: number; end: number } {
  const { current_period_start: start, current_period_end: end } = firstItem(subscription);
  return { start, end };
}
