import type Stripe from "stripe";
import { expect, test } from "vitest";
import { concerning } from "./stripeEvents";

function event(type: string, object: object, previous_attributes?: object): Stripe.Event {
  const data = previous_attributes === undefined ? { object } : { object, previous_attributes };
  return { id: "evt_1", type, livemode: false, data } as unknown as Stripe.Event;
}

function customerIn(object: object, before?: object): string | null {
  return concerning(event("some.event", object, before)).customerId;
}

test("an event about a customer is theirs", () => {
  expect(customerIn({ object: "customer", id: "cus_1" })).toBe("cus_1");
});

test.each(["subscription", "invoice", "checkout.session", "charge"])(
  "a %s names whose it is",
  (object) => {
    expect(customerIn({ object, id: "x_1", customer: "cus_1" })).toBe("cus_1");
    expect(customerIn({ object, id: "x_1", customer: { id: "cus_2" } })).toBe("cus_2");
    expect(customerIn({ object, id: "x_1", customer: null })).toBeNull();
  },
);

test("a card that was taken away belonged to somebody", () => {
  const detached = { object: "payment_method", id: "pm_1", customer: null };
  expect(customerIn(detached, { customer: "cus_1" })).toBe("cus_1");
});

test("an event about an invoice says which", () => {
  const invoice = { object: "invoice", id: "in_1", customer: "cus_1" };
  expect(concerning(event("invoice.paid", invoice))).toEqual({
    id: "evt_1",
    type: "invoice.paid",
    isLive: false,
    customerId: "cus_1",
    invoiceId: "in_1",
    disputeId: null,
  });
});

test("an event about a dispute says which, and not whose it is", () => {
  const dispute = { object: "dispute", id: "du_1", charge: "ch_1" };
  const { customerId, disputeId } = concerning(event("charge.dispute.created", dispute));
  expect([customerId, disputeId]).toEqual([null, "du_1"]);
});
