/** Events and their delivery, verified by the SDK's own signature check; and what a restart keeps. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startStripe } from "@hark/stripe-stand-in";
import { subscribe } from "./shop.ts";
import { startTestStripe } from "./stand-in.ts";
import type { TestStripe } from "./stand-in.ts";

let at: TestStripe;
beforeEach(async () => void (at = await startTestStripe()));
afterEach(() => at.close());

const types = () => at.received.map(({ type }) => type);

async function deliveries() {
  const { deliveries: all } = await at.look("webhooks/settled");
  return all as { event: string; type: string; state: string; attempts: number }[];
}

test("[W1] events arrive signed and in order, even if the clock is months ahead", async () => {
  await at.advanceDays(100);
  await subscribe(at);
  await deliveries();
  const { data } = await at.stripe.events.list({ limit: 100 });
  expect(types()).toEqual(data.map(({ type }) => type).reverse());
  expect(types()).toEqual(
    expect.arrayContaining([
      "customer.created",
      "customer.subscription.created",
      "customer.subscription.updated",
      "invoice.created",
      "invoice.finalized",
      "invoice.paid",
      "payment_method.attached",
      "checkout.session.completed",
    ]),
  );
  expect(at.received.every(({ livemode }) => !livemode)).toBe(true);
});

test("[W2] an event shows its object as it was, and what an update changed", async () => {
  const { id } = await at.stripe.customers.create({ name: "Ada" }, { idempotencyKey: "w2" });
  await at.stripe.customers.update(id, { name: "Ada L." });
  await at.stripe.customers.update(id, { name: "Ada L." });
  await deliveries();
  expect(at.received.map(({ data }) => data)).toMatchObject([
    { object: { id, name: "Ada" } },
    { object: { name: "Ada L." }, previous_attributes: { name: "Ada" } },
  ]);
  expect(at.received[0]?.request).toMatchObject({ idempotency_key: "w2" });
});

test("[W3] a refused event is retried with growing delays until it is accepted", async () => {
  at.answers.push(500, 503);
  await at.stripe.customers.create();
  expect(await deliveries()).toMatchObject([{ state: "pending", attempts: 1 }]);
  await at.control("advance", { seconds: 6 });
  expect(await deliveries()).toMatchObject([{ state: "pending", attempts: 2 }]);
  await at.control("advance", { seconds: 31 });
  expect(await deliveries()).toMatchObject([{ state: "delivered", attempts: 3 }]);
  expect(types()).toEqual(["customer.created"]);
});

test("[W4] an event that is refused for three days is given up", async () => {
  at.answers.push(...Array.from({ length: 10 }, () => 500));
  await at.stripe.customers.create();
  for (let attempt = 1; attempt < 10; attempt += 1) {
    await deliveries();
    await at.advanceDays(1.3);
  }
  expect(await deliveries()).toMatchObject([{ state: "failed", attempts: 10 }]);
});

test("[W5] deliveries can be held, dropped, doubled, reordered and released", async () => {
  await at.control("webhooks/hold");
  for (const name of ["a", "b", "c"]) await at.stripe.customers.create({ name });
  const held = await deliveries();
  expect(held.map(({ state }) => state)).toEqual(["held", "held", "held"]);
  const [a = "", b = "", c = ""] = held.map(({ event }) => event);
  await at.control("webhooks/deliver", { events: [c, a, a] });
  await at.control("webhooks/drop", { events: [b] });
  await at.control("webhooks/release");
  expect((await deliveries()).map(({ state }) => state)).toEqual([
    "delivered",
    "dropped",
    "delivered",
  ]);
  expect(at.received.map(({ id }) => id)).toEqual([c, a, a]);
});

test("[W6] an endpoint outside this machine is refused", async () => {
  for (const url of ["https://example.com/hook", "http://10.0.0.1/", "nonsense"]) {
    expect(() => at.standIn.setWebhookEndpoint(url)).toThrow(
      "must be an http address of this machine",
    );
    await expect(at.control("webhooks/endpoint", { url, secret: "whsec_x" })).rejects.toThrow(
      "this machine",
    );
  }
});

test("[W7] the endpoint may change, and pending events go to the new one", async () => {
  await at.control("webhooks/endpoint", { url: "http://127.0.0.1:9/", secret: "whsec_x" });
  await at.stripe.customers.create({ name: "Ada" });
  expect(await deliveries()).toMatchObject([{ state: "pending", attempts: 1 }]);
  at.standIn.setWebhookEndpoint(at.endpointUrl);
  await at.control("advance", { seconds: 6 });
  await deliveries();
  expect(types()).toEqual(["customer.created"]);
});

test("[W8] an endpoint that selects some event types gets no others", async () => {
  const kept = await mkdtemp(path.join(os.tmpdir(), "hark-stripe-"));
  const webhook = { url: at.endpointUrl, events: ["customer.updated"] as const };
  const standIn = await startStripe({ dataFolder: kept, port: 0, webhook });
  const { hostname, port } = new URL(standIn.url);
  const stripe = new Stripe(standIn.secretKey, { host: hostname, port, protocol: "http" });
  const { id } = await stripe.customers.create({ name: "Ada" });
  await stripe.customers.update(id, { name: "Ada L." });
  expect(await standIn.webhooksSettled()).toBe(1);
  const { data } = await stripe.events.list();
  expect(data.map(({ type, pending_webhooks }) => [type, pending_webhooks])).toEqual([
    ["customer.updated", 1],
    ["customer.created", 0],
  ]);
  await standIn.close();
  await rm(kept, { recursive: true });
});

// https://docs.stripe.com/api/webhook_endpoints, and WebhookEndpoints.d.ts of the SDK.
test("[W9] an endpoint is created through the API: its secret is shown once, and it gets the selected events", async () => {
  const { webhookEndpoints } = at.stripe;
  const made = await webhookEndpoints.create({
    url: at.endpointUrl,
    enabled_events: ["customer.deleted"],
    api_version: Stripe.API_VERSION,
    metadata: { purpose: "test" },
  });
  expect(made).toMatchObject({ status: "enabled", livemode: false, metadata: { purpose: "test" } });
  expect(made.secret).toMatch(/^whsec_/);
  const shown = await webhookEndpoints.retrieve(made.id);
  expect(shown).toEqual(expect.not.objectContaining({ secret: expect.anything() as unknown }));
  const { data } = await webhookEndpoints.list({ limit: 100 });
  expect(data.map(({ url, secret }) => [url, secret])).toEqual([
    [at.endpointUrl, undefined],
    [at.endpointUrl, undefined],
  ]);

  // Two endpoints selected it, and one of them signs with a secret that the receiver does not accept.
  const { id } = await at.stripe.customers.create({ name: "Ada" });
  await at.stripe.customers.del(id);
  expect(await deliveries()).toMatchObject([
    { type: "customer.created", state: "delivered" },
    { type: "customer.deleted", state: "delivered" },
    { type: "customer.deleted", state: "pending", attempts: 1 },
  ]);
  const [deleted] = (await at.stripe.events.list({ type: "customer.deleted" })).data;
  expect(deleted?.pending_webhooks).toBe(1);
});

test("[W9] an endpoint can be given more events, disabled and deleted", async () => {
  const { webhookEndpoints } = at.stripe;
  const url = at.endpointUrl;
  const { id } = await webhookEndpoints.create({ url, enabled_events: ["invoice.paid"] });
  const changed = await webhookEndpoints.update(id, {
    enabled_events: ["invoice.paid", "customer.created"],
    disabled: true,
  });
  expect(changed).toMatchObject({
    status: "disabled",
    enabled_events: ["invoice.paid", "customer.created"],
  });
  await at.stripe.customers.create({ name: "Ada" });
  expect(await deliveries()).toHaveLength(1);
  await webhookEndpoints.update(id, { disabled: false });
  await at.stripe.customers.create({ name: "Bob" });
  expect(await deliveries()).toHaveLength(3);
  expect(await webhookEndpoints.del(id)).toMatchObject({ id, deleted: true });
  await expect(webhookEndpoints.retrieve(id)).rejects.toMatchObject({ code: "resource_missing" });
  await at.stripe.customers.create({ name: "Cy" });
  expect(await deliveries()).toHaveLength(4);
});

test("[W9] an account has at most sixteen endpoints, each for existing event types", async () => {
  const url = at.endpointUrl;
  const create = (name: string) =>
    at.stripe.webhookEndpoints.create({ url, enabled_events: [name as "*"] });
  await expect(create("nonsense")).rejects.toMatchObject({ param: "enabled_events[0]" });
  for (let made = 1; made < 16; made += 1) await create("*");
  await expect(create("*")).rejects.toThrow("maximum of 16");
});

test("[R1] a restart keeps everything, sends pending events and runs what has become due", async () => {
  await at.control("webhooks/hold");
  const { subscription } = await subscribe(at, { number: null, trialDays: 7 });
  const { secretKey, webhookSecret } = at.standIn;
  await at.standIn.close();
  at.clock.advance(8 * 86_400_000);
  await at.restart();
  expect([at.standIn.secretKey, at.standIn.webhookSecret]).toEqual([secretKey, webhookSecret]);
  expect(await at.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: "canceled",
    ended_at: subscription.trial_end,
  });
  await at.control("webhooks/release");
  await deliveries();
  expect(types()).toEqual(
    expect.arrayContaining(["checkout.session.completed", "customer.subscription.deleted"]),
  );
});

test("[R2] a port in use is reported", async () => {
  const port = Number(new URL(at.standIn.url).port);
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), "hark-stripe-"));
  await expect(startStripe({ dataFolder, port })).rejects.toThrow("EADDRINUSE");
  expect(await readdir(dataFolder)).toEqual(["keys.json"]);
  await rm(dataFolder, { recursive: true });
});
