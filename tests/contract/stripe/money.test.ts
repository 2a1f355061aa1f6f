/** Invoices, refunds, disputes, customers and their payment methods. */
import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import {
  createPrice,
  DISPUTED_CARD,
  idOf,
  itemOf,
  openPortal,
  scheduleDowngrade,
  submit,
  subscribe,
  card,
  GOOD_CARD,
} from "./shop.ts";
import { startTestStripe } from "./stand-in.ts";
import type { TestStripe } from "./stand-in.ts";

let at: TestStripe;
beforeAll(async () => void (at = await startTestStripe()));
beforeEach(() => at.control("reset"));
afterAll(() => at.close());

interface Ledger {
  balance: number;
  charged: number;
  refunded: number;
  disputed: number;
}

const ledger = async () => (await at.look("ledger")) as unknown as Ledger;

async function newCustomer(token = "pm_card_visa"): Promise<string> {
  const { id: customer } = await at.stripe.customers.create({ email: "ada@example.com" });
  const { id } = await at.stripe.paymentMethods.attach(token, { customer });
  await at.stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  return customer;
}

/** Extra minutes are billed like this: a separate invoice with one item. */
async function draft(customer: string, amount: number): Promise<Stripe.Invoice> {
  const invoice = await at.stripe.invoices.create({
    customer,
    currency: "usd",
    auto_advance: false,
    pending_invoice_items_behavior: "exclude",
    metadata: { overageChargeId: "ov_1" },
  });
  await at.stripe.invoiceItems.create({
    customer,
    invoice: invoice.id,
    amount,
    currency: "usd",
    description: "60 extra minutes",
    period: { start: at.now() - 3600, end: at.now() },
  });
  return at.stripe.invoices.retrieve(invoice.id);
}

async function paidCharge(customer: string, amount = 1000): Promise<Stripe.Charge> {
  const { id } = await draft(customer, amount);
  await at.stripe.invoices.pay(id);
  return must((await at.stripe.charges.list({ customer })).data[0], "the charge");
}

test("[I1] an invoice goes from draft to open to paid, and can be found by its metadata", async () => {
  const customer = await newCustomer();
  const made = await draft(customer, 900);
  expect(made).toMatchObject({
    status: "draft",
    amount_due: 900,
    billing_reason: "manual",
    parent: null,
  });
  const opened = await at.stripe.invoices.finalizeInvoice(made.id, { auto_advance: false });
  expect(opened).toMatchObject({ status: "open", amount_remaining: 900 });
  expect(opened.number).toMatch(/^SIM-\d{6}$/);
  const paid = await at.stripe.invoices.pay(made.id, { off_session: true });
  expect(paid).toMatchObject({ status: "paid", amount_paid: 900, amount_remaining: 0 });
  const { data } = await at.stripe.invoices.list({ customer });
  expect(data.map(({ metadata }) => metadata?.overageChargeId)).toEqual(["ov_1"]);
  expect((await ledger()).balance).toBe(900);
});

test("[I2] a finalized invoice cannot be changed, and a paid one cannot be paid again", async () => {
  const customer = await newCustomer();
  const { id } = await draft(customer, 900);
  await at.stripe.invoices.finalizeInvoice(id);
  await expect(at.stripe.invoices.finalizeInvoice(id)).rejects.toThrow("already finalized");
  await expect(
    at.stripe.invoiceItems.create({ customer, invoice: id, amount: 1, currency: "usd" }),
  ).rejects.toMatchObject({ code: "invoice_not_editable" });
  await at.stripe.invoices.pay(id);
  await expect(at.stripe.invoices.pay(id)).rejects.toThrow("Invoice is already paid");
  await expect(at.stripe.invoices.voidInvoice(id)).rejects.toMatchObject({
    code: "status_transition_invalid",
  });
  expect((await ledger()).balance).toBe(900);
});

test("[I3] a declined payment is a 402 with the reason, and the invoice stays open", async () => {
  const customer = await newCustomer("pm_card_chargeCustomerFail");
  const { id } = await draft(customer, 900);
  await at.stripe.invoices.finalizeInvoice(id);
  await expect(at.stripe.invoices.pay(id)).rejects.toMatchObject({
    type: "StripeCardError",
    code: "card_declined",
    decline_code: "generic_decline",
    payment_intent: { status: "requires_payment_method" },
  });
  expect(await at.stripe.invoices.retrieve(id)).toMatchObject({
    status: "open",
    attempt_count: 1,
    attempted: true,
  });
  const good = await at.stripe.paymentMethods.attach("pm_card_visa", { customer });
  expect((await at.stripe.invoices.pay(id, { payment_method: good.id })).status).toBe("paid");
  expect((await at.stripe.paymentIntents.list({ customer })).data).toMatchObject([
    { status: "succeeded", amount_received: 900 },
  ]);
});

test("[I4] less than 50 cents is not charged and stays on the customer's balance", async () => {
  const customer = await newCustomer();
  const { id } = await draft(customer, 49);
  expect(await at.stripe.invoices.finalizeInvoice(id)).toMatchObject({
    status: "paid",
    amount_paid: 0,
    total: 49,
    ending_balance: 49,
  });
  const next = await draft(customer, 100);
  expect((await at.stripe.invoices.pay(next.id)).amount_paid).toBe(149);
  const exact = await draft(customer, 50);
  expect((await at.stripe.invoices.pay(exact.id)).amount_paid).toBe(50);
  expect((await ledger()).balance).toBe(199);
});

test("[I5] an invoice can be voided or marked uncollectible, and each ends past due", async () => {
  for (const act of ["voidInvoice", "markUncollectible"] as const) {
    const { customer, subscription } = await subscribe(at, {
      number: "4000000000000341",
      trialDays: 7,
    });
    await at.advanceDays(7.1);
    const [open] = (await at.stripe.invoices.list({ customer, status: "open" })).data;
    const settled = await at.stripe.invoices[act](must(open, "the open invoice").id);
    expect(settled.status).toBe(act === "voidInvoice" ? "void" : "uncollectible");
    expect((await at.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  }
});

test("[I6] a draft can be deleted with its items, an open invoice cannot", async () => {
  const customer = await newCustomer();
  const { id } = await draft(customer, 900);
  expect(await at.stripe.invoices.del(id)).toMatchObject({ id, deleted: true });
  expect((await at.stripe.invoiceItems.list({ customer })).data).toEqual([]);
  const other = await draft(customer, 900);
  await at.stripe.invoices.finalizeInvoice(other.id);
  await expect(at.stripe.invoices.del(other.id)).rejects.toMatchObject({
    code: "invoice_not_editable",
  });
});

test("[I7] without any payment method an invoice cannot be paid", async () => {
  const { id: customer } = await at.stripe.customers.create();
  const { id } = await draft(customer, 900);
  await expect(at.stripe.invoices.pay(id)).rejects.toMatchObject({
    statusCode: 400,
    code: undefined,
    message: "There is no `default_payment_method` set on this Customer or Invoice.",
  });
  expect((await at.stripe.invoices.retrieve(id)).status).toBe("open");
});

test("[I8] an invoice has its own page, on which anybody who has its URL can pay it", async () => {
  const { id: customer } = await at.stripe.customers.create({ email: "ada@example.com" });
  const { id } = await draft(customer, 900);
  const { hosted_invoice_url } = await at.stripe.invoices.finalizeInvoice(id);
  const url = must(hosted_invoice_url, "the invoice's page");
  expect((await submit(url, { with: "new", ...card(GOOD_CARD) })).status).toBe(303);
  expect((await at.stripe.invoices.retrieve(id)).status).toBe("paid");
  expect((await fetch(`${url.slice(0, -1)}_`)).status).toBe(404);
});

/** The status of an invoice's one payment intent. */
async function paymentStatus(invoice: string): Promise<string> {
  const expand = ["payments.data.payment.payment_intent"];
  const { payments } = await at.stripe.invoices.retrieve(invoice, { expand });
  const intent = must(payments?.data[0]?.payment.payment_intent, "the payment intent");
  return typeof intent === "string" ? intent : intent.status;
}

test("[I11] while a bank account is charged, the invoice stays open and cannot be paid again", async () => {
  const customer = await newCustomer("pm_usBankAccount_processing");
  const { id } = await draft(customer, 900);
  const attempted = await at.stripe.invoices.pay(id);
  expect(attempted).toMatchObject({ status: "open", attempted: true, amount_remaining: 900 });
  expect(await paymentStatus(id)).toBe("processing");
  await expect(at.stripe.invoices.pay(id)).rejects.toMatchObject({ statusCode: 400 });
  await at.advanceDays(30);
  expect(await paymentStatus(id)).toBe("processing");
  const [charge] = (await at.stripe.charges.list({ customer })).data;
  expect(charge).toMatchObject({ status: "pending", paid: false });
});

test.each([
  ["pm_usBankAccount_success", "succeeded", "paid", "invoice.paid", 900],
  [
    "pm_usBankAccount_insufficientFunds",
    "requires_payment_method",
    "open",
    "invoice.payment_failed",
    0,
  ],
])(
  "[I11] a bank account responds after days: %s",
  async (token, intent, status, event, charged) => {
    at.onlyHere();
    const customer = await newCustomer(token);
    const { id } = await draft(customer, 900);
    await at.stripe.invoices.pay(id);
    await at.advanceDays(3);
    expect(await paymentStatus(id)).toBe("processing");
    expect((await ledger()).charged).toBe(0);
    await at.advanceDays(1.1);
    expect(await paymentStatus(id)).toBe(intent);
    expect(await at.stripe.invoices.retrieve(id)).toMatchObject({ status, attempt_count: 1 });
    expect((await ledger()).charged).toBe(charged);
    const { data } = await at.stripe.events.list({ limit: 100 });
    const types = data.map(({ type }) => type);
    expect(types).toContain("payment_intent.processing");
    expect(types).toContain(event);
    // A declined payment can be tried again.
    if (status === "open") {
      const { id: method } = await at.stripe.paymentMethods.attach("pm_card_visa", { customer });
      const paid = await at.stripe.invoices.pay(id, { payment_method: method });
      expect(paid.status).toBe("paid");
    }
  },
);

test("[I11] a subscription is active while a bank account pays for it, and past due when that fails", async () => {
  at.onlyHere();
  const customer = await newCustomer("pm_usBankAccount_insufficientFunds");
  const price = await createPrice(at, "starter", 2900);
  const { id, status } = await at.stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }],
  });
  expect(status).toBe("active");
  await at.advanceDays(3);
  expect((await at.stripe.subscriptions.retrieve(id)).status).toBe("active");
  await at.advanceDays(1.1);
  expect((await at.stripe.subscriptions.retrieve(id)).status).toBe("past_due");
});

test("[M1] a charge can be refunded in parts, and never more than its amount", async () => {
  const customer = await newCustomer();
  const charge = await paidCharge(customer);
  const part = await at.stripe.refunds.create({ charge: charge.id, amount: 300 });
  expect(part).toMatchObject({ status: "succeeded", amount: 300 });
  await expect(at.stripe.refunds.create({ charge: charge.id, amount: 701 })).rejects.toThrow(
    "Refund amount ($7.01) is greater than unrefunded amount on charge ($7.00)",
  );
  await at.stripe.refunds.create({ payment_intent: idOf(charge.payment_intent) });
  await expect(at.stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({
    code: "charge_already_refunded",
  });
  expect(await at.stripe.charges.retrieve(charge.id)).toMatchObject({
    refunded: true,
    amount_refunded: 1000,
  });
  expect(await ledger()).toMatchObject({ balance: 0, charged: 1000, refunded: 1000 });
  expect((await at.stripe.refunds.list({ charge: charge.id })).data).toHaveLength(2);
  await expect(at.stripe.refunds.create({})).rejects.toMatchObject({ code: "parameter_missing" });
});

test("[M2] a dispute withdraws the money until it is won", async () => {
  const customer = await newCustomer();
  const charge = await paidCharge(customer);
  const { id } = (await at.control("disputes", { charge: charge.id })) as { id: string };
  expect(await at.stripe.disputes.retrieve(id)).toMatchObject({
    status: "needs_response",
    amount: 1000,
  });
  expect((await ledger()).balance).toBe(0);
  await expect(at.stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({
    code: "charge_disputed",
  });
  await at.control("disputes/close", { dispute: id, status: "won" });
  expect((await ledger()).balance).toBe(1000);
  await expect(at.control("disputes/close", { dispute: id, status: "lost" })).rejects.toThrow(
    "is closed",
  );
});

test("[M2] a card that disputes its payments does so automatically, and the dispute leads to the invoice", async () => {
  const { subscription } = await subscribe(at, { number: DISPUTED_CARD });
  const [dispute] = (await at.stripe.disputes.list()).data;
  const payments = await at.stripe.invoicePayments.list({
    payment: {
      type: "payment_intent",
      payment_intent: idOf(must(dispute, "the dispute").payment_intent),
    },
  });
  expect(payments.data.map(({ invoice }) => invoice)).toEqual([subscription.latest_invoice]);
});

test("[U1] deleting a customer deletes subscriptions and detaches cards, and it can only be retrieved as deleted", async () => {
  const { customer, subscription } = await subscribe(at);
  expect(await at.stripe.customers.del(customer)).toMatchObject({ id: customer, deleted: true });
  expect(await at.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
  expect((await at.stripe.subscriptions.retrieve(subscription.id)).status).toBe("canceled");
  await expect(at.stripe.customers.update(customer, { name: "x" })).rejects.toMatchObject({
    statusCode: 404,
  });
  await expect(at.stripe.invoices.create({ customer, currency: "usd" })).rejects.toMatchObject({
    code: "resource_missing",
    param: "customer",
  });
  const { data } = await at.stripe.events.list({
    types: ["customer.deleted", "payment_method.detached"],
  });
  expect(data.map(({ type }) => type)).toEqual(["customer.deleted", "payment_method.detached"]);
});

test("[U2] a detached card belongs to nobody and is no default", async () => {
  const { customer, subscription } = await subscribe(at);
  const method = idOf(subscription.default_payment_method);
  expect((await at.stripe.paymentMethods.detach(method)).customer).toBeNull();
  expect(
    (await at.stripe.subscriptions.retrieve(subscription.id)).default_payment_method,
  ).toBeNull();
  expect((await at.stripe.paymentMethods.list({ customer })).data).toEqual([]);
  expect((await at.stripe.paymentMethods.retrieve(method)).card?.last4).toBe("4242");
  await expect(at.stripe.paymentMethods.detach(method)).rejects.toThrow("not attached");
});

test("[U3] a card is attached to one customer, and only that customer pays with it", async () => {
  const customer = await newCustomer();
  const [method] = (await at.stripe.paymentMethods.list({ customer })).data;
  const { id: other } = await at.stripe.customers.create();
  const id = must(method, "the card").id;
  await expect(at.stripe.paymentMethods.attach(id, { customer: other })).rejects.toThrow(
    "already been attached",
  );
  const { id: invoice } = await draft(other, 900);
  await expect(at.stripe.invoices.pay(invoice, { payment_method: id })).rejects.toMatchObject({
    param: "payment_method",
  });
  await expect(
    at.stripe.paymentMethods.attach("pm_card_visa_chargeDeclined", { customer }),
  ).rejects.toMatchObject({ type: "StripeCardError", statusCode: 402 });
});

test("[B3] a setting decides whether the portal's card becomes the customer's or the subscription's default", async () => {
  for (const owner of ["customer", "subscription"] as const) {
    await at.control("settings", { portalCardBecomesDefaultOf: owner });
    const { customer, subscription } = await subscribe(at);
    const portal = await openPortal(at, customer);
    await submit(`${portal}/payment-method`, card("5555555555554444"));
    const now = await at.stripe.subscriptions.retrieve(subscription.id);
    const holder = (await at.stripe.customers.retrieve(customer)) as Stripe.Customer;
    const [ofCustomer, ofSubscription] = [
      holder.invoice_settings.default_payment_method,
      now.default_payment_method,
    ];
    expect([ofCustomer !== null, ofSubscription !== null]).toEqual([
      owner === "customer",
      owner === "subscription",
    ]);
    await at.advanceDays(32);
    const [newest] = (await at.stripe.charges.list({ customer })).data;
    expect(newest?.payment_method_details?.card?.last4).toBe("4444");
  }
});

test("[B4] a setting decides whether the portal cancels despite a schedule", async () => {
  for (const does of ["release", "refuse"] as const) {
    await at.control("settings", { portalCancelWithSchedule: does });
    const { customer, subscription, starter } = await subscribe(at);
    await scheduleDowngrade(at, subscription, starter.id);
    const portal = await openPortal(at, customer);
    const answer = await submit(`${portal}/subscriptions/${subscription.id}/cancel`, {});
    const now = await at.stripe.subscriptions.retrieve(subscription.id);
    const end = itemOf(subscription).current_period_end;
    expect([answer.status, now.cancel_at, now.schedule === null]).toEqual(
      does === "release" ? [303, end, true] : [400, null, false],
    );
  }
});
