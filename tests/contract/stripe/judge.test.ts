/** The judge itself: what it lets pass, and what it does not. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Exchange } from "@hark/stripe-stand-in/witness";
import { eventComplaints, exchangeComplaints } from "../../judges/stripe.ts";
import { startTestStripe } from "./stand-in.ts";
import type { TestStripe } from "./stand-in.ts";

let at: TestStripe;
let customer: Record<string, unknown>;
let event: Record<string, unknown>;

beforeAll(async () => {
  at = await startTestStripe();
  customer = await wire((await at.stripe.customers.create({ email: "ada@example.com" })).id);
  await at.standIn.webhooksSettled();
  event = JSON.parse(JSON.stringify(at.received[0])) as Record<string, unknown>;
});
afterAll(() => at.close());

async function wire(id: string): Promise<Record<string, unknown>> {
  const answer = await at.raw(`/v1/customers/${id}`);
  return (await answer.json()) as Record<string, unknown>;
}

function said(answer: object, { form = "name=Ada", status = 200, path = "/v1/customers" } = {}) {
  const exchange: Exchange = { method: "POST", path, form, status, body: JSON.stringify(answer) };
  return exchangeComplaints(exchange, { isStrict: false });
}

test("[O1] what Stripe publishes passes", () => {
  expect(said(customer)).toEqual([]);
  expect(eventComplaints(event)).toEqual([]);
});

test("[O1] every field of an answer that is missing, invented or of another kind is found", () => {
  for (const name of Object.keys(customer)) {
    expect(said({ ...customer, [name]: { never: [] } }), name).not.toEqual([]);
  }
  const { id, object } = customer;
  expect(said({ id, object })).toContain("it.created is missing");
  expect(said({ ...customer, invented: 1 })).toEqual([
    "it.invented is no field that Stripe publishes",
  ]);
  expect(said({ ...customer, tax_exempt: "perhaps" })).toEqual([
    'it.tax_exempt is "perhaps", which is none of its published values',
  ]);
});

test("[O1] a request is judged by what it is given, too", () => {
  expect(said(customer, { form: "favourite=x" })).toEqual([
    "the request: favourite is no parameter that Stripe publishes",
  ]);
  expect(said(customer, { form: "balance=many" })).toEqual([
    'the request: balance is "many", which is no number',
  ]);
  expect(said(customer, { form: "expand[0]=email" })).toEqual([
    "email is expanded, which is not published",
  ]);
});

test("[O1] refusals have published codes, and call nothing unknown that Stripe knows", () => {
  const refusal = (code: string, param?: string) => ({
    error: { type: "invalid_request_error", message: "No.", code, param },
  });
  const refused = { status: 400, form: "shipping[name]=Ada" };
  expect(said(refusal("parameter_missing", "shipping[address]"), refused)).toEqual([]);
  expect(said(refusal("not_simulated", "shipping"), refused)).toEqual([]);
  expect(said(refusal("made_up"), refused)).toEqual(["made_up is no code that Stripe publishes"]);
  expect(said(refusal("parameter_unknown", "shipping"), refused)).toEqual([
    "shipping is published, but called unknown",
  ]);
  expect(said({ error: { type: "bad_error", message: "No." } }, refused)).not.toEqual([]);
});

test("[O1] an event has a published type and carries its own object", () => {
  expect(eventComplaints({ ...event, type: "customer.married" })).toEqual([
    "customer.married is no event that Stripe publishes",
  ]);
  expect(eventComplaints({ ...event, type: "invoice.paid" })).not.toEqual([]);
});
