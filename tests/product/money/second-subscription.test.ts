/**
 * A second subscription is ended and refunded, and a failure of one of these steps does not block the other forever.
 */
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../../convex/_generated/api";
import {
  DAY_MS,
  HOUR_MS,
  amountsOf,
  customerOf,
  moneyOf,
  newOwner,
  onEachBillingBackend,
  paying,
  secondSubscription,
} from "./billing-world.ts";
import { checkOut } from "./stripe-pages.ts";

const REFUND = { kind: "error", method: "POST", path: "/v1/refunds", times: 100 } as const;
const CANCEL = { kind: "error", method: "DELETE", path: "/v1/subscriptions/", times: 100 } as const;

/** The alerts to the operator; the local backend's functions have their own console. */
function watchAlerts(): () => { text: string; about: object }[] {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => logged.mockRestore());
  return () =>
    logged.mock.calls
      .filter(([text]) => String(text).startsWith("ALERT"))
      .map(([text, about]) => ({ text: String(text), about: about as object }));
}

const seesAlerts = () => inject("backend") === "convex-test";
const DONE = "ALERT A second subscription was cancelled and refunded";

onEachBillingBackend((world) => {
  const statusOf = async (id: string) => (await world().stripe.subscriptions.retrieve(id)).status;
  const attention = () => world().inside.query(internal.operator.attention, {});
  const workOn = async (subscriptionId: string) =>
    (await world().rows("jobs")).filter(({ key }) => key.endsWith(`/${subscriptionId}`));
  const later = async (ms: number) => {
    await world().advance(ms);
    await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    await world().settle();
  };

  // T32: docs/security.md
  test("while Stripe refuses refunds it is cancelled anyway, and refunded when Stripe accepts refunds again", async () => {
    const alerts = watchAlerts();
    const subscriber = await paying(world(), "STARTER");
    await world().control.fault(REFUND);
    const second = await secondSubscription(world(), subscriber);
    await world().settle();
    expect(await statusOf(second)).toBe("canceled");
    expect(await amountsOf(world(), subscriber.customerId)).toEqual([2900, 2900]);
    const deliveries = await world().control.deliveries();
    expect(deliveries.filter(({ outcome }) => outcome === "500")).toEqual([]);
    expect(alerts()).toEqual([]);

    await world().control.clearFaults();
    await later(HOUR_MS);
    expect(await amountsOf(world(), subscriber.customerId)).toEqual([2900, 2900, -2900]);
    expect(await workOn(second)).toEqual([]);
    await later(DAY_MS);
    if (seesAlerts()) {
      const { customerId: stripeCustomerId } = subscriber;
      expect(alerts()).toEqual([
        { text: DONE, about: { stripeCustomerId, subscriptionId: second, refundedCents: 2900 } },
      ]);
    }
  });

  // T32: docs/security.md
  test("while Stripe refuses cancellations it waits to be cancelled, and does not renew", async () => {
    const subscriber = await paying(world(), "STARTER");
    await world().control.fault(CANCEL);
    const second = await secondSubscription(world(), subscriber);
    await world().settle();
    expect(await statusOf(second)).toBe("active");
    await later(HOUR_MS);
    await world().control.clearFaults();
    await later(HOUR_MS);
    expect(await statusOf(second)).toBe("canceled");
    expect(await amountsOf(world(), subscriber.customerId)).toEqual([2900, 2900, -2900]);
    expect((await customerOf(world(), subscriber.owner)).subscription).toMatchObject({
      stripeSubscriptionId: subscriber.subscriptionId,
      status: "active",
    });
  });

  test("a payment that its owner disputes is not refunded, and the operator is told once", async () => {
    const alerts = watchAlerts();
    const subscriber = await paying(world(), "STARTER");
    await world().control.hold();
    const second = await secondSubscription(world(), subscriber);
    const paid = must((await moneyOf(world(), subscriber.customerId)).at(-1), "payment");
    await world().control.dispute(paid.charge);
    await world().control.release();
    await world().settle();
    expect(await statusOf(second)).toBe("canceled");
    for (let days = 0; days < 6; days += 0.5) await later(DAY_MS / 2);
    expect(await attention()).toMatchObject([{ kind: "extraSubscription" }]);
    if (seesAlerts()) {
      const aboutSecond = alerts().filter(({ about }) => JSON.stringify(about).includes(second));
      expect(aboutSecond).toMatchObject([{ text: "ALERT A job was given up" }]);
    }
    expect(await amountsOf(world(), subscriber.customerId)).toEqual([2900, 2900, -2900]);
  });

  test("a payment that support has partly refunded gets the rest refunded", async () => {
    const subscriber = await paying(world(), "STARTER");
    await world().control.hold();
    const second = await secondSubscription(world(), subscriber);
    const { charge } = must((await moneyOf(world(), subscriber.customerId)).at(-1), "payment");
    await world().stripe.refunds.create({ charge, amount: 500 });
    await world().control.release();
    await world().settle();
    expect(await statusOf(second)).toBe("canceled");
    expect(await amountsOf(world(), subscriber.customerId)).toEqual([2900, 2900, -500, -2400]);
  });

  test("of two payments one is refunded even if Stripe refuses the other", async () => {
    const subscriber = await paying(world(), "STARTER");
    await world().control.fault(CANCEL);
    const second = await secondSubscription(world(), subscriber);
    await world().settle();
    const [, first] = await moneyOf(world(), subscriber.customerId);
    await world().control.dispute(must(first, "payment").charge);
    await world().advance(31 * DAY_MS + 2 * HOUR_MS);
    const renewals = (await moneyOf(world(), subscriber.customerId)).slice(3);
    expect(renewals.map(({ amount }) => amount)).toEqual([2900, 2900]);
    await world().control.clearFaults();
    // It was given up meanwhile; each of Stripe's responses requests it again.
    await world().inside.action(internal.billing.subscriptions.scheduledSync.syncDueCustomers, {});
    await world().settle();
    await later(HOUR_MS);
    expect(await statusOf(second)).toBe("canceled");
    const refunds = (await moneyOf(world(), subscriber.customerId)).filter(
      ({ kind }) => kind === "refund",
    );
    expect(refunds.map(({ amount }) => amount)).toEqual([-2900]);
  });

  // T34: docs/security.md
  test("the second subscription stays, with its money, if the first has ended before it could be cancelled", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner, customerId, subscriptionId } = subscriber;
    await world().control.hold();
    const second = await secondSubscription(world(), subscriber);
    await world().control.fault({ ...CANCEL, path: `/v1/subscriptions/${second}` });
    await world().control.release();
    await world().settle();
    expect(await statusOf(second)).toBe("active");
    await world().stripe.subscriptions.cancel(subscriptionId);
    await world().settle();
    await world().control.clearFaults();
    await later(HOUR_MS);
    expect(await statusOf(second)).toBe("active");
    expect(await amountsOf(world(), customerId)).toEqual([2900, 2900]);
    expect((await customerOf(world(), owner)).subscription).toMatchObject({
      stripeSubscriptionId: second,
      status: "active",
    });
    expect(await workOn(second)).toEqual([]);
  });

  // T32: docs/security.md
  test("a payment page that is still open is closed, however long Stripe fails", async () => {
    const { owner } = await newOwner(world());
    const subscribe = api.subscriptions.subscribe;
    const page = must(await owner.action(subscribe, { planType: "STARTER" }), "page");
    const { stripeCustomerId: customer } = await customerOf(world(), owner);
    const { data: prices } = await world().stripe.prices.list({ limit: 1 });
    const left = await world().stripe.checkout.sessions.create({
      mode: "subscription",
      customer,
      line_items: [{ price: must(prices[0], "price").id, quantity: 1 }],
      success_url: "https://example.com",
    });
    const path = `/v1/checkout/sessions/${left.id}`;
    await world().control.fault({ kind: "error", method: "POST", path, times: 3 });
    await checkOut(page, "good");
    await world().settle();
    const isOpen = async () =>
      (await world().stripe.checkout.sessions.retrieve(left.id)).status === "open";
    expect(await isOpen()).toBe(true);
    await later(HOUR_MS);
    expect(await isOpen()).toBe(false);
  });
});
