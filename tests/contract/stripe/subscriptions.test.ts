/** Subscriptions over time: trials, renewals, failures, changes of plan, cancellations. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type Stripe from "stripe";
import { must } from "@hark/stand-in-kit/must";
import {
  ASKS_ALWAYS_CARD,
  ASKS_ONCE_CARD,
  card,
  FAILS_LATER_CARD,
  GOOD_CARD,
  idOf,
  itemOf,
  openPortal,
  scheduleDowngrade,
  submit,
  subscribe,
  upgrade,
} from "./shop.ts";
import { DAY_S, startTestStripe } from "./stand-in.ts";
import type { TestStripe } from "./stand-in.ts";

let at: TestStripe;
beforeEach(async () => void (at = await startTestStripe()));
afterEach(() => at.close());

const get = (id: string) => at.stripe.subscriptions.retrieve(id);
const HOUR_IN_DAYS = 1.1 / 24;

async function advanceTo(seconds: number, andDays = 0): Promise<void> {
  await at.advanceDays((seconds - at.now()) / DAY_S + andDays);
}

async function ledger() {
  return (await at.look("ledger")) as { balance: number; entries: { amount: number }[] };
}

async function eventTypes(): Promise<string[]> {
  const { data } = await at.stripe.events.list({ limit: 100 });
  return data.map(({ type }) => type).reverse();
}

async function invoicesOf(customer: string): Promise<Stripe.Invoice[]> {
  return (await at.stripe.invoices.list({ customer, limit: 100 })).data;
}

test("[S1] a trial with a card is announced three days before its end, then billed exactly once", async () => {
  const { customer, subscription } = await subscribe(at, { trialDays: 7 });
  const end = must(subscription.trial_end, "the trial's end");
  await advanceTo(end, -2.9);
  expect(await eventTypes()).toContain("customer.subscription.trial_will_end");
  await advanceTo(end, HOUR_IN_DAYS);
  const renewed = await get(subscription.id);
  expect(renewed.status).toBe("active");
  expect(itemOf(renewed).current_period_start).toBe(end);
  expect((await ledger()).entries.map(({ amount }) => amount)).toEqual([2900]);
  expect((await invoicesOf(customer)).map(({ amount_paid }) => amount_paid)).toEqual([2900, 0]);
});

// `trial_end` of the SDK's SubscriptionUpdateParams: it moves `billing_cycle_anchor` there too.
test("[S9] free days for a paying subscription put it on trial, and nothing is charged before they end", async () => {
  const { subscription } = await subscribe(at, {});
  await at.advanceDays(10);
  const [given, end] = [at.now(), at.now() + 14 * DAY_S];
  const extended = await at.stripe.subscriptions.update(subscription.id, {
    trial_end: end,
    proration_behavior: "none",
  });
  expect(extended).toMatchObject({
    status: "trialing",
    trial_end: end,
    billing_cycle_anchor: end,
  });
  const start = must(extended.trial_start, "the trial's start");
  // A second may pass between the two.
  expect(Math.abs(start - given)).toBeLessThanOrEqual(2);
  expect(itemOf(extended)).toMatchObject({ current_period_start: start, current_period_end: end });
  await advanceTo(end, -1);
  expect((await ledger()).entries).toHaveLength(1);
  await advanceTo(end, HOUR_IN_DAYS);
  expect((await ledger()).entries.map(({ amount }) => amount)).toEqual([2900, 2900]);

  const past = at.stripe.subscriptions.update(subscription.id, { trial_end: end });
  await expect(past).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
});

test("[S2] a trial without a card ends as canceled and charges nothing", async () => {
  const { subscription } = await subscribe(at, { number: null, trialDays: 7 });
  await at.advanceDays(7.1);
  expect(await get(subscription.id)).toMatchObject({
    status: "canceled",
    ended_at: subscription.trial_end,
  });
  expect((await ledger()).entries).toEqual([]);
  expect(await eventTypes()).toContain("customer.subscription.deleted");
});

test("[S3] a renewal drafts its invoice for an hour and then collects it", async () => {
  const { customer, subscription } = await subscribe(at);
  const end = itemOf(subscription).current_period_end;
  await advanceTo(end, 0.5 / 24);
  const renewed = await get(subscription.id);
  expect(itemOf(renewed).current_period_start).toBe(end);
  const [draft] = await invoicesOf(customer);
  expect(draft).toMatchObject({
    status: "draft",
    billing_reason: "subscription_cycle",
    parent: { subscription_details: { subscription: subscription.id } },
  });
  await at.advanceDays(1 / 24);
  expect((await invoicesOf(customer))[0]).toMatchObject({ status: "paid", amount_paid: 2900 });
  expect((await ledger()).balance).toBe(5800);
});

test("[S3] in a year it renews twelve times, each period once and in order", async () => {
  const { customer, subscription } = await subscribe(at);
  await at.advanceDays(366);
  const invoices = await invoicesOf(customer);
  const periods = invoices.flatMap(({ lines }) => lines.data.map(({ period }) => period)).reverse();
  expect(periods.length).toBe(13);
  periods.slice(1).forEach((period, index) => expect(period.start).toBe(periods[index]?.end));
  expect((await get(subscription.id)).status).toBe("active");
});

test("[S4] a declined renewal is past due, is retried three times, and then ends the subscription", async () => {
  const { customer, subscription } = await subscribe(at, {
    number: FAILS_LATER_CARD,
    trialDays: 7,
  });
  await at.advanceDays(7.1);
  expect((await get(subscription.id)).status).toBe("past_due");
  const [open] = await invoicesOf(customer);
  expect(open).toMatchObject({ status: "open", attempt_count: 1 });
  expect(must(open?.next_payment_attempt, "the next attempt")).toBeGreaterThan(at.now());
  await at.advanceDays(16);
  expect(await get(subscription.id)).toMatchObject({
    status: "canceled",
    cancellation_details: { reason: "payment_failed" },
  });
  expect((await invoicesOf(customer))[0]).toMatchObject({
    status: "open",
    attempt_count: 4,
    next_payment_attempt: null,
  });
  expect((await eventTypes()).filter((type) => type === "invoice.payment_failed")).toHaveLength(4);
});

test("[S5] a past due subscription recovers when its invoice is paid", async () => {
  const { customer, subscription } = await subscribe(at, {
    number: FAILS_LATER_CARD,
    trialDays: 7,
  });
  await at.advanceDays(7.1);
  const method = await at.stripe.paymentMethods.attach("pm_card_mastercard", { customer });
  await at.stripe.subscriptions.update(subscription.id, { default_payment_method: method.id });
  const { latest_invoice } = await get(subscription.id);
  expect((await at.stripe.invoices.pay(idOf(latest_invoice))).status).toBe("paid");
  expect((await get(subscription.id)).status).toBe("active");
});

test("[S5] it also recovers by itself when the next attempt finds a valid card", async () => {
  const { customer, subscription } = await subscribe(at, {
    number: FAILS_LATER_CARD,
    trialDays: 7,
  });
  await at.advanceDays(7.1);
  const portal = await openPortal(at, customer);
  expect((await submit(`${portal}/payment-method`, card(GOOD_CARD))).status).toBe(303);
  await at.advanceDays(3.1);
  expect((await get(subscription.id)).status).toBe("active");
  expect((await ledger()).balance).toBe(2900);
});

test("[S6] a card that was confirmed once renews without a confirmation; one that always asks fails off session", async () => {
  const once = await subscribe(at, { number: ASKS_ONCE_CARD }).catch(() => null);
  // The page asks for a confirmation first, so `subscribe` cannot finish: it is confirmed here.
  expect(once).toBeNull();
  const { data } = await at.stripe.checkout.sessions.list({ status: "open" });
  const [session] = data;
  await submit(`${must(session?.url, "the address")}/authenticate`, { answer: "complete" });
  await at.advanceDays(32);
  expect((await ledger()).balance).toBe(5800);
  const customer = idOf(must(session?.customer, "the customer"));
  const asks = await at.stripe.paymentMethods.attach("pm_card_authenticationRequired", {
    customer,
  });
  const [live] = (await at.stripe.subscriptions.list({ customer })).data;
  await at.stripe.subscriptions.update(must(live, "the subscription").id, {
    default_payment_method: asks.id,
  });
  await at.advanceDays(31);
  expect((await at.stripe.subscriptions.list({ customer })).data[0]?.status).toBe("past_due");
  expect(await eventTypes()).toContain("invoice.payment_action_required");
  expect(asks.card?.last4).toBe(ASKS_ALWAYS_CARD.slice(-4));
});

test("[P1] an upgrade bills the rest of the period to the second, in whole cents", async () => {
  const { customer, subscription, pro } = await subscribe(at);
  await at.advanceDays(10);
  const upgraded = await upgrade(at, subscription, pro.id);
  const invoice = await at.stripe.invoices.retrieve(idOf(upgraded.latest_invoice));
  const { current_period_start: start, current_period_end: end } = itemOf(upgraded);
  const share = (end - invoice.created) / (end - start);
  const amounts = invoice.lines.data.map(({ amount }) => amount);
  expect(amounts).toEqual([-Math.round(2900 * share), Math.round(4900 * share)]);
  expect(invoice).toMatchObject({
    status: "paid",
    billing_reason: "subscription_update",
    total: amounts.reduce((sum, one) => sum + one, 0),
  });
  expect(itemOf(upgraded).price.id).toBe(pro.id);
  expect(end).toBe(itemOf(subscription).current_period_end);
  expect((await invoicesOf(customer)).length).toBe(2);
});

test("[P2] a declined upgrade changes nothing and leaves no invoice", async () => {
  const { customer, subscription, pro } = await subscribe(at);
  const method = await at.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
  await at.stripe.subscriptions.update(subscription.id, { default_payment_method: method.id });
  await at.advanceDays(1);
  await expect(upgrade(at, subscription, pro.id)).rejects.toMatchObject({
    statusCode: 402,
    type: "StripeCardError",
    code: "card_declined",
    decline_code: "generic_decline",
  });
  expect(itemOf(await get(subscription.id)).price.unit_amount).toBe(2900);
  expect(await invoicesOf(customer)).toHaveLength(1);
  expect((await at.stripe.invoiceItems.list({ customer })).data).toEqual([]);
});

// The SDK's types, Subscriptions.d.ts `update`: a trial that ends is charged immediately.
test("[P8] a trial that is ended is charged at once, and only while it runs", async () => {
  const { customer, subscription } = await subscribe(at, { trialDays: 7 });
  await at.advanceDays(2);
  const ended = await at.stripe.subscriptions.update(subscription.id, { trial_end: "now" });
  const { current_period_start: start } = itemOf(ended);
  expect(ended).toMatchObject({ status: "active", trial_end: start, billing_cycle_anchor: start });
  expect(Math.abs(start - at.now())).toBeLessThanOrEqual(2);
  expect((await invoicesOf(customer))[0]).toMatchObject({
    status: "paid",
    amount_paid: 2900,
    billing_reason: "subscription_update",
  });
  await expect(
    at.stripe.subscriptions.update(subscription.id, { trial_end: "now" }),
  ).rejects.toThrow("not on trial");
  await at.advanceDays(10);
  expect((await ledger()).entries.map(({ amount }) => amount)).toEqual([2900]);
});

test("[P8] a trial ends at the price that is given with it", async () => {
  const { subscription, pro } = await subscribe(at, { trialDays: 7 });
  await at.stripe.subscriptions.update(subscription.id, {
    items: [{ id: itemOf(subscription).id, price: pro.id }],
    trial_end: "now",
    payment_behavior: "error_if_incomplete",
  });
  expect((await ledger()).entries.map(({ amount }) => amount)).toEqual([4900]);
});

test("[P8] a declined card ends the trial as past due, or changes nothing", async () => {
  const { customer, subscription } = await subscribe(at, {
    trialDays: 7,
    number: FAILS_LATER_CARD,
  });
  const refused = at.stripe.subscriptions.update(subscription.id, {
    trial_end: "now",
    payment_behavior: "error_if_incomplete",
  });
  await expect(refused).rejects.toMatchObject({ statusCode: 402, code: "card_declined" });
  expect(await get(subscription.id)).toMatchObject({
    status: "trialing",
    trial_end: subscription.trial_end,
  });
  expect(await invoicesOf(customer)).toHaveLength(1);
  const ended = await at.stripe.subscriptions.update(subscription.id, { trial_end: "now" });
  expect(ended.status).toBe("past_due");
  expect((await invoicesOf(customer))[0]).toMatchObject({ status: "open", attempt_count: 1 });
});

// docs.stripe.com/billing/subscriptions/pending-updates-reference has `trial_end` among what can wait.
test("[P8] the end of a trial can be pending until its payment is confirmed, and is discarded with the trial", async () => {
  const { subscription } = await subscribe(at, { trialDays: 7 });
  const { id } = await at.stripe.paymentMethods.attach("pm_card_authenticationRequired", {
    customer: idOf(subscription.customer),
  });
  await at.stripe.subscriptions.update(subscription.id, { default_payment_method: id });
  const end = () =>
    at.stripe.subscriptions.update(subscription.id, {
      trial_end: "now",
      payment_behavior: "pending_if_incomplete",
      expand: ["latest_invoice"],
    });
  const waiting = await end();
  expect(waiting).toMatchObject({
    status: "trialing",
    pending_update: { subscription_items: null },
  });
  const expiresAt = waiting.pending_update?.expires_at ?? 0;
  expect(Math.abs(expiresAt - at.now() - 23 * 3600)).toBeLessThanOrEqual(2);
  await at.advanceDays(1);
  expect(await get(subscription.id)).toMatchObject({ status: "trialing", pending_update: null });
  await at.advanceDays(5.5);
  const last = await end();
  expect(last.pending_update).toMatchObject({ expires_at: subscription.trial_end });
  const invoice = last.latest_invoice as Stripe.Invoice;
  const page = must(invoice.hosted_invoice_url, "page");
  await submit(page, { with: "saved" });
  await submit(`${page}/authenticate`, { answer: "complete" });
  expect(await get(subscription.id)).toMatchObject({ status: "active", pending_update: null });
  expect((await ledger()).entries.map(({ amount }) => amount)).toEqual([2900]);
});

test("[P8] without a payment method an ended trial is canceled", async () => {
  const { subscription } = await subscribe(at, { number: null, trialDays: 7 });
  const ended = await at.stripe.subscriptions.update(subscription.id, { trial_end: "now" });
  expect(ended.status).toBe("canceled");
  expect((await ledger()).entries).toEqual([]);
});

test("[P3] a change of plan on trial charges nothing and keeps the trial's end", async () => {
  const { customer, subscription, pro } = await subscribe(at, { trialDays: 7 });
  const upgraded = await upgrade(at, subscription, pro.id);
  expect(upgraded).toMatchObject({ status: "trialing", trial_end: subscription.trial_end });
  expect(await invoicesOf(customer)).toHaveLength(1);
  await at.advanceDays(7.1);
  expect((await ledger()).entries.map(({ amount }) => amount)).toEqual([4900]);
});

test("[P4] without an immediate invoice, prorations wait for the next one", async () => {
  const { customer, subscription, pro } = await subscribe(at);
  await at.advanceDays(10);
  await at.stripe.subscriptions.update(subscription.id, {
    items: [{ id: itemOf(subscription).id, price: pro.id }],
  });
  const waiting = (await at.stripe.invoiceItems.list({ customer, pending: true })).data;
  expect(waiting.map(({ proration }) => proration)).toEqual([true, true]);
  await at.advanceDays(22);
  const [renewal] = await invoicesOf(customer);
  const net = waiting.reduce((sum, { amount }) => sum + amount, 0);
  expect(renewal).toMatchObject({ total: 4900 + net, amount_paid: 4900 + net });
});

test("[P5] a downgrade with an immediate invoice leaves credit, which the renewal uses", async () => {
  const { customer, subscription, starter, pro } = await subscribe(at);
  const upgraded = await upgrade(at, subscription, pro.id);
  await at.advanceDays(10);
  await upgrade(at, upgraded, starter.id);
  const { balance } = (await at.stripe.customers.retrieve(customer)) as Stripe.Customer;
  expect(balance).toBeLessThan(0);
  await at.advanceDays(22);
  expect((await invoicesOf(customer))[0]).toMatchObject({
    total: 2900,
    amount_paid: 2900 + balance,
    starting_balance: balance,
    ending_balance: 0,
  });
});

test("[D1] a scheduled downgrade keeps the price until the period ends, then releases itself", async () => {
  const { subscription, starter, pro } = await subscribe(at);
  const upgraded = await upgrade(at, subscription, pro.id);
  const schedule = await scheduleDowngrade(at, upgraded, starter.id);
  expect(schedule).toMatchObject({ status: "active", end_behavior: "release" });
  expect((await get(subscription.id)).schedule).toBe(schedule.id);
  await at.advanceDays(15);
  expect(itemOf(await get(subscription.id)).price.id).toBe(pro.id);
  await at.advanceDays(17);
  const renewed = await get(subscription.id);
  expect(itemOf(renewed).price.id).toBe(starter.id);
  const invoice = await at.stripe.invoices.retrieve(idOf(renewed.latest_invoice));
  expect(invoice).toMatchObject({ total: 2900, status: "paid" });
  await at.advanceDays(31);
  expect(await at.stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
    status: "released",
    released_subscription: subscription.id,
    subscription: null,
  });
  expect((await get(subscription.id)).schedule).toBeNull();
});

test("[D2] while a schedule is attached, cancelling is refused with Stripe's message", async () => {
  const { subscription, starter } = await subscribe(at);
  const schedule = await scheduleDowngrade(at, subscription, starter.id);
  for (const change of [{ cancel_at_period_end: true }, { cancel_at: at.now() + DAY_S }]) {
    await expect(at.stripe.subscriptions.update(subscription.id, change)).rejects.toThrow(
      `The subscription is managed by the subscription schedule \`${schedule.id}\`, and updating any cancelation behavior directly is not allowed.`,
    );
  }
  await at.stripe.subscriptionSchedules.release(schedule.id);
  await at.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  expect((await get(subscription.id)).cancel_at_period_end).toBe(true);
});

test("[D5] while a schedule is attached, the trial cannot be changed separately", async () => {
  const { subscription, starter } = await subscribe(at, { trialDays: 7 });
  const schedule = await scheduleDowngrade(at, subscription, starter.id);
  for (const trial_end of ["now", at.now() + DAY_S] as const) {
    const change = at.stripe.subscriptions.update(subscription.id, { trial_end });
    await expect(change).rejects.toMatchObject({ code: "not_simulated", param: "trial_end" });
  }
  await at.stripe.subscriptionSchedules.release(schedule.id);
  await at.stripe.subscriptions.update(subscription.id, { trial_end: "now" });
  expect((await get(subscription.id)).status).toBe("active");
});

test("[D3] a subscription has one schedule at a time, and an ended subscription has none", async () => {
  const { subscription } = await subscribe(at);
  const schedule = await at.stripe.subscriptionSchedules.create({
    from_subscription: subscription.id,
  });
  await expect(
    at.stripe.subscriptionSchedules.create({ from_subscription: subscription.id }),
  ).rejects.toThrow("already attached to a schedule");
  await at.stripe.subscriptions.cancel(subscription.id);
  expect((await at.stripe.subscriptionSchedules.retrieve(schedule.id)).status).toBe("canceled");
  await expect(at.stripe.subscriptionSchedules.release(schedule.id)).rejects.toThrow(
    "`canceled` status",
  );
  await expect(
    at.stripe.subscriptionSchedules.create({ from_subscription: subscription.id }),
  ).rejects.toThrow("whose status is `canceled`");
});

test("[D4] phases that do not follow each other are refused", async () => {
  const { subscription, starter } = await subscribe(at);
  const schedule = await at.stripe.subscriptionSchedules.create({
    from_subscription: subscription.id,
  });
  const current = must(schedule.phases[0], "the phase");
  const items = [{ price: starter.id, quantity: 1 }];
  const update = (phases: Stripe.SubscriptionScheduleUpdateParams.Phase[]) =>
    at.stripe.subscriptionSchedules.update(schedule.id, { phases });
  await expect(
    update([{ items, start_date: current.start_date - 60, end_date: current.end_date }]),
  ).rejects.toThrow("start date of the current phase");
  await expect(update([{ items, start_date: current.start_date }])).rejects.toMatchObject({
    code: "not_simulated",
  });
  await expect(
    update([
      {
        items: [{ price: "price_none" }],
        start_date: current.start_date,
        end_date: current.end_date,
      },
    ]),
  ).rejects.toMatchObject({ code: "resource_missing" });
});

test("[E1] cancelling at the period's end sets both fields, and can be undone", async () => {
  const { subscription } = await subscribe(at);
  const end = itemOf(subscription).current_period_end;
  const canceled = await at.stripe.subscriptions.update(subscription.id, {
    cancel_at_period_end: true,
  });
  expect(canceled).toMatchObject({ cancel_at_period_end: true, cancel_at: end, status: "active" });
  const back = await at.stripe.subscriptions.update(subscription.id, {
    cancel_at_period_end: false,
  });
  expect(back).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
  await at.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  await advanceTo(end, 0.01);
  expect(await get(subscription.id)).toMatchObject({ status: "canceled", ended_at: end });
  expect((await ledger()).balance).toBe(2900);
});

test("[E2] the portal's cancellation is only a date, which only cancel_at undoes", async () => {
  const { customer, subscription } = await subscribe(at);
  const portal = await openPortal(at, customer);
  await submit(`${portal}/subscriptions/${subscription.id}/cancel`, {});
  const end = itemOf(subscription).current_period_end;
  expect(await get(subscription.id)).toMatchObject({ cancel_at: end, cancel_at_period_end: false });
  await at.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
  expect((await get(subscription.id)).cancel_at).toBe(end);
  await at.stripe.subscriptions.update(subscription.id, { cancel_at: "" });
  expect((await get(subscription.id)).cancel_at).toBeNull();
});

test("[E3] a canceled subscription stays canceled", async () => {
  const { subscription } = await subscribe(at);
  const ended = await at.stripe.subscriptions.cancel(subscription.id);
  expect(ended).toMatchObject({
    status: "canceled",
    cancellation_details: { reason: "cancellation_requested" },
  });
  await expect(
    at.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false }),
  ).rejects.toThrow(
    "A canceled subscription can only update its cancellation_details and metadata.",
  );
  await expect(at.stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
    statusCode: 404,
    code: "resource_missing",
  });
  await at.stripe.subscriptions.update(subscription.id, { metadata: { note: "kept" } });
  await at.advanceDays(60);
  expect(await get(subscription.id)).toMatchObject({
    status: "canceled",
    metadata: { note: "kept" },
  });
  expect((await ledger()).balance).toBe(2900);
});

test("[E4] cancelling with proration credits the rest of the period", async () => {
  const { customer, subscription } = await subscribe(at);
  await at.advanceDays(15);
  await at.stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true });
  const [credit] = await invoicesOf(customer);
  expect(credit?.total).toBeLessThan(0);
  expect((await at.stripe.customers.retrieve(customer)) as Stripe.Customer).toMatchObject({
    balance: credit?.total,
  });
});

test("[S7] an unpaid subscription that is created through the API is incomplete and expires in 23 hours", async () => {
  const { customer, starter } = await subscribe(at);
  const method = await at.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
  const create = () =>
    at.stripe.subscriptions.create({
      customer,
      items: [{ price: starter.id }],
      default_payment_method: method.id,
    });
  const first = await create();
  expect(first.status).toBe("incomplete");
  const second = await create();
  const good = await at.stripe.paymentMethods.attach("pm_card_visa", { customer });
  await at.stripe.invoices.pay(idOf(second.latest_invoice), { payment_method: good.id });
  expect((await get(second.id)).status).toBe("active");
  await at.advanceDays(1);
  expect((await get(first.id)).status).toBe("incomplete_expired");
});

test("[S8] lists omit canceled subscriptions unless all are requested", async () => {
  const { customer, subscription } = await subscribe(at);
  await at.stripe.subscriptions.cancel(subscription.id);
  expect((await at.stripe.subscriptions.list({ customer })).data).toEqual([]);
  const all = await at.stripe.subscriptions.list({
    customer,
    status: "all",
    expand: ["data.default_payment_method", "data.schedule"],
  });
  expect(all.data).toMatchObject([
    { id: subscription.id, default_payment_method: { card: { last4: "4242" } } },
  ]);
});
