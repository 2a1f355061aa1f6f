import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../../convex/_generated/api";
import { MESSAGES, REFUSALS } from "../../../convex/shared/messages";
import { refusal } from "../refusal.ts";
import {
  DAY_MS,
  HOUR_MS,
  TRIAL_AND_PAYMENT_MS,
  amountsOf,
  customerOf,
  newOwner,
  onEachBillingBackend,
  onTrial,
  paying,
  runJobs,
  secondSubscription,
  subscribeAnew,
  subscriptionOf,
} from "./billing-world.ts";
import { checkOut } from "./stripe-pages.ts";

const { getUserSubscription, getSubscriptionPlans, subscribe, refreshSubscription } =
  api.subscriptions;

onEachBillingBackend((world) => {
  test("an owner without a subscription sees both plans with their trial", async () => {
    const { owner } = await newOwner(world());
    expect(await owner.query(getUserSubscription, {})).toBeNull();
    expect(await owner.query(getSubscriptionPlans, {})).toMatchObject({
      STARTER: { name: "Starter", price: 2900, trialDays: 7 },
      PRO: { name: "Pro", price: 4900, trialDays: 7 },
    });
  });

  test("a checkout starts a trial that is shown without a reload", async () => {
    const { owner } = await onTrial(world(), "STARTER");
    expect(await subscriptionOf(owner)).toMatchObject({
      status: "trialing",
      planType: "STARTER",
      cancelAtPeriodEnd: false,
      paymentMethod: { brand: "visa", last4: "4242" },
      pendingPlanType: null,
      plan: { name: "Starter", price: 2900, limits: { includedMinutes: 250 } },
    });
  });

  test("the payment page says how many minutes a trial without a card has", async () => {
    const { owner } = await newOwner(world());
    const url = must(await owner.action(subscribe, { planType: "STARTER" }), "address");
    const page = await (await fetch(url)).text();
    expect(page).toContain("Without a payment method, the trial includes 100 minutes.");
    expect(page).toContain("One free trial per person:");
  });

  test("two clicks and two tabs share one payment page, and choosing another plan closes it", async () => {
    const { owner } = await newOwner(world());
    const begin = () => owner.action(subscribe, { planType: "STARTER" });
    const [one, two] = await Promise.all([begin(), begin()]);
    const later = await begin();
    expect([two, later]).toEqual([one, one]);

    const other = await owner.action(subscribe, { planType: "PRO" });
    expect(other).not.toBe(one);
    const { stripeCustomerId: customer } = await customerOf(world(), owner);
    const open = await world().stripe.checkout.sessions.list({ customer, status: "open" });
    expect(open.data.map(({ url }) => url)).toEqual([other]);
  });

  // T42: docs/security.md
  test("a customer whose creation had no response is removed at Stripe, even if its owner is gone by then", async () => {
    const { owner } = await newOwner(world());
    // Stripe's client itself makes three attempts.
    const lost = { kind: "drop", method: "POST", path: "/v1/customers", times: 3 } as const;
    await world().control.fault(lost);
    await expect(owner.action(subscribe, { planType: "STARTER" })).rejects.toMatchObject({
      data: { code: "payments_unavailable" },
    });
    const ofOwner = async () => {
      const { data } = await world().stripe.customers.list({ limit: 100 });
      return data.filter(({ metadata }) => metadata.ownerId === owner.userId);
    };
    expect(await ofOwner()).toHaveLength(1);
    await owner.mutation(api.account.deleteAccount, {});
    await world().settle();
    await world().advance(HOUR_MS);
    await runJobs(world());
    expect(await ofOwner()).toEqual([]);
    const work = await world().rows("jobs");
    expect(work.filter(({ key }) => key.includes(owner.userId))).toEqual([]);
  });

  test("of two subscriptions the second is cancelled and refunded", async () => {
    const { owner, customerId, subscriptionId } = await paying(world(), "STARTER");
    const second = await secondSubscription(world(), { customerId });
    await world().settle();

    expect((await world().stripe.subscriptions.retrieve(second)).status).toBe("canceled");
    expect(await amountsOf(world(), customerId)).toEqual([2900, 2900, -2900]);
    const known = (await customerOf(world(), owner)).subscription;
    expect(known).toMatchObject({ stripeSubscriptionId: subscriptionId, status: "active" });
  });

  test("an owner whose payment event has not arrived yet gets no second payment page", async () => {
    const { owner } = await newOwner(world());
    await world().control.hold();
    const url = must(await owner.action(subscribe, { planType: "STARTER" }), "address");
    await checkOut(url, "good");
    expect(await owner.query(getUserSubscription, {})).toBeNull();
    expect(await owner.action(subscribe, { planType: "STARTER" })).toBeNull();
    expect(await subscriptionOf(owner)).toMatchObject({ status: "trialing", planType: "STARTER" });
  });

  test("returning from the payment page shows the subscription before its event, which then changes nothing", async () => {
    const { owner } = await newOwner(world());
    await world().control.hold();
    const url = must(await owner.action(subscribe, { planType: "PRO" }), "address");
    await checkOut(url, "good");
    await owner.action(refreshSubscription, {});
    const shown = await subscriptionOf(owner);
    expect(shown).toMatchObject({ status: "trialing", planType: "PRO" });
    await world().control.release();
    await world().settle();
    expect(await subscriptionOf(owner)).toEqual(shown);
  });

  test("the event alone shows it too, without a return", async () => {
    const { owner } = await onTrial(world(), "PRO");
    expect(await subscriptionOf(owner)).toMatchObject({ status: "trialing", planType: "PRO" });
  });

  test("a trial without a card ends as cancelled and owes nothing", async () => {
    const { owner, customerId } = await onTrial(world(), "STARTER", null);
    expect(await subscriptionOf(owner)).toMatchObject({ status: "trialing", paymentMethod: null });
    await world().advance(TRIAL_AND_PAYMENT_MS);
    expect(await owner.query(getUserSubscription, {})).toBeNull();
    expect((await customerOf(world(), owner)).subscription).toMatchObject({ status: "other" });
    await runJobs(world());
    expect(await amountsOf(world(), customerId)).toEqual([]);
  });

  test.each([
    ["STARTER", 2900],
    ["PRO", 4900],
  ] as const)("a trial of %s with a card is charged exactly once", async (plan, cents) => {
    const { owner, customerId } = await onTrial(world(), plan);
    expect(await amountsOf(world(), customerId)).toEqual([]);
    await world().advance(TRIAL_AND_PAYMENT_MS);
    await runJobs(world());
    expect(await amountsOf(world(), customerId)).toEqual([cents]);
    expect(await subscriptionOf(owner)).toMatchObject({ status: "active" });
  });

  test("an owner who cancelled and subscribes again gets no second trial", async () => {
    const { owner, customerId } = await paying(world(), "STARTER");
    await owner.action(api.subscriptions.cancelSubscription, {});
    await world().advance(32 * DAY_MS);
    expect(await owner.query(getUserSubscription, {})).toBeNull();
    expect(await owner.query(getSubscriptionPlans, {})).toMatchObject({
      STARTER: { trialDays: 0 },
      PRO: { trialDays: 0 },
    });
    await subscribeAnew(world(), owner, "PRO");
    expect(await subscriptionOf(owner)).toMatchObject({ status: "active", planType: "PRO" });
    expect(await amountsOf(world(), customerId)).toEqual([2900, 4900]);
  });

  test("a second trial, however it started, is ended", async () => {
    const { owner, customerId, subscriptionId } = await onTrial(world(), "STARTER");
    await world().stripe.subscriptions.cancel(subscriptionId);
    const [price] = (await world().stripe.prices.list({ limit: 1 })).data;
    const again = await world().stripe.subscriptions.create({
      customer: customerId,
      items: [{ price: must(price, "price").id }],
      trial_period_days: 7,
    });
    await world().settle();
    expect((await world().stripe.subscriptions.retrieve(again.id)).status).toBe("canceled");
    expect(await owner.query(getUserSubscription, {})).toBeNull();
  });

  // T34: docs/security.md
  test("free days that support grants to a returning owner change neither the subscription nor any payment", async () => {
    const { owner, customerId } = await paying(world(), "STARTER");
    await owner.action(api.subscriptions.cancelSubscription, {});
    await world().advance(32 * DAY_MS);
    await subscribeAnew(world(), owner, "PRO");
    const paidFor = must((await customerOf(world(), owner)).subscription, "subscription");
    await world().stripe.subscriptions.update(paidFor.stripeSubscriptionId, {
      trial_end: Math.floor((world().clock.now() + 14 * DAY_MS) / 1000),
      proration_behavior: "none",
    });
    await world().settle();
    await runJobs(world());
    expect(await subscriptionOf(owner)).toMatchObject({ status: "trialing", planType: "PRO" });
    expect(await amountsOf(world(), customerId)).toEqual([2900, 4900]);
    await world().advance(15 * DAY_MS);
    expect(await subscriptionOf(owner)).toMatchObject({ status: "active", planType: "PRO" });
    expect(await amountsOf(world(), customerId)).toEqual([2900, 4900, 4900]);
  });

  test("after a customer was deleted at Stripe, the next subscription has a new customer and no second trial", async () => {
    const { owner, customerId } = await onTrial(world(), "STARTER");
    await world().stripe.customers.del(customerId);
    await world().settle();
    expect(await owner.query(getUserSubscription, {})).toBeNull();
    await runJobs(world());

    const gone = owner.action(api.subscriptions.createCustomerPortalSession, {});
    await expect(gone).rejects.toEqual(refusal("no_subscription", REFUSALS.noSubscription));
    await subscribeAnew(world(), owner, "STARTER");
    const customer = await customerOf(world(), owner);
    expect(customer.stripeCustomerId).not.toBe(customerId);
    expect(await subscriptionOf(owner)).toMatchObject({ status: "active" });
    expect(await amountsOf(world(), customer.stripeCustomerId)).toEqual([2900]);
  });

  test("a removed card is no longer shown, and a payment method other than a card has no digits", async () => {
    const { owner, customerId } = await onTrial(world(), "STARTER");
    const cards = await world().stripe.paymentMethods.list({ customer: customerId });
    for (const { id } of cards.data) await world().stripe.paymentMethods.detach(id);
    await world().settle();
    expect(await subscriptionOf(owner)).toMatchObject({ paymentMethod: null });

    const linked = await onTrial(world(), "STARTER", "link");
    const shown = await subscriptionOf(linked.owner);
    expect(shown.paymentMethod).toEqual({ brand: "link" });
  });

  test("a subscription with an unknown price gives no plan, and is left to people", async () => {
    const { owner, customerId } = await paying(world(), "STARTER");
    const { data } = await world().stripe.subscriptions.list({ customer: customerId });
    const item = must(data[0]?.items.data[0], "item");
    const foreign = await world().stripe.prices.create({
      currency: "usd",
      unit_amount: 99,
      recurring: { interval: "month" },
      product_data: { name: "Something else" },
    });
    await world().stripe.subscriptions.update(must(data[0], "subscription").id, {
      items: [{ id: item.id, price: foreign.id }],
    });
    await world().settle();

    expect(await owner.query(getUserSubscription, {})).toBeNull();
    expect((await customerOf(world(), owner)).subscription).toMatchObject({ planType: null });
    const change = owner.action(subscribe, { planType: "PRO" });
    await expect(change).rejects.toEqual(refusal("plan_unknown", REFUSALS.planUnknown));
  });

  test("a yearly subscription does not give a monthly plan, and is left to people", async () => {
    const { customerId: paid } = await paying(world(), "STARTER");
    const { data } = await world().stripe.subscriptions.list({ customer: paid });
    const monthly = must(data[0]?.items.data[0], "item").price;
    const { owner } = await newOwner(world());
    await owner.action(subscribe, { planType: "STARTER" });
    const { stripeCustomerId: customer } = await customerOf(world(), owner);
    const yearly = await world().stripe.prices.create({
      currency: "usd",
      unit_amount: 29_000,
      recurring: { interval: "year" },
      product: monthly.product as string,
    });
    await world().stripe.subscriptions.create({
      customer,
      items: [{ price: yearly.id }],
      payment_behavior: "default_incomplete",
    });
    await world().settle();
    expect((await customerOf(world(), owner)).subscription).toMatchObject({ planType: null });
  });

  test("a price that was archived on the day of its creation is created again for the next subscriber", async () => {
    const first = await onTrial(world(), "PRO");
    const { data } = await world().stripe.subscriptions.list({ customer: first.customerId });
    const { price } = must(data[0]?.items.data[0], "item");
    await world().stripe.prices.update(price.id, { active: false });
    const { owner } = await onTrial(world(), "PRO");
    expect(await subscriptionOf(owner)).toMatchObject({ planType: "PRO", plan: { price: 4900 } });
  });

  // T12: docs/security.md
  test("nobody can reach another owner's billing", async () => {
    const ada = await paying(world(), "STARTER");
    const { owner: bob } = await newOwner(world());
    const portal = api.subscriptions.createCustomerPortalSession;
    const none = refusal("no_subscription", REFUSALS.noSubscription);
    await expect(bob.action(portal, {})).rejects.toEqual(none);
    await expect(bob.action(api.subscriptions.cancelSubscription, {})).rejects.toEqual(none);
    expect(await bob.action(api.overageBilling.triggerOverageCheck, {})).toMatchObject({
      success: false,
      error: REFUSALS.noSubscription,
    });
    expect(await subscriptionOf(ada.owner)).toMatchObject({ cancelAtPeriodEnd: false });
  });

  test("a visitor can do nothing with billing", async () => {
    const { visitor } = world();
    const refused = refusal("not_signed_in", MESSAGES.notSignedIn);
    const { reactivateSubscription, undoPlanChange, cancelSubscription } = api.subscriptions;
    const { createCustomerPortalSession: portal } = api.subscriptions;
    await expect(visitor.query(getUserSubscription, {})).rejects.toEqual(refused);
    await expect(visitor.query(getSubscriptionPlans, {})).rejects.toEqual(refused);
    await expect(visitor.action(subscribe, { planType: "PRO" })).rejects.toEqual(refused);
    for (const action of [cancelSubscription, reactivateSubscription, undoPlanChange]) {
      await expect(visitor.action(action, {})).rejects.toEqual(refused);
    }
    await expect(visitor.action(portal, {})).rejects.toEqual(refused);
    await expect(visitor.action(refreshSubscription, {})).rejects.toEqual(refused);
    const check = visitor.action(api.overageBilling.triggerOverageCheck, {});
    await expect(check).rejects.toEqual(refused);
  });

  test("if Stripe is overloaded, the action fails with a message and loses nothing", async () => {
    const { owner } = await newOwner(world());
    await world().control.fault({ kind: "rate_limit", path: "/v1/customers", times: 1 });
    const first = owner.action(subscribe, { planType: "STARTER" });
    await expect(first).rejects.toEqual(
      refusal("payments_unavailable", REFUSALS.paymentsUnavailable),
    );
    await subscribeAnew(world(), owner, "STARTER");
    expect(await subscriptionOf(owner)).toMatchObject({ status: "trialing" });
    const { data } = await world().stripe.customers.list({ email: owner.email });
    expect(data).toHaveLength(1);
  });

  test("a connection that breaks after Stripe has acted creates one customer and one page", async () => {
    const { owner } = await newOwner(world());
    await world().control.fault({ kind: "drop", method: "POST", path: "/v1/customers" });
    await world().control.fault({ kind: "drop", method: "POST", path: "/v1/checkout/sessions" });
    await subscribeAnew(world(), owner, "STARTER");
    expect(await world().control.unusedFaults()).toBe(0);
    const { stripeCustomerId: customer } = await customerOf(world(), owner);
    expect((await world().stripe.customers.list({ email: owner.email })).data).toHaveLength(1);
    expect((await world().stripe.checkout.sessions.list({ customer })).data).toHaveLength(1);
  });

  test("an owner who sends too many requests is told to wait", async () => {
    const { owner } = await newOwner(world());
    const requests = Array.from({ length: 25 }, () => owner.action(refreshSubscription, {}));
    const codes = (await Promise.allSettled(requests)).flatMap((result) =>
      result.status === "rejected"
        ? [(result.reason as { data?: { code?: string } }).data?.code]
        : [],
    );
    expect(codes).toContain("too_many_requests");
  });

  test("events are deleted after a month, and not earlier", async () => {
    const countOf = async (ids: string[]) =>
      (await world().rows("stripeEvents")).filter(({ eventId }) => ids.includes(eventId)).length;
    const before = new Set((await world().rows("stripeEvents")).map(({ eventId }) => eventId));
    await onTrial(world(), "STARTER");
    const after = (await world().rows("stripeEvents")).map(({ eventId }) => eventId);
    const own = after.filter((id) => !before.has(id));
    expect(own).not.toEqual([]);
    for (const [days, kept] of [
      [29, own.length],
      [2, 0],
    ] as const) {
      await world().advance(days * DAY_MS);
      await world().inside.mutation(internal.billing.subscriptions.snapshots.deleteOldEvents, {});
      await world().settle();
      expect(await countOf(own)).toBe(kept);
    }
  });
});
