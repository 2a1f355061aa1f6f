/** The API's conventions: keys, errors, lists, expansion, idempotency, ordered faults. */
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPrice, idOf, invoiceOver, submit, subscribe } from "./shop.ts";
import { startTestStripe } from "./stand-in.ts";
import type { TestStripe } from "./stand-in.ts";

let at: TestStripe;
beforeAll(async () => void (at = await startTestStripe()));
beforeEach(() => at.control("reset"));
afterAll(() => at.close());

interface ErrorBody {
  error: { type: string; code?: string; param?: string; message: string; doc_url?: string };
}

async function errorOf(response: Response): Promise<ErrorBody["error"] & { status: number }> {
  return { status: response.status, ...((await response.json()) as ErrorBody).error };
}

// Enough for a busy machine.
const PATIENT = { timeout: 10_000 };

const form = (fields: Record<string, string>) => ({
  method: "POST",
  body: new URLSearchParams(fields).toString(),
});

// T58: docs/security.md
test("[A1] only this folder's own key is accepted, and a real key is refused by name", async () => {
  const { hostname, port } = new URL(at.standIn.url);
  const withKey = (key: string) =>
    new Stripe(key, { host: hostname, port, protocol: "http", maxNetworkRetries: 0 });
  await expect(withKey("sk_live_abcdefghijklmnop").customers.list()).rejects.toMatchObject({
    statusCode: 401,
    type: "StripeAuthenticationError",
    message: expect.stringContaining("a real key must never be sent to it") as string,
  });
  await expect(withKey("sk_test_sim_of_somebody_else").customers.list()).rejects.toMatchObject({
    statusCode: 401,
    message: "Invalid API Key provided: sk_test_****else",
  });
  const none = await errorOf(await fetch(`${at.standIn.url}/v1/customers`));
  expect(none).toMatchObject({ status: 401, type: "invalid_request_error" });
});

test("[A2] a URL or method that Stripe does not have is 404", async () => {
  for (const [method, path] of [
    ["GET", "/v1/unicorns"],
    ["DELETE", "/v1/prices/price_1"],
    ["POST", "/v2/core/events"],
  ] as const) {
    expect(await errorOf(await at.raw(path, { method }))).toMatchObject({
      status: 404,
      message: expect.stringContaining(`Unrecognized request URL (${method}: ${path})`) as string,
    });
  }
});

test("[A3] an unknown, missing, empty or malformed parameter is named", async () => {
  const cases: [string, Record<string, string>, string | undefined, string][] = [
    ["customers", { favourite: "x" }, "parameter_unknown", "favourite"],
    [
      "checkout/sessions",
      { "payment_method_types[0]": "card" },
      "parameter_unknown",
      "payment_method_types",
    ],
    ["billing_portal/sessions", {}, "parameter_missing", "customer"],
    [
      "prices",
      { currency: "usd", unit_amount: "many", product: "p" },
      "parameter_invalid_integer",
      "unit_amount",
    ],
    [
      "prices",
      { currency: "usd", unit_amount: "1", product: "" },
      "parameter_invalid_empty",
      "product",
    ],
    ["customers", { email: "nobody" }, "email_invalid", "email"],
    ["products", { name: "x", active: "maybe" }, undefined, "active"],
    ["invoices", { customer: "cus_1", "metadata[a][b]": "x" }, undefined, "metadata[a]"],
  ];
  for (const [path, fields, code, param] of cases) {
    const error = await errorOf(await at.raw(`/v1/${path}`, form(fields)));
    expect(error).toMatchObject({ status: 400, type: "invalid_request_error", param });
    expect(error.code).toBe(code);
    const link = code === undefined ? undefined : `https://stripe.com/docs/error-codes/${code}`;
    expect(error.doc_url).toBe(link);
  }
});

test("[A4] another version of the API is refused", async () => {
  at.onlyHere();
  const answer = await at.raw("/v1/customers", { headers: { "Stripe-Version": "2019-02-11" } });
  expect(await errorOf(answer)).toMatchObject({
    status: 400,
    message: expect.stringContaining("2019-02-11") as string,
  });
});

test("[A5] lists have cursors, newest first, and the SDK iterates over all of them", async () => {
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) made.unshift((await at.stripe.customers.create()).id);
  const first = await at.stripe.customers.list({ limit: 2 });
  expect(first).toMatchObject({ has_more: true, url: "/v1/customers" });
  expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
  const next = await at.stripe.customers.list({ limit: 3, starting_after: made[1] ?? "" });
  expect(next.data.map(({ id }) => id)).toEqual(made.slice(2));
  expect(next.has_more).toBe(false);
  const before = await at.stripe.customers.list({ limit: 2, ending_before: made[3] ?? "" });
  expect(before.data.map(({ id }) => id)).toEqual(made.slice(1, 3));
  const all = await at.stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(all.map(({ id }) => id)).toEqual(made);
  await expect(at.stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: "limit" });
  await expect(at.stripe.customers.list({ starting_after: "cus_none" })).rejects.toMatchObject({
    code: "resource_missing",
  });
});

test("[A6] expansion works through objects and lists, and refuses what cannot be expanded", async () => {
  const { subscription } = await subscribe(at);
  const expanded = await at.stripe.subscriptions.retrieve(subscription.id, {
    expand: ["customer", "latest_invoice.payments", "items.data.price.product"],
  });
  expect(expanded).toMatchObject({
    customer: { object: "customer", email: "ada@example.com" },
    latest_invoice: { payments: { data: [{ status: "paid" }] } },
    items: { data: [{ price: { product: { name: "starter" } } }] },
  });
  for (const path of ["status", "nonsense", "items.data.price.product.nothing.at.all"]) {
    await expect(
      at.stripe.subscriptions.retrieve(subscription.id, { expand: [path] }),
    ).rejects.toMatchObject({ statusCode: 400, param: "expand" });
  }
});

test("[A7] metadata is merged, and an empty value removes its key", async () => {
  const { id } = await at.stripe.customers.create({ metadata: { a: "1", b: "2" } });
  const merged = await at.stripe.customers.update(id, { metadata: { b: "", c: "3" } });
  expect(merged.metadata).toEqual({ a: "1", c: "3" });
});

test("[A8] an unknown ID is 404 in the URL and 400 in a parameter", async () => {
  await expect(at.stripe.customers.retrieve("cus_none")).rejects.toMatchObject({
    statusCode: 404,
    code: "resource_missing",
    message: "No such customer: 'cus_none'",
  });
  await expect(
    at.stripe.invoices.create({ customer: "cus_none", currency: "usd" }),
  ).rejects.toMatchObject({ statusCode: 400, code: "resource_missing", param: "customer" });
});

test("[G1] a lookup key names one price, and moves only on request", async () => {
  const first = await createPrice(at, "plan", 100);
  await expect(
    at.stripe.prices.create({
      currency: "usd",
      unit_amount: 1,
      lookup_key: "plan",
      product: idOf(first.product),
    }),
  ).rejects.toThrow("already uses that lookup key");
  const second = await createPrice(at, "plan", 200);
  const { data } = await at.stripe.prices.list({
    lookup_keys: ["plan"],
    active: true,
    expand: ["data.product"],
  });
  expect(data).toMatchObject([{ id: second.id, unit_amount: 200, product: { name: "plan" } }]);
  expect((await at.stripe.prices.retrieve(first.id)).lookup_key).toBeNull();
});

test("[K1] the same request with the same key is executed once and gets the same response", async () => {
  const create = () =>
    at.raw("/v1/customers", { ...form({ name: "Ada" }), headers: { "Idempotency-Key": "k1" } });
  const [first, second] = [await create(), await create()];
  expect(first.headers.get("idempotent-replayed")).toBeNull();
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect(second.headers.get("request-id")).toBe(first.headers.get("request-id"));
  expect(await second.text()).toBe(await first.text());
  expect((await at.stripe.customers.list()).data).toHaveLength(1);
});

test("[K2] a key with other parameters is refused", async () => {
  await at.stripe.customers.create({ name: "Ada" }, { idempotencyKey: "k2" });
  await expect(
    at.stripe.customers.create({ name: "Bob" }, { idempotencyKey: "k2" }),
  ).rejects.toMatchObject({ statusCode: 400, type: "StripeIdempotencyError" });
});

test("[K3] a declined payment is replayed too, so the next attempt needs its own key", async () => {
  const { id: customer } = await at.stripe.customers.create();
  const bad = await at.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
  const good = await at.stripe.paymentMethods.attach("pm_card_visa", { customer });
  const invoice = await invoiceOver(at, customer, 900);
  const useDefault = (method: string) =>
    at.stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } });
  const pay = (key: string) => at.stripe.invoices.pay(invoice.id, {}, { idempotencyKey: key });
  await useDefault(bad.id);
  await expect(pay("try-1")).rejects.toMatchObject({ statusCode: 402, code: "card_declined" });
  await useDefault(good.id);
  await expect(pay("try-1")).rejects.toMatchObject({
    statusCode: 402,
    headers: { "idempotent-replayed": "true" },
  });
  expect((await pay("try-2")).status).toBe("paid");
});

test("[K4] a malformed request is not stored under its key, and no key is stored for more than a day", async () => {
  const wrong = { ...form({ nme: "Ada" }), headers: { "Idempotency-Key": "k4" } };
  expect((await at.raw("/v1/customers", wrong)).status).toBe(400);
  const first = await at.stripe.customers.create({ name: "Ada" }, { idempotencyKey: "k4" });
  await at.advanceDays(1.01);
  const second = await at.stripe.customers.create({ name: "Ada" }, { idempotencyKey: "k4" });
  expect(second.id).not.toBe(first.id);
});

test("[K5] while a request with a key is in progress, another one with it is refused", async () => {
  await at.control("faults", { kind: "hang", method: "POST", path: "/v1/customers" });
  const giveUp = new AbortController();
  const headers = { "Idempotency-Key": "k5" };
  const hanging = at.raw("/v1/customers", { ...form({}), headers, signal: giveUp.signal });
  hanging.catch(() => undefined);
  // The fault disappears from the list once the first request has met it.
  await expect.poll(async () => (await at.look("faults")).faults, PATIENT).toEqual([]);
  expect(await errorOf(await at.raw("/v1/customers", { ...form({}), headers }))).toMatchObject({
    status: 409,
    code: "idempotency_key_in_use",
  });
  giveUp.abort();
  await expect(hanging).rejects.toThrow();
  await expect
    .poll(async () => (await at.raw("/v1/customers", { ...form({}), headers })).status, PATIENT)
    .toBe(200);
});

test("[F1] a request with an ordered error or rate limit is not executed", async () => {
  await at.control("faults", { kind: "error", path: "/v1/customers", times: 1 });
  await expect(at.stripe.customers.create()).rejects.toMatchObject({
    statusCode: 500,
    type: "StripeAPIError",
  });
  await at.control("faults", { kind: "rate_limit" });
  await expect(at.stripe.customers.create()).rejects.toMatchObject({
    statusCode: 429,
    type: "StripeRateLimitError",
  });
  expect((await at.stripe.customers.list()).data).toEqual([]);
});

test("[F2] after a connection that breaks after the commit, the same key gets the result", async () => {
  const { hostname, port } = new URL(at.standIn.url);
  const retrying = new Stripe(at.standIn.secretKey, {
    host: hostname,
    port,
    protocol: "http",
    maxNetworkRetries: 2,
    telemetry: false,
  });
  await at.control("faults", { kind: "drop", method: "POST" });
  const customer = await retrying.customers.create({ name: "Ada" }, { idempotencyKey: "f2" });
  expect((await at.stripe.customers.list()).data.map(({ id }) => id)).toEqual([customer.id]);
});

test("[F3] a request that hangs is cancelled by its client, and not executed", async () => {
  await at.control("faults", { kind: "hang", method: "POST" });
  await expect(at.stripe.customers.create({}, { timeout: 100 })).rejects.toMatchObject({
    type: "StripeConnectionError",
  });
  expect((await at.stripe.customers.list()).data).toEqual([]);
});

test("[X1] the control API requires its token and knows its commands", async () => {
  const url = `${at.standIn.url}/_sim/reset`;
  expect((await fetch(url, { method: "POST" })).status).toBe(401);
  expect((await fetch(url, { method: "POST", headers: { "x-sim-token": "guess" } })).status).toBe(
    401,
  );
  await expect(at.control("unknown")).rejects.toThrow("does not know POST /_sim/unknown");
  await expect(at.control("advance", { seconds: -1 })).rejects.toThrow(
    "greater than or equal to 0",
  );
  await expect(at.control("faults", { kind: "flood" })).rejects.toThrow("Invalid kind");
});

test("[X2] requests for another host's name are refused", async () => {
  const { request } = await import("node:http");
  const status = await new Promise<number | undefined>((resolve, reject) => {
    request(at.standIn.url, { headers: { Host: "evil.example" } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
  expect(status).toBe(421);
});

test("[T1] a test clock moves the one clock forward, and runs everything that becomes due", async () => {
  at.onlyHere();
  const { subscription } = await subscribe(at, { trialDays: 7 });
  const clock = await at.stripe.testHelpers.testClocks.create({ frozen_time: at.now() });
  const later = at.now() + 8 * 86_400;
  const moved = await at.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: later });
  // As docs.stripe.com/billing/testing/test-clocks/api-advanced-usage says: poll until it is ready.
  expect(moved).toMatchObject({
    status: "advancing",
    status_details: { advancing: { target_frozen_time: later } },
  });
  expect(await at.stripe.testHelpers.testClocks.retrieve(clock.id)).toMatchObject({
    status: "ready",
    frozen_time: later,
  });
  expect((await at.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  expect(at.now()).toBeGreaterThanOrEqual(later);
  await expect(
    at.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: later - 60 }),
  ).rejects.toThrow("can only move forward");
  expect((await at.stripe.testHelpers.testClocks.retrieve(clock.id)).frozen_time).toBe(later);
});

test("[B1] without a configuration there is no portal, as in a new account", async () => {
  at.onlyHere();
  const { id: customer } = await at.stripe.customers.create();
  await expect(
    at.stripe.billingPortal.sessions.create({ customer, return_url: "http://127.0.0.1/x" }),
  ).rejects.toThrow("No configuration provided");
});

test("[B2] a customer's portal shows nothing of another's, and its link expires after an hour", async () => {
  const ada = await subscribe(at);
  const { id: customer } = await at.stripe.customers.create();
  const configuration = await at.stripe.billingPortal.configurations.create({
    features: {
      invoice_history: { enabled: true },
      subscription_cancel: { enabled: true, mode: "at_period_end" },
    },
  });
  const { url } = await at.stripe.billingPortal.sessions.create({
    customer,
    configuration: configuration.id,
  });
  const invoice = idOf(ada.subscription.latest_invoice);
  expect((await fetch(`${url}/invoices/${invoice}`)).status).toBe(404);
  const refused = await submit(`${url}/subscriptions/${ada.subscription.id}/cancel`, {});
  expect(refused.status).toBe(400);
  expect((await at.stripe.subscriptions.retrieve(ada.subscription.id)).cancel_at).toBeNull();
  await at.advanceDays(1 / 20);
  expect((await fetch(url)).status).toBe(404);
});
