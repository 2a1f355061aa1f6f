/** Ordinary requests of the official SDK either work or are refused as not simulated. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { createPrice, itemOf, subscribe } from "./shop.ts";
import { startTestStripe } from "./stand-in.ts";
import type { TestStripe } from "./stand-in.ts";

let at: TestStripe;
beforeAll(async () => void (at = await startTestStripe()));
afterAll(() => at.close());

const NOT_SIMULATED = { statusCode: 400, code: "not_simulated" };

test("[U4] customers with cards work", async () => {
  const { stripe } = at;
  const ada = await stripe.customers.create({
    email: "ada@example.com",
    name: "Ada",
    payment_method: "pm_card_visa",
    invoice_settings: { default_payment_method: "pm_card_visa" },
    expand: ["invoice_settings.default_payment_method"],
  });
  expect(ada.invoice_settings.default_payment_method).toMatchObject({ card: { last4: "4242" } });
  const made = await stripe.paymentMethods.create({ type: "card", card: { token: "tok_amex" } });
  expect(made).toMatchObject({ customer: null, card: { brand: "amex" } });
  await stripe.paymentMethods.attach(made.id, { customer: ada.id });
  const { data } = await stripe.customers.listPaymentMethods(ada.id);
  expect(data.map(({ card }) => card?.last4)).toEqual(["0005", "4242"]);
  expect(await stripe.paymentMethods.detach(made.id)).toMatchObject({ customer: null });

  const declined = { payment_method: "pm_card_visa_chargeDeclined" };
  await expect(stripe.customers.create(declined)).rejects.toMatchObject({
    statusCode: 402,
    code: "card_declined",
    decline_code: "generic_decline",
  });
  await expect(
    stripe.customers.create({ invoice_settings: { default_payment_method: made.id } }),
  ).rejects.toMatchObject({ statusCode: 400, code: "resource_missing" });
  await expect(
    stripe.paymentMethods.create({ type: "card", card: { token: "tok_none" } }),
  ).rejects.toMatchObject({ statusCode: 400, code: "resource_missing" });
  const number = { number: "4242424242424242", exp_month: 12, exp_year: 2049 };
  await expect(stripe.paymentMethods.create({ type: "card", card: number })).rejects.toMatchObject({
    ...NOT_SIMULATED,
    param: "card[number]",
  });
  await expect(stripe.customers.createSource(ada.id, { source: "tok_visa" })).rejects.toMatchObject(
    NOT_SIMULATED,
  );
});

test.each(["allow_incomplete", "default_incomplete", "error_if_incomplete"] as const)(
  "[S10] subscriptions with %s work",
  async (payment_behavior) => {
    const { stripe } = at;
    const price = (await createPrice(at, `sdk_${payment_behavior}`, 1500)).id;
    const begin = async (card: string) => {
      const { id: customer } = await stripe.customers.create({
        payment_method: card,
        invoice_settings: { default_payment_method: card },
      });
      return await stripe.subscriptions.create({
        customer,
        items: [{ price }],
        payment_behavior,
        expand: ["latest_invoice.payments"],
      });
    };
    const good = await begin("pm_card_visa");
    expect(good.status).toBe(payment_behavior === "default_incomplete" ? "incomplete" : "active");
    const refused = begin("pm_card_chargeCustomerFail");
    if (payment_behavior === "error_if_incomplete") {
      await expect(refused).rejects.toMatchObject({ statusCode: 402, code: "card_declined" });
    } else {
      expect((await refused).status).toBe("incomplete");
    }
    expect(itemOf(good).price.id).toBe(price);
  },
);

// The SDK's types, PaymentMethods.d.ts: "check whether two customers who've signed up with you are using the same card".
test("[C12] cards with the same number have the same fingerprint, whoever owns them", async () => {
  const printOf = async (token: string) => {
    const { id: customer } = await at.stripe.customers.create({ email: "ada@example.com" });
    const { card } = await at.stripe.paymentMethods.attach(token, { customer });
    return must(card?.fingerprint, "fingerprint");
  };
  const visa = await printOf("pm_card_visa");
  expect(visa).toMatch(/^[A-Za-z0-9]{16}$/);
  expect(await printOf("pm_card_visa")).toBe(visa);
  expect(await printOf("pm_card_amex")).not.toBe(visa);
});

test("[I10] invoice previews work", async () => {
  const { stripe } = at;
  const { customer, subscription, pro } = await subscribe(at);
  const item = itemOf(subscription);
  const next = await stripe.invoices.createPreview({ customer, subscription: subscription.id });
  expect(next).toMatchObject({ status: "draft", billing_reason: "upcoming", amount_due: 2900 });
  expect(next.id).toMatch(/^upcoming_in/);
  expect(next.lines.data[0]?.period.start).toBe(item.current_period_end);

  const change = { items: [{ id: item.id, price: pro.id }], proration_behavior: "always_invoice" };
  const upgraded = await stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: change,
  });
  const amounts = upgraded.lines.data.map(({ amount }) => amount);
  expect(amounts).toEqual([-2900, 4900]);
  expect(upgraded.amount_due).toBe(2000);

  // The preview has changed nothing.
  const now = await stripe.subscriptions.retrieve(subscription.id);
  expect(now.latest_invoice).toBe(subscription.latest_invoice);
  expect(itemOf(now).price.unit_amount).toBe(2900);
  expect((await stripe.invoiceItems.list({ customer })).data).toEqual([]);
  await stripe.subscriptions.cancel(subscription.id);
  await expect(
    stripe.invoices.createPreview({ subscription: subscription.id }),
  ).rejects.toMatchObject({ statusCode: 404, code: "invoice_upcoming_none" });
  await expect(stripe.invoices.createPreview({ customer })).rejects.toMatchObject(NOT_SIMULATED);
});

test("[A3] coupons, search and prices in other currencies are not simulated", async () => {
  at.onlyHere();
  const { stripe } = at;
  const { id: customer } = await stripe.customers.create({ payment_method: "pm_card_visa" });
  const calls: [string, Promise<unknown>][] = [
    ["coupons", stripe.coupons.create({ percent_off: 20, duration: "once" })],
    ["promotion codes", stripe.promotionCodes.list()],
    ["customers", stripe.customers.search({ query: "email:'ada@example.com'" })],
    ["subscriptions", stripe.subscriptions.search({ query: "status:'active'" })],
    ["invoices", stripe.invoices.search({ query: "total>1" })],
    ["products", stripe.products.search({ query: "active:'true'" })],
    ["setup intents", stripe.setupIntents.create({ customer })],
    [
      "euros",
      stripe.prices.create({ currency: "eur", unit_amount: 1, product_data: { name: "x" } }),
    ],
    ["taxes", stripe.customers.create({ tax: { validate_location: "deferred" } })],
    ["meters", stripe.billing.meters.list()],
    ["version 2", stripe.v2.core.events.list({ object_id: customer })],
  ];
  for (const [what, call] of calls) await expect(call, what).rejects.toMatchObject(NOT_SIMULATED);
});

test("[T1] a test clock goes through the status advancing", async () => {
  const { testClocks } = at.stripe.testHelpers;
  const clock = await testClocks.create({ frozen_time: at.now() });
  const { id: customer } = await at.stripe.customers.create({
    test_clock: clock.id,
    payment_method: "pm_card_visa",
    invoice_settings: { default_payment_method: "pm_card_visa" },
  });
  const price = (await createPrice(at, "clocked", 1500)).id;
  const { id } = await at.stripe.subscriptions.create({ customer, items: [{ price }] });
  const later = at.now() + 32 * 86_400;
  let moving = await testClocks.advance(clock.id, { frozen_time: later });
  const seen = [moving.status];
  while (moving.status === "advancing") {
    moving = await testClocks.retrieve(clock.id);
    seen.push(moving.status);
  }
  expect(seen).toEqual(["advancing", "ready"]);
  expect(moving).toMatchObject({ frozen_time: later, status_details: {} });
  const invoices = await at.stripe.invoices.list({ subscription: id, status: "paid" });
  expect(invoices.data).toHaveLength(2);
});

test("[T1] it sends events when it advances and when it is ready", async () => {
  const { testClocks } = at.stripe.testHelpers;
  await at.standIn.webhooksSettled();
  at.received.length = 0;
  const { id } = await testClocks.create({ frozen_time: at.now() });
  let { status } = await testClocks.advance(id, { frozen_time: at.now() + 60 });
  while (status === "advancing") status = (await testClocks.retrieve(id)).status;
  await at.standIn.webhooksSettled();
  const types = at.received.map(({ type }) => type as string);
  expect(types.filter((type) => type.startsWith("test_helpers"))).toEqual([
    "test_helpers.test_clock.created",
    "test_helpers.test_clock.advancing",
    "test_helpers.test_clock.ready",
  ]);
});
