/**
 * 3D Secure: the cards of docs.stripe.com/testing ("3D Secure authentication"), and the subscriptions of
 * docs.stripe.com/billing/subscriptions/overview.
 */
import type Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { createPrice, idOf, invoiceOver, itemOf, subscribe, submit } from "./shop.ts";
import { startTestStripe } from "./stand-in.ts";
import type { TestStripe } from "./stand-in.ts";

let at: TestStripe;
beforeEach(async () => void (at = await startTestStripe()));
afterEach(() => at.close());

const CARDS = {
  3155: "pm_card_authenticationRequiredOnSetup",
  3184: "pm_card_authenticationRequired",
  3178: "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds",
  3220: "pm_card_threeDSecure2Required",
};

async function customerWith(token: string): Promise<{ customer: string; price: string }> {
  const { id: customer } = await at.stripe.customers.create({ email: "ada@example.com" });
  const method = await at.stripe.paymentMethods.attach(token, { customer });
  await at.stripe.customers.update(customer, {
    invoice_settings: { default_payment_method: method.id },
  });
  return { customer, price: (await createPrice(at, "starter", 2900)).id };
}

const INTENT = { expand: ["data.payment.payment_intent"] };

async function intentOf(invoice: string): Promise<Stripe.PaymentIntent> {
  const { data } = await at.stripe.invoicePayments.list({ invoice, ...INTENT });
  return must(data[0], "payment").payment.payment_intent as Stripe.PaymentIntent;
}

/** On the hosted page, with the saved card. */
async function confirm(invoice: string, answer: "complete" | "fail"): Promise<Response> {
  const { hosted_invoice_url } = await at.stripe.invoices.retrieve(invoice);
  const page = must(hosted_invoice_url, "page");
  const submitted = await submit(page, { with: "saved" });
  expect(submitted.headers.get("location")).toMatch(/\/authenticate$/);
  return await submit(`${page}/authenticate`, { answer });
}

async function countEvents(type: string): Promise<number> {
  await at.standIn.webhooksSettled();
  return at.received.filter((event) => event.type === type).length;
}

const get = (id: string) => at.stripe.subscriptions.retrieve(id);

test.each([3155, 3184, 3220] as const)(
  "[S10] with the card %s a subscription starts when its owner has confirmed the payment",
  async (digits) => {
    const { customer, price } = await customerWith(CARDS[digits]);
    const begun = await at.stripe.subscriptions.create({
      customer,
      items: [{ price }],
      expand: ["latest_invoice.confirmation_secret"],
    });
    expect(begun.status).toBe("incomplete");
    const invoice = begun.latest_invoice as Stripe.Invoice;
    const intent = await intentOf(invoice.id);
    expect(intent).toMatchObject({ status: "requires_action", amount_received: 0 });
    expect(invoice.confirmation_secret).toEqual({
      client_secret: intent.client_secret,
      type: "payment_intent",
    });
    expect(await countEvents("invoice.payment_action_required")).toBe(1);
    expect(await countEvents("payment_intent.requires_action")).toBe(1);

    expect((await confirm(invoice.id, "complete")).status).toBe(303);
    expect(await get(begun.id)).toMatchObject({ status: "active" });
    expect(await intentOf(invoice.id)).toMatchObject({ status: "succeeded", next_action: null });
  },
);

test("[S10] without a confirmation it expires after 23 hours", async () => {
  const { customer, price } = await customerWith(CARDS[3220]);
  const begun = await at.stripe.subscriptions.create({ customer, items: [{ price }] });
  const invoice = idOf(begun.latest_invoice);
  expect(await (await confirm(invoice, "fail")).text()).toContain("unable to authenticate");
  expect(await intentOf(invoice)).toMatchObject({
    status: "requires_payment_method",
    last_payment_error: { code: "payment_intent_authentication_failure" },
  });
  await at.advanceDays(22.9 / 24);
  expect((await get(begun.id)).status).toBe("incomplete");
  await at.advanceDays(0.2 / 24);
  expect((await get(begun.id)).status).toBe("incomplete_expired");
});

test("[S10] error_if_incomplete and default_incomplete are implemented", async () => {
  const { customer, price } = await customerWith(CARDS[3184]);
  const create = (payment_behavior: "error_if_incomplete" | "default_incomplete") =>
    at.stripe.subscriptions.create({ customer, items: [{ price }], payment_behavior });
  await expect(create("error_if_incomplete")).rejects.toMatchObject({
    statusCode: 402,
    type: "StripeCardError",
    code: "subscription_payment_intent_requires_action",
    payment_intent: { status: "requires_action" },
  });
  expect((await at.stripe.subscriptions.list({ customer, status: "all" })).data).toEqual([]);
  const waiting = await create("default_incomplete");
  expect(waiting.status).toBe("incomplete");
  expect(await intentOf(idOf(waiting.latest_invoice))).toMatchObject({
    status: "requires_confirmation",
    latest_charge: null,
  });
  await expect(
    at.stripe.subscriptions.create({
      customer,
      items: [{ price }],
      payment_behavior: "pending_if_incomplete",
    }),
  ).rejects.toMatchObject({ statusCode: 400, param: "payment_behavior" });
});

/** Pays for the smaller plan, with a card that asks for a confirmation from now on. */
async function subscriberWith(token: string) {
  const { customer, subscription, pro } = await subscribe(at);
  const method = await at.stripe.paymentMethods.attach(token, { customer });
  await at.stripe.subscriptions.update(subscription.id, { default_payment_method: method.id });
  const upgrade = (payment_behavior: Stripe.SubscriptionUpdateParams.PaymentBehavior) =>
    at.stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: pro.id }],
      proration_behavior: "always_invoice",
      payment_behavior,
    });
  const amount = async () => itemOf(await get(subscription.id)).price.unit_amount;
  return { customer, subscription, upgrade, amount };
}

test("[P6] a change that needs a confirmation makes the subscription past due until it is confirmed", async () => {
  const { subscription, upgrade, amount } = await subscriberWith(CARDS[3184]);
  await expect(upgrade("error_if_incomplete")).rejects.toMatchObject({
    statusCode: 402,
    code: "subscription_payment_intent_requires_action",
  });
  expect(await amount()).toBe(2900);
  const changed = await upgrade("allow_incomplete");
  expect(changed.status).toBe("past_due");
  await confirm(idOf(changed.latest_invoice), "complete");
  expect((await get(subscription.id)).status).toBe("active");
  expect(await amount()).toBe(4900);
});

test("[P7] a pending change is applied when its owner has confirmed the payment", async () => {
  const { subscription, upgrade, amount } = await subscriberWith(CARDS[3184]);
  const waiting = await upgrade("pending_if_incomplete");
  expect(waiting).toMatchObject({ status: "active", cancel_at_period_end: false });
  const expiry = must(waiting.pending_update, "the pending update").expires_at;
  // A second may pass between the two.
  expect(Math.abs(expiry - at.now() - 23 * 3600)).toBeLessThanOrEqual(2);
  expect(waiting.pending_update?.subscription_items?.[0]?.price.unit_amount).toBe(4900);
  expect(await amount()).toBe(2900);
  await confirm(idOf(waiting.latest_invoice), "complete");
  expect(await get(subscription.id)).toMatchObject({ status: "active", pending_update: null });
  expect(await amount()).toBe(4900);
  expect(await countEvents("customer.subscription.pending_update_applied")).toBe(1);
});

test("[P7] without a confirmation it is discarded after 23 hours, and its invoice is voided", async () => {
  const { subscription, upgrade, amount } = await subscriberWith(CARDS[3220]);
  const waiting = await upgrade("pending_if_incomplete");
  await at.advanceDays(23.1 / 24);
  expect(await get(subscription.id)).toMatchObject({ status: "active", pending_update: null });
  expect(await amount()).toBe(2900);
  const invoice = await at.stripe.invoices.retrieve(idOf(waiting.latest_invoice));
  expect(invoice.status).toBe("void");
  expect(await countEvents("customer.subscription.pending_update_expired")).toBe(1);
});

// docs.stripe.com/billing/subscriptions/pending-updates-reference, "Expiration".
test("[P7] a pending change expires at the end of the period at the latest", async () => {
  const { subscription, upgrade } = await subscriberWith(CARDS[3184]);
  const { current_period_end: end } = itemOf(subscription);
  await at.advanceDays((end - at.now()) / 86_400 - 0.9);
  const waiting = await upgrade("pending_if_incomplete");
  expect(waiting.pending_update?.expires_at).toBe(end);
});

test("[P7] a change that is paid at once is not pending", async () => {
  const { upgrade } = await subscriberWith("pm_card_visa");
  const changed = await upgrade("pending_if_incomplete");
  expect(changed.pending_update).toBeNull();
  expect(itemOf(changed).price.unit_amount).toBe(4900);
  expect(await countEvents("customer.subscription.pending_update_applied")).toBe(0);
});

test("[I9] a separate invoice is confirmed on its page, after any earlier attempt", async () => {
  const { customer } = await customerWith(CARDS[3184]);
  const invoice = await invoiceOver(at, customer, 900);
  const pay = (params: Stripe.InvoicePayParams) => at.stripe.invoices.pay(invoice.id, params);
  await expect(pay({})).rejects.toMatchObject({
    statusCode: 402,
    code: "authentication_required",
    decline_code: "authentication_required",
    payment_intent: { status: "requires_payment_method" },
  });
  await expect(pay({ off_session: false })).rejects.toMatchObject({
    statusCode: 402,
    code: "invoice_payment_intent_requires_action",
    payment_intent: { status: "requires_action" },
  });
  await confirm(invoice.id, "complete");
  expect((await at.stripe.invoices.retrieve(invoice.id)).status).toBe("paid");
});

test("[I9] the card 3178 is declined even after its owner has confirmed", async () => {
  const { customer, price } = await customerWith(CARDS[3178]);
  const begun = await at.stripe.subscriptions.create({ customer, items: [{ price }] });
  const invoice = idOf(begun.latest_invoice);
  expect((await intentOf(invoice)).status).toBe("requires_action");
  expect(await (await confirm(invoice, "complete")).text()).toContain("insufficient funds");
  expect((await get(begun.id)).status).toBe("incomplete");
  expect(await intentOf(invoice)).toMatchObject({
    status: "requires_payment_method",
    last_payment_error: { code: "card_declined", decline_code: "insufficient_funds" },
  });
});
