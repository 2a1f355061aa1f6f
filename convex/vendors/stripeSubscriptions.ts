import type Stripe from "stripe";
import type { PaidPlanType } from "../shared/plans";
import { noteOfSchedule, type StripeSubscriptionState } from "./stripeCustomers";
import { asking, StripeFailure } from "./stripeFailure";
import { ensurePrice } from "./stripePlans";

/** Names one run of one of our actions: its retries are one request, the next run is another. */
export type Attempt = string;

/** Paid at once and in full for what is left of the period; a refused payment changes nothing. */
export async function changePlanNow(
  sdk: Stripe,
  subscription: StripeSubscriptionState,
  planType: PaidPlanType,
  attempt: Attempt,
): Promise<void> {
  const price = await ensurePrice(sdk, planType);
  await asking(() =>
    sdk.subscriptions.update(
      subscription.id,
      {
        items: [{ id: subscription.itemId, price }],
        // Nothing was paid for a trial, so there is nothing to settle.
        proration_behavior: subscription.status === "trialing" ? "none" : "always_invoice",
        payment_behavior: "error_if_incomplete",
        ...withoutCancellation(subscription),
      },
      { idempotencyKey: `plan:${subscription.id}:${attempt}` },
    ),
  );
}

/**
 * For a payment that its owner has to confirm: the plan changes once they have, and stays as it is if
 * they do not within a day (docs.stripe.com/billing/subscriptions/pending-updates). The address where
 * they do it, or null if it was paid after all.
 */
export async function changePlanWhenConfirmed(
  sdk: Stripe,
  subscription: StripeSubscriptionState,
  planType: PaidPlanType,
  attempt: Attempt,
): Promise<string | null> {
  const price = await ensurePrice(sdk, planType);
  const items = [{ id: subscription.itemId, price }];
  const change = { items, proration_behavior: "always_invoice" as const };
  return await changeWhenConfirmed(sdk, subscription, { change, step: "plan", attempt });
}

/**
 * Ends the trial: the plan begins now and is charged at once (the SDK's types, Subscriptions.d.ts
 * `update`: "A trial starts or ends"). A refused payment changes nothing.
 */
export async function startPlanNow(
  sdk: Stripe,
  trial: StripeSubscriptionState,
  planType: PaidPlanType,
  attempt: Attempt,
): Promise<void> {
  const change = await planStart(sdk, trial, planType);
  await asking(() =>
    sdk.subscriptions.update(
      trial.id,
      { ...change, payment_behavior: "error_if_incomplete", ...withoutCancellation(trial) },
      { idempotencyKey: `start:${trial.id}:${attempt}` },
    ),
  );
}

/** As with a change of plan: until its owner has confirmed the payment, the trial goes on. */
export async function startPlanWhenConfirmed(
  sdk: Stripe,
  trial: StripeSubscriptionState,
  planType: PaidPlanType,
  attempt: Attempt,
): Promise<string | null> {
  const change = await planStart(sdk, trial, planType);
  return await changeWhenConfirmed(sdk, trial, { change, step: "start", attempt });
}

/**
 * The plan begins with its own price, which may be another one than that of the trial. What `trial_end` does beside a
 * schedule is documented nowhere, so a schedule is released before (docs/fidelity.md, D5).
 */
async function planStart(
  sdk: Stripe,
  trial: StripeSubscriptionState,
  planType: PaidPlanType | null,
): Promise<Stripe.SubscriptionUpdateParams> {
  const now = { trial_end: "now", proration_behavior: "none" } as const;
  if (planType === null || planType === trial.planType) return now;
  return { ...now, items: [{ id: trial.itemId, price: await ensurePrice(sdk, planType) }] };
}

/**
 * Without its owner, who was told of it on the payment page. A payment that fails does not bring the trial
 * back: the subscription is past due. The key has no attempt, since a trial is ended once.
 */
export async function endTrial(
  sdk: Stripe,
  trial: StripeSubscriptionState,
  /** Null where the trial's own price is none of ours: it begins as it is. */
  planType: PaidPlanType | null,
): Promise<void> {
  const change = await planStart(sdk, trial, planType);
  await asking(() =>
    sdk.subscriptions.update(
      trial.id,
      { ...change, off_session: true },
      { idempotencyKey: `repeated:${trial.id}:${planType}` },
    ),
  );
}

type WaitingChange = {
  change: Stripe.SubscriptionUpdateParams;
  step: "plan" | "start";
  attempt: Attempt;
};

async function changeWhenConfirmed(
  sdk: Stripe,
  { id, cancellation }: StripeSubscriptionState,
  { change, step, attempt }: WaitingChange,
): Promise<string | null> {
  // A date cannot wait with the rest, but this can; until then the end stays announced.
  if (cancellation === "at_date") await cancelAtPeriodEnd(sdk, id, attempt);
  const updated = await asking(() =>
    sdk.subscriptions.update(
      id,
      {
        ...change,
        payment_behavior: "pending_if_incomplete",
        ...(cancellation === null ? {} : { cancel_at_period_end: false }),
        expand: ["latest_invoice"],
      },
      { idempotencyKey: `${step}:${id}:${attempt}:confirm` },
    ),
  );
  if (updated.pending_update === null) return null;
  const invoice = updated.latest_invoice;
  const url = typeof invoice === "string" ? null : invoice?.hosted_invoice_url;
  if (url == null) throw new Error(`The newest invoice of ${id} has no page`);
  return url;
}

/** What is not to be paid any more: a change that waited for it is given up. */
export async function voidInvoice(sdk: Stripe, invoiceId: string): Promise<void> {
  await asking(() =>
    sdk.invoices.voidInvoice(invoiceId, {}, { idempotencyKey: `void:${invoiceId}` }),
  );
}

/** The plan runs on as it is until the period ends, then changes; after that the schedule lets go. */
export async function changePlanAtPeriodEnd(
  sdk: Stripe,
  subscription: StripeSubscriptionState,
  planType: PaidPlanType,
  attempt: Attempt,
): Promise<void> {
  const price = await ensurePrice(sdk, planType);
  const key = (step: string) => ({
    idempotencyKey: `schedule:${subscription.id}:${attempt}:${step}`,
  });
  const schedule = await scheduleOf(sdk, subscription.id, key("create"));
  const [current] = schedule.phases;
  if (current === undefined) throw new Error(`Schedule ${schedule.id} has no phase`);
  await asking(() =>
    sdk.subscriptionSchedules.update(
      schedule.id,
      {
        end_behavior: "release",
        metadata: noteOfSchedule(planType),
        phases: [
          {
            items: [{ price: subscription.priceId, quantity: 1 }],
            start_date: current.start_date,
            end_date: current.end_date,
            ...(current.trial_end === null ? {} : { trial_end: current.trial_end }),
            proration_behavior: "none",
          },
          {
            items: [{ price, quantity: 1 }],
            // A last phase without an end would never let go of the subscription.
            duration: { interval: "month", interval_count: 1 },
            proration_behavior: "none",
          },
        ],
      },
      key("update"),
    ),
  );
}

/** A subscription has one schedule. Another tab may have made it a moment ago, on the same wish: then it is that one. */
async function scheduleOf(
  sdk: Stripe,
  subscriptionId: string,
  key: Stripe.RequestOptions,
): Promise<Stripe.SubscriptionSchedule> {
  try {
    return await asking(() =>
      sdk.subscriptionSchedules.create({ from_subscription: subscriptionId }, key),
    );
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.reason !== "refused") throw error;
    const { schedule } = await asking(() =>
      sdk.subscriptions.retrieve(subscriptionId, { expand: ["schedule"] }),
    );
    if (schedule === null || typeof schedule === "string") throw error;
    return schedule;
  }
}

/** While a schedule is attached, Stripe refuses every change to how the subscription ends. */
export async function releaseSchedule(sdk: Stripe, scheduleId: string): Promise<void> {
  await asking(() =>
    sdk.subscriptionSchedules.release(scheduleId, {}, { idempotencyKey: `release:${scheduleId}` }),
  );
}

export async function cancelAtPeriodEnd(
  sdk: Stripe,
  subscriptionId: string,
  attempt: Attempt,
): Promise<void> {
  await asking(() =>
    sdk.subscriptions.update(
      subscriptionId,
      { cancel_at_period_end: true },
      { idempotencyKey: `cancel:${subscriptionId}:${attempt}` },
    ),
  );
}

export async function takeBackCancellation(
  sdk: Stripe,
  subscription: StripeSubscriptionState,
  attempt: Attempt,
): Promise<void> {
  await asking(() =>
    sdk.subscriptions.update(subscription.id, withoutCancellation(subscription), {
      idempotencyKey: `reactivate:${subscription.id}:${attempt}`,
    }),
  );
}

/** Stripe keeps the two ways apart: each is taken back the way it was set, and never both. */
function withoutCancellation({
  cancellation,
}: StripeSubscriptionState): Stripe.SubscriptionUpdateParams {
  switch (cancellation) {
    case "at_period_end":
      return { cancel_at_period_end: false };
    case "at_date":
      return { cancel_at: "" };
    case null:
      return {};
  }
}

/** At once, and for good. What was paid for it is given back apart. */
export async function cancelExtraSubscription(sdk: Stripe, subscriptionId: string): Promise<void> {
  await asking(() =>
    sdk.subscriptions.cancel(subscriptionId, {}, { idempotencyKey: `extra:${subscriptionId}` }),
  );
}

/**
 * Gives back whatever was paid for a subscription and is not given back yet; answers how much that is. A payment that
 * Stripe does not give back does not hold up the others.
 */
export async function refundSubscription(sdk: Stripe, subscriptionId: string): Promise<number> {
  const invoices = await asking(() =>
    sdk.invoices.list({ subscription: subscriptionId, status: "paid", limit: 100 }),
  );
  const refused: string[] = [];
  let refundedCents = 0;
  for (const { id, amount_paid } of invoices.data) {
    if (amount_paid === 0) continue;
    try {
      refundedCents += await refundInvoice(sdk, id);
    } catch (error) {
      refused.push(`${id}: ${String(error)}`);
    }
  }
  if (refused.length > 0) throw new Error(`Not refunded: ${refused.join("; ")}`);
  return refundedCents;
}

/** All of a customer's, at once; nothing is paid back. */
export async function endSubscriptions(sdk: Stripe, customerId: string): Promise<void> {
  // Without a status Stripe lists all that were not canceled.
  const { data } = await asking(() => sdk.subscriptions.list({ customer: customerId, limit: 100 }));
  for (const { id, status, schedule } of data) {
    if (status === "incomplete_expired") continue;
    if (schedule !== null) {
      await releaseSchedule(sdk, typeof schedule === "string" ? schedule : schedule.id);
    }
    await asking(() => sdk.subscriptions.cancel(id, {}, { idempotencyKey: `end:${id}` }));
  }
}

async function refundInvoice(sdk: Stripe, invoiceId: string): Promise<number> {
  const payments = await asking(() =>
    sdk.invoicePayments.list({ invoice: invoiceId, status: "paid", limit: 100 }),
  );
  let refundedCents = 0;
  for (const { id, payment } of payments.data) {
    const intent = payment.payment_intent;
    if (intent === undefined) throw new Error(`Payment ${id} has nothing to refund`);
    const intentId = typeof intent === "string" ? intent : intent.id;
    const left = await unrefundedCents(sdk, intentId);
    if (left === 0) continue;
    await asking(() =>
      sdk.refunds.create(
        { payment_intent: intentId, amount: left, reason: "duplicate" },
        // Somebody may give a part back by hand between two attempts.
        { idempotencyKey: `refund:${id}:${left}` },
      ),
    );
    refundedCents += left;
  }
  return refundedCents;
}

async function unrefundedCents(sdk: Stripe, intentId: string): Promise<number> {
  const { latest_charge: charge } = await asking(() =>
    sdk.paymentIntents.retrieve(intentId, { expand: ["latest_charge"] }),
  );
  if (charge === null || typeof charge === "string") {
    throw new Error(`Payment ${intentId} has no charge`);
  }
  return charge.amount - charge.amount_refunded;
}
