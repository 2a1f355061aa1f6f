import type Stripe from "stripe";
import type { PaidPlanType } from "../shared/plans";
import { scheduleMetadata, type StripeSubscriptionState } from "./stripeCustomers";
import { withStripeErrors, StripeFailure } from "./stripeFailure";
import { ensurePrice } from "./stripePlans";

/** Identifies one run of an action. Its retries count as one request, and the next run as another. */
export type Attempt = string;

/** Charges the rest of the period at once. A refused payment changes nothing. */
export async function changePlanNow(
  sdk: Stripe,
  subscription: StripeSubscriptionState,
  planType: PaidPlanType,
  attempt: Attempt,
): Promise<void> {
  const price = await ensurePrice(sdk, planType);
  await withStripeErrors(() =>
    sdk.subscriptions.update(
      subscription.id,
      {
        items: [{ id: subscription.itemId, price }],
        // Nothing was paid for a trial, so there is nothing to prorate.
        proration_behavior: subscription.status === "trialing" ? "none" : "always_invoice",
        payment_behavior: "error_if_incomplete",
        ...withoutCancellation(subscription),
      },
      { idempotencyKey: `plan:${subscription.id}:${attempt}` },
    ),
  );
}

/**
 * For a payment that the owner has to confirm. The plan changes with the confirmation, and does not change without one
 * within a day (docs.stripe.com/billing/subscriptions/pending-updates). Returns the page where the owner confirms, or null
 * if the payment needed no confirmation after all.
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
 * Ends the trial. The plan begins now and is charged at once (the SDK's types, Subscriptions.d.ts `update`: "A trial starts
 * or ends"). A refused payment changes nothing.
 */
export async function startPlanNow(
  sdk: Stripe,
  trial: StripeSubscriptionState,
  planType: PaidPlanType,
  attempt: Attempt,
): Promise<void> {
  const change = await planStart(sdk, trial, planType);
  await withStripeErrors(() =>
    sdk.subscriptions.update(
      trial.id,
      { ...change, payment_behavior: "error_if_incomplete", ...withoutCancellation(trial) },
      { idempotencyKey: `start:${trial.id}:${attempt}` },
    ),
  );
}

/** The trial continues until the owner has confirmed the payment. */
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
 * The plan may have another price than the trial. Callers release a schedule first, because the effect of `trial_end` on a
 * subscription with a schedule is not documented (docs/fidelity.md, D5).
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
 * Ends a trial without the owner's action, as the payment page announced. A failed payment does not restore the trial: the
 * subscription is then past due. The key contains no attempt, because a trial is ended only once.
 */
export async function endTrial(
  sdk: Stripe,
  trial: StripeSubscriptionState,
  /** Null if the trial's price belongs to none of our plans. It then keeps its price. */
  planType: PaidPlanType | null,
): Promise<void> {
  const change = await planStart(sdk, trial, planType);
  await withStripeErrors(() =>
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
  // A pending update can contain `cancel_at_period_end`, but no date. Until it is confirmed, the subscription stays cancelled.
  if (cancellation === "at_date") await cancelAtPeriodEnd(sdk, id, attempt);
  const updated = await withStripeErrors(() =>
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

/** Also cancels a change that waits for the invoice's payment. */
export async function voidInvoice(sdk: Stripe, invoiceId: string): Promise<void> {
  await withStripeErrors(() =>
    sdk.invoices.voidInvoice(invoiceId, {}, { idempotencyKey: `void:${invoiceId}` }),
  );
}

/** The plan changes when the period ends. Afterwards the schedule is released. */
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
  await withStripeErrors(() =>
    sdk.subscriptionSchedules.update(
      schedule.id,
      {
        end_behavior: "release",
        metadata: scheduleMetadata(planType),
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
            // Without an end of the last phase, the schedule would never be released.
            duration: { interval: "month", interval_count: 1 },
            proration_behavior: "none",
          },
        ],
      },
      key("update"),
    ),
  );
}

/** A subscription has at most one schedule. Another tab may have created it a moment ago, so an existing one is used. */
async function scheduleOf(
  sdk: Stripe,
  subscriptionId: string,
  key: Stripe.RequestOptions,
): Promise<Stripe.SubscriptionSchedule> {
  try {
    return await withStripeErrors(() =>
      sdk.subscriptionSchedules.create({ from_subscription: subscriptionId }, key),
    );
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.reason !== "refused") throw error;
    const { schedule } = await withStripeErrors(() =>
      sdk.subscriptions.retrieve(subscriptionId, { expand: ["schedule"] }),
    );
    if (schedule === null || typeof schedule === "string") throw error;
    return schedule;
  }
}

/** With a schedule, Stripe refuses all changes to the subscription's cancellation. */
export async function releaseSchedule(sdk: Stripe, scheduleId: string): Promise<void> {
  await withStripeErrors(() =>
    sdk.subscriptionSchedules.release(scheduleId, {}, { idempotencyKey: `release:${scheduleId}` }),
  );
}

export async function cancelAtPeriodEnd(
  sdk: Stripe,
  subscriptionId: string,
  attempt: Attempt,
): Promise<void> {
  await withStripeErrors(() =>
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
  await withStripeErrors(() =>
    sdk.subscriptions.update(subscription.id, withoutCancellation(subscription), {
      idempotencyKey: `reactivate:${subscription.id}:${attempt}`,
    }),
  );
}

/** Each of the two kinds of cancellation is taken back in its own way. Stripe refuses both together. */
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

/** Cancels at once. `refundSubscription` refunds the payments. */
export async function cancelExtraSubscription(sdk: Stripe, subscriptionId: string): Promise<void> {
  await withStripeErrors(() =>
    sdk.subscriptions.cancel(subscriptionId, {}, { idempotencyKey: `extra:${subscriptionId}` }),
  );
}

/**
 * Refunds all payments for a subscription that are not refunded yet, and returns their sum. A refused refund does not stop
 * the others.
 */
export async function refundSubscription(sdk: Stripe, subscriptionId: string): Promise<number> {
  const invoices = await withStripeErrors(() =>
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

/** Ends all subscriptions of a customer at once, without refunds. */
export async function endSubscriptions(sdk: Stripe, customerId: string): Promise<void> {
  // Without a status, Stripe lists all that are not canceled.
  const { data } = await withStripeErrors(() =>
    sdk.subscriptions.list({ customer: customerId, limit: 100 }),
  );
  for (const { id, status, schedule } of data) {
    if (status === "incomplete_expired") continue;
    if (schedule !== null) {
      await releaseSchedule(sdk, typeof schedule === "string" ? schedule : schedule.id);
    }
    await withStripeErrors(() => sdk.subscriptions.cancel(id, {}, { idempotencyKey: `end:${id}` }));
  }
}

async function refundInvoice(sdk: Stripe, invoiceId: string): Promise<number> {
  const payments = await withStripeErrors(() =>
    sdk.invoicePayments.list({ invoice: invoiceId, status: "paid", limit: 100 }),
  );
  let refundedCents = 0;
  for (const { id, payment } of payments.data) {
    const intent = payment.payment_intent;
    if (intent === undefined) throw new Error(`Payment ${id} has nothing to refund`);
    const intentId = typeof intent === "string" ? intent : intent.id;
    const left = await unrefundedCents(sdk, intentId);
    if (left === 0) continue;
    await withStripeErrors(() =>
      sdk.refunds.create(
        { payment_intent: intentId, amount: left, reason: "duplicate" },
        // Somebody may refund a part by hand between two attempts.
        { idempotencyKey: `refund:${id}:${left}` },
      ),
    );
    refundedCents += left;
  }
  return refundedCents;
}

async function unrefundedCents(sdk: Stripe, intentId: string): Promise<number> {
  const { latest_charge: charge } = await withStripeErrors(() =>
    sdk.paymentIntents.retrieve(intentId, { expand: ["latest_charge"] }),
  );
  if (charge === null || typeof charge === "string") {
    throw new Error(`Payment ${intentId} has no charge`);
  }
  return charge.amount - charge.amount_refunded;
}
