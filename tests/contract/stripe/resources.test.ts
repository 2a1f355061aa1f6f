/** Requests that no other test needs, each allowed and refused. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPrice, idOf, invoiceOver, openCheckout, subscribe } from "./shop.ts";
import { startTestStripe } from "./stand-in.ts";
import type { TestStripe } from "./stand-in.ts";

let at: TestStripe;
beforeAll(async () => void (at = await startTestStripe()));
beforeEach(() => at.control("reset"));
afterAll(() => at.close());

const MISSING = { statusCode: 404, code: "resource_missing" };

test("[G1] products and prices can be changed, archived and filtered", async () => {
  const { stripe } = at;
  const product = await stripe.products.create({ id: "prod_own", name: "One" });
  await expect(stripe.products.create({ id: "prod_own", name: "Two" })).rejects.toMatchObject({
    code: "resource_already_exists",
  });
  await stripe.products.update(product.id, { name: "Uno", active: false, metadata: { a: "1" } });
  expect(await stripe.products.retrieve(product.id)).toMatchObject({ name: "Uno", active: false });
  expect((await stripe.products.list({ active: true })).data).toEqual([]);
  const price = await createPrice(at, "plan", 100);
  const retired = await stripe.prices.update(price.id, {
    active: false,
    nickname: "old",
  });
  expect(retired).toMatchObject({ active: false, nickname: "old", lookup_key: "plan" });
  expect((await stripe.prices.list({ active: true })).data).toEqual([]);
  const { id: customer } = await stripe.customers.create();
  await expect(openCheckout(at, { customer, price: price.id })).rejects.toMatchObject({
    param: "line_items[0][price]",
  });
  await expect(stripe.products.retrieve("prod_none")).rejects.toMatchObject(MISSING);
  await expect(stripe.prices.update("price_none", {})).rejects.toMatchObject(MISSING);
});

test("[C8] the lines of a session are listed too", async () => {
  const price = await createPrice(at, "plan", 100);
  const { id: customer } = await at.stripe.customers.create();
  const { id } = await openCheckout(at, { customer, price: price.id });
  const { data } = await at.stripe.checkout.sessions.listLineItems(id);
  expect(data).toMatchObject([{ amount_total: 100, quantity: 1, price: { id: price.id } }]);
  await expect(at.stripe.checkout.sessions.listLineItems("cs_none")).rejects.toMatchObject(MISSING);
});

test("[D1] a schedule that cancels at its end ends its subscription, at its time or at once", async () => {
  for (const isAtOnce of [false, true]) {
    const { customer, subscription } = await subscribe(at);
    const { id } = await at.stripe.subscriptionSchedules.create({
      from_subscription: subscription.id,
    });
    await at.stripe.subscriptionSchedules.update(id, {
      end_behavior: "cancel",
      metadata: { why: "test" },
    });
    if (isAtOnce) await at.stripe.subscriptionSchedules.cancel(id);
    else await at.advanceDays(32);
    const [schedule] = (await at.stripe.subscriptionSchedules.list({ customer })).data;
    expect(schedule).toMatchObject({
      id,
      status: isAtOnce ? "canceled" : "completed",
      metadata: { why: "test" },
    });
    expect((await at.stripe.subscriptions.retrieve(subscription.id)).status).toBe("canceled");
  }
  await expect(at.stripe.subscriptionSchedules.cancel("sub_sched_none")).rejects.toMatchObject(
    MISSING,
  );
});

test("[S2] a trial without a card ends as its settings say", async () => {
  const { customer, starter } = await subscribe(at);
  const start = (missing_payment_method: "pause" | "create_invoice" | "cancel") =>
    at.stripe.subscriptions.create({
      customer,
      items: [{ price: starter.id }],
      trial_period_days: 1,
      trial_settings: { end_behavior: { missing_payment_method } },
    });
  const ids = [
    (await start("pause")).id,
    (await start("create_invoice")).id,
    (await start("cancel")).id,
  ];
  await at.advanceDays(1.1);
  const now = await Promise.all(ids.map((id) => at.stripe.subscriptions.retrieve(id)));
  expect(now.map(({ status }) => status)).toEqual(["paused", "past_due", "canceled"]);
});

test("[I1] an invoice's notes can be changed, and it is charged automatically if it should", async () => {
  // Checkout's card is the subscription's own. A separate invoice needs the customer's.
  const { customer, subscription } = await subscribe(at);
  await at.stripe.customers.update(customer, {
    invoice_settings: { default_payment_method: idOf(subscription.default_payment_method) },
  });
  const { id } = await invoiceOver(at, customer, 700);
  await at.stripe.invoices.update(id, {
    auto_advance: true,
    metadata: { a: "1" },
    description: "Extra",
  });
  const lines = await at.stripe.invoices.listLineItems(id);
  expect(lines.data.map(({ amount }) => amount)).toEqual([700]);
  await at.advanceDays(0.05);
  expect(await at.stripe.invoices.retrieve(id)).toMatchObject({
    status: "paid",
    metadata: { a: "1" },
  });
  await expect(at.stripe.invoices.update(id, { auto_advance: false })).rejects.toMatchObject({
    code: "invoice_not_editable",
  });
});

test("[I2] an item can be removed from a draft, but not from a finalized invoice", async () => {
  const { customer } = await subscribe(at);
  const { id } = await at.stripe.invoices.create({ customer, currency: "usd" });
  const add = (amount: number) =>
    at.stripe.invoiceItems.create({ customer, invoice: id, amount, currency: "usd" });
  const [first, second] = [await add(700), await add(900)];
  expect(await at.stripe.invoiceItems.del(first.id)).toMatchObject({ deleted: true });
  expect((await at.stripe.invoices.finalizeInvoice(id)).total).toBe(900);
  await expect(at.stripe.invoiceItems.del(second.id)).rejects.toMatchObject({
    code: "invoice_not_editable",
  });
  expect((await at.stripe.invoiceItems.retrieve(second.id)).invoice).toBe(id);
});

test("[B1] a portal configuration can be changed, listed and disabled", async () => {
  const { configurations, sessions } = at.stripe.billingPortal;
  const { id } = await configurations.create({ features: { invoice_history: { enabled: true } } });
  await configurations.update(id, { active: false, business_profile: { headline: "Hark" } });
  expect(await configurations.retrieve(id)).toMatchObject({
    active: false,
    business_profile: { headline: "Hark" },
  });
  expect((await configurations.list({ active: true })).data).toEqual([]);
  const { id: customer } = await at.stripe.customers.create();
  await expect(sessions.create({ customer, configuration: id })).rejects.toThrow("is inactive");
  await expect(sessions.create({ customer, configuration: "bpc_none" })).rejects.toMatchObject({
    code: "resource_missing",
    param: "configuration",
  });
});

test("[T1] test clocks can be listed and deleted, and do not go back", async () => {
  const { testClocks } = at.stripe.testHelpers;
  const { id } = await testClocks.create({ frozen_time: at.now(), name: "one" });
  expect((await testClocks.list()).data.map(({ name }) => name)).toEqual(["one"]);
  expect(await testClocks.del(id)).toMatchObject({ id, deleted: true });
  await expect(testClocks.retrieve(id)).rejects.toMatchObject(MISSING);
  await expect(testClocks.create({ frozen_time: at.now() - 86_400 })).rejects.toMatchObject({
    param: "frozen_time",
  });
});

test("[T1] the customers of a test clock are listed if it is named, and are deleted with it", async () => {
  const { customers, testHelpers } = at.stripe;
  const { id: clock } = await testHelpers.testClocks.create({ frozen_time: at.now() });
  const { id } = await customers.create({ test_clock: clock });
  expect((await customers.list()).data).toEqual([]);
  expect((await customers.list({ test_clock: clock })).data).toMatchObject([{ id }]);
  await testHelpers.testClocks.del(clock);
  expect(await customers.retrieve(id)).toMatchObject({ deleted: true });
});

test("[W2] events are found by type, by the beginning of the type, and by ID", async () => {
  await subscribe(at);
  const { data } = await at.stripe.events.list({ type: "invoice.*", limit: 100 });
  expect(data.length).toBeGreaterThan(2);
  expect(data.every(({ type }) => type.startsWith("invoice."))).toBe(true);
  const [newest] = data;
  expect((await at.stripe.events.retrieve(newest?.id ?? "")).type).toBe(newest?.type);
  await expect(at.stripe.events.retrieve("evt_none")).rejects.toMatchObject(MISSING);
});
