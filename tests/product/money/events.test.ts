import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../../convex/_generated/api";
import { stripeClient } from "../../../convex/vendors/stripe";
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  amountsOf,
  chargesOf,
  customerOf,
  newOwner,
  onEachBillingBackend,
  onTrial,
  paying,
  periodsOf,
  runJobs,
  secondSubscription,
  subscriptionOf,
  useMinutes,
} from "./billing-world.ts";
import type { BillingWorld } from "./billing-world.ts";
import { checkOut } from "./stripe-pages.ts";

const { getUserSubscription } = api.subscriptions;

/** The IDs of the held events, oldest first. */
async function held({ control }: BillingWorld, type?: string): Promise<string[]> {
  const deliveries = await control.deliveries();
  return deliveries
    .filter((one) => one.state === "held" && (type === undefined || one.type === type))
    .map(({ event }) => event);
}

/** Sends a request as anybody on the internet could. */
async function send(
  world: BillingWorld,
  event: object,
  { secret = world.webhookSecret, atMs = world.clock.now(), body = JSON.stringify(event) } = {},
): Promise<number> {
  const time = Math.floor(atMs / 1000);
  const signed = `${time}.${JSON.stringify(event)}`;
  const signature = createHmac("sha256", secret).update(signed).digest("hex");
  const response = await fetch(`${world.siteUrl}/stripe`, {
    method: "POST",
    body,
    headers: { "Stripe-Signature": `t=${time},v1=${signature}` },
  });
  return response.status;
}

function eventOf(customer: string, more: object = {}) {
  const object = { id: "sub_1", object: "subscription", customer, status: "active", ...more };
  const type = "customer.subscription.updated";
  return {
    id: `evt_${crypto.randomUUID()}`,
    object: "event",
    livemode: false,
    type,
    data: { object },
  };
}

onEachBillingBackend((world) => {
  // T32: docs/security.md
  test("an event that arrives five times has one effect", async () => {
    const { owner } = await newOwner(world());
    await world().control.hold();
    const url = await owner.action(api.subscriptions.subscribe, { planType: "STARTER" });
    await checkOut(must(url, "address"), "good");
    const [event] = await held(world(), "customer.subscription.created");
    const before = await customerOf(world(), owner);
    await world().control.deliver(Array.from({ length: 5 }, () => must(event, "event")));
    const after = await customerOf(world(), owner);
    expect(after.lastAppliedSync).toBe(before.lastAppliedSync + 1);
    const seen = (await world().rows("stripeEvents")).filter(({ eventId }) => eventId === event);
    expect(seen).toHaveLength(1);
    expect(await subscriptionOf(owner)).toMatchObject({ status: "trialing" });
  });

  test("a deletion that arrives before an update remains a deletion", async () => {
    const { owner, subscriptionId } = await paying(world(), "STARTER");
    await world().control.hold();
    await world().stripe.subscriptions.update(subscriptionId, { metadata: { note: "changed" } });
    await world().stripe.subscriptions.cancel(subscriptionId);
    const [updated] = await held(world(), "customer.subscription.updated");
    const [deleted] = await held(world(), "customer.subscription.deleted");
    await world().control.deliver([must(deleted, "deletion"), must(updated, "update")]);
    expect(await owner.query(getUserSubscription, {})).toBeNull();
    expect((await customerOf(world(), owner)).subscription).toMatchObject({
      stripeStatus: "canceled",
    });
  });

  test("events in reverse order have the same result", async () => {
    const { owner } = await newOwner(world());
    await world().control.hold();
    const url = await owner.action(api.subscriptions.subscribe, { planType: "PRO" });
    await checkOut(must(url, "address"), "good");
    await world().control.deliver((await held(world())).reverse());
    expect(await subscriptionOf(owner)).toMatchObject({ status: "trialing", planType: "PRO" });
    expect(await periodsOf(world(), owner)).toHaveLength(1);
  });

  // T32: docs/security.md
  test("of two overlapping syncs, the one that started earlier does not overwrite the later one", async () => {
    const { owner, customerId, subscriptionId } = await paying(world(), "STARTER");
    const { inside, secretKey, stripeUrl: apiUrl } = world();
    const stripeCustomerId = customerId;
    const { fetchCustomerState } = stripeClient({ secretKey, apiUrl });
    const begin = () =>
      inside.mutation(internal.billing.subscriptions.sync.begin, {
        stripeCustomerId,
        eventId: null,
      });
    await world().control.hold();

    const early = must(await begin(), "sync");
    const stale = await fetchCustomerState(customerId);
    await world().stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
    const late = must(await begin(), "sync");
    const fresh = await fetchCustomerState(customerId);
    const common = { stripeCustomerId, eventId: null };
    await inside.mutation(internal.billing.subscriptions.sync.apply, {
      ...common,
      sync: late,
      state: fresh,
    });
    await inside.mutation(internal.billing.subscriptions.sync.apply, {
      ...common,
      sync: early,
      state: stale,
    });
    expect(await subscriptionOf(owner)).toMatchObject({ cancelAtPeriodEnd: true });
  });

  // T34: docs/security.md
  test("a subscription that an earlier sync saw beside ours is not ended because of it", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { customerId } = subscriber;
    const { inside, secretKey, stripeUrl: apiUrl } = world();
    const { fetchCustomerState } = stripeClient({ secretKey, apiUrl });
    const common = { stripeCustomerId: customerId, eventId: null };
    const begin = async () =>
      must(await inside.mutation(internal.billing.subscriptions.sync.begin, common), "sync");
    await world().control.hold();
    const other = await secondSubscription(world(), subscriber);
    const [early, late] = [await begin(), await begin()];
    const stale = await fetchCustomerState(customerId);
    await world().stripe.subscriptions.cancel(other);
    const fresh = await fetchCustomerState(customerId);
    const apply = async (sync: number, state: typeof stale) => {
      await inside.mutation(internal.billing.subscriptions.sync.apply, { ...common, sync, state });
      await world().settle();
    };
    await apply(late, fresh);
    await apply(early, stale);
    expect(await amountsOf(world(), customerId)).toEqual([2900, 2900]);
    // The same subscription, if the newest sync sees it, is one too many.
    await apply(await begin(), stale);
    expect(await amountsOf(world(), customerId)).toEqual([2900, 2900, -2900]);
  });

  // T32: docs/security.md
  test("an event with a missing, old or wrong signature changes nothing", async () => {
    const { owner, customerId } = await onTrial(world(), "STARTER");
    const before = await customerOf(world(), owner);
    const event = eventOf(customerId);
    const forged = JSON.stringify({ ...event, type: "customer.subscription.deleted" });
    expect(await send(world(), event, { secret: "whsec_guessed" })).toBe(400);
    expect(await send(world(), event, { atMs: world().clock.now() - 6 * MINUTE_MS })).toBe(400);
    expect(await send(world(), event, { body: forged })).toBe(400);
    expect(await send(world(), { ...event, livemode: true })).toBe(400);
    const unsigned = await fetch(`${world().siteUrl}/stripe`, { method: "POST", body: "{}" });
    expect(unsigned.status).toBe(400);
    expect(await customerOf(world(), owner)).toEqual(before);
  });

  // T32: docs/security.md
  test("an event's own claims are not trusted, and a customer stays with its owner", async () => {
    const ada = await paying(world(), "STARTER");
    const bob = await onTrial(world(), "STARTER");
    const metadata = { ownerId: ada.owner.userId, userId: ada.owner.userId };
    expect(await send(world(), eventOf(bob.customerId, { status: "canceled", metadata }))).toBe(
      200,
    );
    expect(await send(world(), eventOf("cus_unknown", { metadata }))).toBe(200);
    expect(await subscriptionOf(ada.owner)).toMatchObject({ status: "active" });
    expect(await subscriptionOf(bob.owner)).toMatchObject({ status: "trialing" });
    expect((await customerOf(world(), ada.owner)).stripeCustomerId).toBe(ada.customerId);
  });

  // T32: docs/security.md
  test("an event that could not be processed is sent again, and then is processed", async () => {
    const { owner } = await newOwner(world());
    const url = await owner.action(api.subscriptions.subscribe, { planType: "STARTER" });
    await world().control.hold();
    await checkOut(must(url, "address"), "good");
    const [event] = await held(world(), "customer.subscription.created");
    const path = "/v1/subscriptions";
    await world().control.fault({ kind: "error", method: "GET", path, times: 3 });
    await world().control.deliver([must(event, "event")]);
    const outcomeOf = async () =>
      (await world().control.deliveries()).find((one) => one.event === event)?.outcome;
    expect(await outcomeOf()).toBe("500");
    expect(await owner.query(getUserSubscription, {})).toBeNull();

    await world().control.deliver([must(event, "event")]);
    expect(await outcomeOf()).toBe("200");
    expect(await subscriptionOf(owner)).toMatchObject({ status: "trialing" });
  });

  // T32: docs/security.md
  test("if events never arrive, the state is correct within an hour of a call", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner, subscriptionId } = subscriber;
    await world().control.hold();
    await world().stripe.subscriptions.cancel(subscriptionId);
    await world().control.drop(await held(world()));
    await useMinutes(world(), subscriber, 1);
    await world().advance(HOUR_MS);
    await runJobs(world());
    expect(await owner.query(getUserSubscription, {})).toBeNull();
  });

  test("an owner without calls is synced with Stripe when the period ends, and not earlier", async () => {
    const { owner, subscriptionId } = await paying(world(), "STARTER");
    await world().advance(HOUR_MS);
    await runJobs(world());
    const { syncsBegun } = await customerOf(world(), owner);
    await world().control.hold();
    await world().stripe.subscriptions.cancel(subscriptionId);
    await world().control.drop(await held(world()));
    await world().advance(DAY_MS);
    await runJobs(world());
    expect((await customerOf(world(), owner)).syncsBegun).toBe(syncsBegun);

    await world().advance(31 * DAY_MS);
    await runJobs(world());
    expect(await owner.query(getUserSubscription, {})).toBeNull();
  });

  test("the hourly job ignores owners without a subscription until they open the payment page again", async () => {
    const { owner, subscriptionId } = await onTrial(world(), "STARTER");
    await world().stripe.subscriptions.cancel(subscriptionId);
    await world().advance(2 * DAY_MS);
    await runJobs(world());
    const isWatched = async () => (await customerOf(world(), owner)).isIdle === undefined;
    expect(await isWatched()).toBe(false);

    await world().control.hold();
    const url = await owner.action(api.subscriptions.subscribe, { planType: "STARTER" });
    await checkOut(must(url, "address"), "good");
    await world().control.drop(await held(world()));
    expect(await owner.query(getUserSubscription, {})).toBeNull();
    await runJobs(world());
    expect(await owner.query(getUserSubscription, {})).toMatchObject({ status: "active" });
    expect(await isWatched()).toBe(true);
  });

  // T43: docs/security.md
  test("a customer that cannot be synced delays no other", async () => {
    const ada = await onTrial(world(), "STARTER");
    const bob = await onTrial(world(), "PRO");
    await world().control.hold();
    await world().stripe.subscriptions.cancel(ada.subscriptionId);
    await world().stripe.subscriptions.cancel(bob.subscriptionId);
    await world().control.drop(await held(world()));
    const path = `/v1/customers/${ada.customerId}`;
    await useMinutes(world(), ada, 1);
    await useMinutes(world(), bob, 1);
    world().skip(HOUR_MS);
    await world().control.fault({ kind: "error", path, times: 3 });
    await world().inside.action(internal.billing.subscriptions.scheduledSync.syncDueCustomers, {});
    await world().settle();
    expect(await bob.owner.query(getUserSubscription, {})).toBeNull();
    world().skip(HOUR_MS);
    await world().inside.action(internal.billing.subscriptions.scheduledSync.syncDueCustomers, {});
    await world().settle();
    expect(await ada.owner.query(getUserSubscription, {})).toBeNull();
  });

  test.each([-10, 10])(
    "with clocks %i minutes apart events are refused, and still nothing is lost or charged twice",
    async (minutes) => {
      world().setSkew(minutes * MINUTE_MS);
      const subscriber = await newOwner(world());
      const { owner } = subscriber;
      const url = await owner.action(api.subscriptions.subscribe, { planType: "STARTER" });
      await checkOut(must(url, "address"), "good");
      await world().settle();
      // Only old events are refused: Stripe's clock may be ahead of ours.
      if (minutes < 0) expect(await owner.query(getUserSubscription, {})).toBeNull();
      await runJobs(world());
      expect(await subscriptionOf(owner)).toMatchObject({ status: "trialing" });
      await world().advance(8 * DAY_MS);
      await runJobs(world());
      await useMinutes(world(), subscriber, 250 + 60);
      const check = () => owner.action(api.overageBilling.triggerOverageCheck, {});
      expect(await check()).toMatchObject({ charged: true });
      await runJobs(world());
      expect(await check()).toMatchObject({ charged: false });
      const { stripeCustomerId } = await customerOf(world(), owner);
      expect(await amountsOf(world(), stripeCustomerId)).toEqual([2900, 900]);
      expect(await chargesOf(world(), owner)).toMatchObject([{ state: "paid" }]);
    },
  );
});
