/** The judge itself: what it accepts, and what it reports. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Exchange } from "@hark/stripe-stand-in/witness";
import { eventViolations, exchangeViolations } from "../../judges/stripe.ts";
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

function violations(
  answer: object,
  { form = "name=Ada", status = 200, path = "/v1/customers" } = {},
) {
  const exchange: Exchange = { method: "POST", path, form, status, body: JSON.stringify(answer) };
  return exchangeViolations(exchange, { isStrict: false });
}

test("[O1] whatever Stripe publishes passes", () => {
  expect(violations(customer)).toEqual([]);
  expect(eventViolations(event)).toEqual([]);
});

test("[O1] each field of a response that is missing, unknown or of another type is reported", () => {
  for (const name of Object.keys(customer)) {
    expect(violations({ ...customer, [name]: { never: [] } }), name).not.toEqual([]);
  }
  const { id, object } = customer;
  expect(violations({ id, object })).toContain("it.created is missing");
  expect(violations({ ...customer, invented: 1 })).toEqual([
    "it.invented is not a published field",
  ]);
  expect(violations({ ...customer, tax_exempt: "perhaps" })).toEqual([
    'it.tax_exempt is "perhaps", not one of its published values',
  ]);
});

test("[O1] a request's parameters are checked too", () => {
  expect(violations(customer, { form: "favourite=x" })).toEqual([
    "the request: favourite is not a published parameter",
  ]);
  expect(violations(customer, { form: "balance=many" })).toEqual([
    'the request: balance is "many", not number',
  ]);
  expect(violations(customer, { form: "expand[0]=email" })).toEqual([
    "email is expanded, which is not published",
  ]);
});

test("[O1] error responses have published codes, and call nothing unknown that Stripe publishes", () => {
  const refusal = (code: string, param?: string) => ({
    error: { type: "invalid_request_error", message: "No.", code, param },
  });
  const refused = { status: 400, form: "shipping[name]=Ada" };
  expect(violations(refusal("parameter_missing", "shipping[address]"), refused)).toEqual([]);
  expect(violations(refusal("not_simulated", "shipping"), refused)).toEqual([]);
  expect(violations(refusal("made_up"), refused)).toEqual(["made_up is not a published code"]);
  expect(violations(refusal("parameter_unknown", "shipping"), refused)).toEqual([
    "shipping is published, but called unknown",
  ]);
  expect(violations({ error: { type: "bad_error", message: "No." } }, refused)).not.toEqual([]);
});

test("[O1] an event has a published type and contains the object of that type", () => {
  expect(eventViolations({ ...event, type: "customer.married" })).toEqual([
    "customer.married is not a published event type",
  ]);
  expect(eventViolations({ ...event, type: "invoice.paid" })).not.toEqual([]);
});
