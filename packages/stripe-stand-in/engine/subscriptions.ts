/** A subscription's life: start, renewal, end of the trial, changes, cancellation. */
import type { StripeError } from "../errors.ts";
import type { Invoice, Subscription } from "../wire.ts";
import { HOUR, periodEnd } from "./calendar.ts";
import { prepareIntent } from "./charging.ts";
import { collect } from "./collecting.ts";
import type { Payer } from "./collecting.ts";
import { currentPeriod, firstItem } from "./dues.ts";
import { periodLine, prorationItem } from "./invoice-lines.ts";
import { draftInvoice, finalize, voidInvoice } from "./invoices.ts";
import { newSubscription, rhythmOf, withItem } from "./new-subscription.ts";
import type { NewSubscription } from "./new-subscription.ts";
import { prorate } from "./proration.ts";
import type { Span } from "./proration.ts";
import { endSubscription, expire } from "./subscription-status.ts";
import { emit, known, put, save } from "./world.ts";
import type { World } from "./world.ts";

/** How long an incomplete subscription waits for its first payment. */
const FIRST_PAYMENT_TIME = 23 * HOUR;

export interface Started {
  subscription: Subscription;
  invoice: Invoice;
  error: StripeError | null;
}

/** Bills the first period, or nothing on a trial, and collects it at once unless it is paid later. */
export function startSubscription(
  world: World,
  wanted: NewSubscription,
  payer: Payer | null,
): Started {
  const begun = newSubscription(world, wanted);
  const isTrial = begun.status === "trialing";
  put(world, begun);
  const draft = draftInvoice(world, {
    customer: begun.customer,
    subscription: begun,
    reason: "subscription_create",
    lines: [periodLine(world, begun, { period: currentPeriod(begun), isTrial })],
    period: { start: world.now, end: world.now },
    isAutomatic: false,
  });
  const billed: Subscription = {
    ...begun,
    latest_invoice: draft.id,
    status: isTrial ? "trialing" : "incomplete",
  };
  put(world, { ...notesOf(world, billed), firstPaymentDueBy: world.now + FIRST_PAYMENT_TIME });
  save(world, billed, "customer.subscription.created");
  const opened = finalize(world, draft);
  if (opened.status === "open" && payer === null)
    prepareIntent(world, opened, methodOf(world, begun));
  const { invoice, error } =
    opened.status === "open" && payer !== null
      ? collect(world, opened, payer)
      : { invoice: opened, error: null };
  return { subscription: known(world, "subscription", begun.id), invoice, error };
}

/** Runs when a subscription is due. It makes one transition; any other is then due again. */
export function advanceSubscription(world: World, subscription: Subscription): void {
  const { status, cancel_at, trial_end, pending_update, latest_invoice } = subscription;
  if (status === "incomplete") return expire(world, subscription);
  if (pending_update !== null && pending_update.expires_at <= world.now) {
    // Voiding the invoice discards the pending update that it would have paid for.
    voidInvoice(world, known(world, "invoice", latest_invoice ?? ""));
    return;
  }
  if (cancel_at !== null && cancel_at <= world.now) {
    endSubscription(world, subscription, { reason: null });
    return;
  }
  if (status !== "trialing") return renew(world, subscription);
  if (trial_end !== null && trial_end <= world.now) return endTrial(world, subscription);
  put(world, { ...notesOf(world, subscription), hasTrialEndBeenAnnounced: true });
  put(world, subscription);
  emit(world, "customer.subscription.trial_will_end", subscription);
}

/** Whether there is a payment method when the trial ends. If not, the trial settings decide. */
export function isTrialBillable(world: World, subscription: Subscription): boolean {
  const otherwise = subscription.trial_settings?.end_behavior.missing_payment_method;
  return methodOf(world, subscription) !== null || otherwise === "create_invoice";
}

/** Ends the trial and starts the first paid period, if there is a payment method. */
export function endTrial(world: World, subscription: Subscription): void {
  const trialEnd = world.now;
  const hasMethod = methodOf(world, subscription) !== null;
  const otherwise = subscription.trial_settings?.end_behavior.missing_payment_method;
  if (!hasMethod && otherwise === "cancel") {
    endSubscription(world, subscription, { reason: null });
    return;
  }
  if (!hasMethod && otherwise === "pause") {
    save(
      world,
      { ...subscription, status: "paused" },
      "customer.subscription.updated",
      "customer.subscription.paused",
    );
    return;
  }
  const begun: Subscription = {
    ...subscription,
    billing_cycle_anchor: trialEnd,
    status: "active",
    trial_end: trialEnd,
  };
  billNextPeriod(world, begun, trialEnd);
}

/** Starts or extends a trial. The period and the billing anchor move to its end. */
export function giveTrial(world: World, subscription: Subscription, trialEnd: number): void {
  const isOnTrial = subscription.status === "trialing";
  const start = isOnTrial ? currentPeriod(subscription).start : world.now;
  put(world, { ...notesOf(world, subscription), hasTrialEndBeenAnnounced: false });
  save(
    world,
    {
      ...withPeriod(subscription, { start, end: trialEnd }),
      billing_cycle_anchor: trialEnd,
      status: "trialing",
      trial_start: isOnTrial ? subscription.trial_start : start,
      trial_end: trialEnd,
    },
    "customer.subscription.updated",
  );
}

function renew(world: World, subscription: Subscription): void {
  billNextPeriod(world, subscription, currentPeriod(subscription).end);
}

/** Starts the next period and drafts its invoice, which is finalized and charged an hour later. */
function billNextPeriod(world: World, subscription: Subscription, start: number): void {
  const { price } = firstItem(subscription);
  const end = periodEnd(subscription.billing_cycle_anchor, rhythmOf(price), start);
  const moved = withPeriod(subscription, { start, end });
  const draft = draftInvoice(world, {
    customer: subscription.customer,
    subscription: moved,
    reason: "subscription_cycle",
    lines: [periodLine(world, moved, { period: { start, end }, isTrial: false })],
    period: currentPeriod(subscription),
    isAutomatic: true,
  });
  save(world, { ...moved, latest_invoice: draft.id }, "customer.subscription.updated");
}

/** Credits the rest of the period if the cancellation requests it. */
export function creditRest(world: World, subscription: Subscription): void {
  const { price, quantity = 1 } = firstItem(subscription);
  if (subscription.status === "trialing") return;
  const period = currentPeriod(subscription);
  for (const one of prorate({ price, quantity }, null, period, world.now)) {
    prorationItem(world, subscription, one);
  }
}

export function methodOf(world: World, subscription: Subscription): string | null {
  const customer = world.store.get("customer", subscription.customer);
  return (
    subscription.default_payment_method ?? customer?.invoice_settings.default_payment_method ?? null
  );
}

function withPeriod(subscription: Subscription, { start, end }: Span): Subscription {
  return withItem(subscription, {
    ...firstItem(subscription),
    current_period_start: start,
    current_period_end: end,
  });
}

function notesOf(world: World, { id }: Subscription) {
  return known(world, "sim.subscription", id);
}
