/** In any sequence of owners' actions, the money adds up. */
import fc from "fast-check";
import type Stripe from "stripe";
import { expect, test } from "vitest";
import { itemOf, subscribe } from "./shop.ts";
import { startTestStripe } from "./stand-in.ts";
import type { TestStripe } from "./stand-in.ts";

type Step =
  | { kind: "advance"; days: number }
  | {
      kind: "change";
      to: "starter" | "pro";
      proration: "always_invoice" | "create_prorations" | "none";
    }
  | { kind: "cancel" | "reactivate" | "goodCard" | "badCard" | "payOpen" | "refund" };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("advance" as const), days: fc.integer({ min: 1, max: 40 }) }),
  fc.record({
    kind: fc.constant("change" as const),
    to: fc.constantFrom("starter" as const, "pro" as const),
    proration: fc.constantFrom(
      "always_invoice" as const,
      "create_prorations" as const,
      "none" as const,
    ),
  }),
  fc.record({
    kind: fc.constantFrom("cancel", "reactivate", "goodCard", "badCard", "payOpen", "refund"),
  }) as fc.Arbitrary<Step>,
);

interface Running {
  at: TestStripe;
  customer: string;
  subscription: string;
  prices: Record<"starter" | "pro", string>;
}

async function take({ at, customer, subscription, prices }: Running, step: Step) {
  const { stripe } = at;
  const useCard = async (token: string) => {
    const { id } = await stripe.paymentMethods.attach(token, { customer });
    await stripe.subscriptions.update(subscription, { default_payment_method: id });
  };
  switch (step.kind) {
    case "advance":
      return at.advanceDays(step.days);
    case "change": {
      const { id } = itemOf(await stripe.subscriptions.retrieve(subscription));
      const items = [{ id, price: prices[step.to] }];
      return stripe.subscriptions.update(subscription, {
        items,
        proration_behavior: step.proration,
        payment_behavior: "error_if_incomplete",
      });
    }
    case "cancel":
      return stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    case "reactivate":
      return stripe.subscriptions.update(subscription, { cancel_at: "" });
    case "goodCard":
      return useCard("pm_card_visa");
    case "badCard":
      return useCard("pm_card_chargeCustomerFail");
    case "payOpen": {
      const { data } = await stripe.invoices.list({ customer, status: "open" });
      for (const { id } of data) await stripe.invoices.pay(id);
      return;
    }
    case "refund": {
      const { data } = await stripe.charges.list({ customer });
      const paid = data.find((charge) => charge.paid && !charge.refunded);
      if (paid !== undefined) await stripe.refunds.create({ charge: paid.id, amount: 1 });
    }
  }
}

/** Refusals are allowed; any other error fails the test. */
async function attempt(running: Running, step: Step): Promise<void> {
  try {
    await take(running, step);
  } catch (error) {
    const status = (error as { statusCode?: number }).statusCode ?? 0;
    if (![400, 402].includes(status)) throw error;
  }
}

function fullPeriods(invoices: Stripe.Invoice[]): string[] {
  return invoices
    .flatMap(({ lines }) => lines.data)
    .filter(({ parent }) => parent?.subscription_item_details?.proration === false)
    .map(({ period }) => `${period.start}–${period.end}`);
}

test("[L1] payments minus refunds equal the ledger, and no period is billed twice", async () => {
  const at = await startTestStripe();
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        await at.control("reset");
        const { customer, subscription, starter, pro } = await subscribe(at);
        const prices = { starter: starter.id, pro: pro.id };
        for (const one of steps) {
          await attempt({ at, customer, subscription: subscription.id, prices }, one);
        }
        const invoices = await at.stripe.invoices
          .list({ customer, limit: 100 })
          .autoPagingToArray({ limit: 1000 });
        const charges = await at.stripe.charges
          .list({ customer, limit: 100 })
          .autoPagingToArray({ limit: 1000 });
        const paid = invoices.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
        const refunded = charges.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0);
        expect((await at.look("ledger")).balance).toBe(paid - refunded);

        const periods = fullPeriods(invoices);
        expect(new Set(periods).size).toBe(periods.length);

        // Whatever was billed and settled was either paid or is on the customer's balance.
        const { balance } = (await at.stripe.customers.retrieve(customer)) as Stripe.Customer;
        const settled = invoices.filter(({ status }) => status === "paid");
        const owed = invoices.filter(({ status }) => status === "open");
        const billed = [...settled, ...owed].reduce((sum, { total }) => sum + total, 0);
        const due = owed.reduce((sum, { amount_due }) => sum + amount_due, 0);
        expect(billed).toBe(paid + due + balance);
      }),
      { numRuns: 25 },
    );
  } finally {
    await at.close();
  }
});

test("[L2] an upgrade that is reversed at once costs only the elapsed time", async () => {
  const at = await startTestStripe();
  try {
    const { customer, subscription, starter, pro } = await subscribe(at);
    await at.advanceDays(11);
    const { id } = itemOf(subscription);
    for (const price of [pro.id, starter.id]) {
      await at.stripe.subscriptions.update(subscription.id, { items: [{ id, price }] });
    }
    const { data } = await at.stripe.invoiceItems.list({ customer, pending: true });
    const net = data.reduce((sum, { amount }) => sum + amount, 0);
    expect(data).toHaveLength(4);
    // A second may pass between the two, and each pair of lines is rounded differently.
    expect(Math.abs(net)).toBeLessThanOrEqual(2);
  } finally {
    await at.close();
  }
});
