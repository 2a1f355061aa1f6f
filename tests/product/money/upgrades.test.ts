/** What an upgrade within a period costs and adds: the numbered examples of docs/billing.md. */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../../convex/_generated/api";
import {
  SILENT_PLATFORM,
  endOfCallReport,
  sendReport,
  startCall,
  voicedAssistant,
} from "../talk.ts";
import type { Owner } from "../world.ts";
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  amountsOf,
  chargesOf,
  onEachBillingBackend,
  onTrial,
  paying,
  periodsOf,
  runJobs,
  useMinutes,
} from "./billing-world.ts";
import type { BillingWorld, Subscriber } from "./billing-world.ts";
import { changeCard } from "./stripe-pages.ts";

const choose = (owner: Owner, planType: "STARTER" | "PRO") =>
  owner.action(api.subscriptions.subscribe, { planType });
const check = (owner: Owner) => owner.action(api.overageBilling.triggerOverageCheck, {});
const limitsOf = (owner: Owner) => owner.query(api.usage.checkUsageLimits, {});

async function periodAtStripe({ stripe }: BillingWorld, { subscriptionId }: Subscriber) {
  const { items, latest_invoice } = await stripe.subscriptions.retrieve(subscriptionId, {
    expand: ["latest_invoice"],
  });
  const { current_period_start: start, current_period_end: end } = must(items.data[0], "item");
  if (typeof latest_invoice === "string") throw new Error("The invoice is not expanded");
  return { start, end, invoicedAt: must(latest_invoice, "invoice").created };
}

/** Moves to the time at which this share of the period is left. */
async function waitUntilLeft(world: BillingWorld, subscriber: Subscriber, share: number) {
  const { start, end } = await periodAtStripe(world, subscriber);
  await world.advance((end - share * (end - start)) * 1000 - world.clock.now());
}

/** Upgrades and waits for everything that follows. Returns the share of the period that was paid. */
async function upgrade(world: BillingWorld, subscriber: Subscriber): Promise<number> {
  await choose(subscriber.owner, "PRO");
  await world.settle();
  const { start, end, invoicedAt } = await periodAtStripe(world, subscriber);
  return (end - invoicedAt) / (end - start);
}

const priceOf = (share: number) => Math.round(4900 * share) - Math.round(2900 * share);

async function rangesOf(world: BillingWorld, owner: Owner) {
  const charges = await chargesOf(world, owner);
  return charges.map(({ fromMinute, toMinute, amountCents, state }) => [
    fromMinute,
    toMinute,
    amountCents,
    state,
  ]);
}

onEachBillingBackend((world) => {
  test("1. half-way, within the included minutes: half the price for half the minutes", async () => {
    const subscriber = await paying(world(), "STARTER");
    await useMinutes(world(), subscriber, 100);
    await waitUntilLeft(world(), subscriber, 0.5);
    const share = await upgrade(world(), subscriber);
    expect(await amountsOf(world(), subscriber.customerId)).toEqual([2900, priceOf(share)]);
    expect(await rangesOf(world(), subscriber.owner)).toEqual([]);
    expect(await limitsOf(subscriber.owner)).toMatchObject({
      usedMinutes: 100,
      includedMinutes: 250 + 100,
      remainingMinutes: 250,
      usagePercentage: 29,
      overageRate: 12,
      overLimit: false,
    });
  });

  // T35: docs/security.md
  test("2. half-way, with fifty extra minutes: they are charged at the old rate, and the added minutes start after them", async () => {
    const subscriber = await paying(world(), "STARTER");
    await useMinutes(world(), subscriber, 300);
    await waitUntilLeft(world(), subscriber, 0.5);
    const share = await upgrade(world(), subscriber);
    const { owner, customerId } = subscriber;
    expect(await amountsOf(world(), customerId)).toEqual([2900, priceOf(share), 50 * 15]);
    expect(await limitsOf(owner)).toMatchObject({
      usedMinutes: 300,
      includedMinutes: 300 + 100,
      overageMinutes: 0,
      remainingMinutes: 100,
    });

    await useMinutes(world(), subscriber, 100 + 60);
    expect(await limitsOf(owner)).toMatchObject({ overLimit: true, overageMinutes: 60 });
    expect(await check(owner)).toMatchObject({ charged: true, minutes: 60, amount: 60 * 12 });
    expect(await rangesOf(world(), owner)).toEqual([
      [250, 300, 750, "paid"],
      [400, 460, 720, "paid"],
    ]);
  });

  // T35: docs/security.md
  test("3. nine hours before the end, with six hundred extra minutes: a few cents buy three minutes and erase nothing", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { start, end } = await periodAtStripe(world(), subscriber);
    await waitUntilLeft(world(), subscriber, 0.0132);
    await useMinutes(world(), subscriber, 850);
    const share = await upgrade(world(), subscriber);
    const { owner, customerId } = subscriber;
    expect((end - start) * share).toBeLessThan(10 * HOUR_MS);
    expect(priceOf(share)).toBeLessThan(30);
    // 27 cents are below Stripe's minimum, so they wait for the customer's next invoice.
    expect(await amountsOf(world(), customerId)).toEqual([2900, priceOf(share) + 600 * 15]);
    expect(await rangesOf(world(), owner)).toEqual([[250, 850, 9000, "paid"]]);
    expect(await limitsOf(owner)).toMatchObject({ includedMinutes: 853, remainingMinutes: 3 });

    await world().advance(13 * HOUR_MS);
    await runJobs(world());
    expect(await limitsOf(owner)).toMatchObject({ usedMinutes: 0, includedMinutes: 450 });
    const all = await amountsOf(world(), customerId);
    expect(all).toEqual([2900, priceOf(share) + 9000, 4900]);
  });

  test("4. three extra minutes are worth less than Stripe's minimum and are waived", async () => {
    const subscriber = await paying(world(), "STARTER");
    await useMinutes(world(), subscriber, 253);
    await waitUntilLeft(world(), subscriber, 0.5);
    const share = await upgrade(world(), subscriber);
    expect(await amountsOf(world(), subscriber.customerId)).toEqual([2900, priceOf(share)]);
    expect(await limitsOf(subscriber.owner)).toMatchObject({ includedMinutes: 253 + 100 });
  });

  test("5. extra minutes that were already charged use up none of the added ones", async () => {
    const subscriber = await paying(world(), "STARTER");
    await useMinutes(world(), subscriber, 320);
    expect(await check(subscriber.owner)).toMatchObject({ charged: true, minutes: 70 });
    await waitUntilLeft(world(), subscriber, 0.5);
    await upgrade(world(), subscriber);
    expect(await limitsOf(subscriber.owner)).toMatchObject({ includedMinutes: 320 + 100 });
    expect(await rangesOf(world(), subscriber.owner)).toEqual([[250, 320, 1050, "paid"]]);
  });

  test("6. on trial an upgrade is free and adds all of the plan's minutes", async () => {
    const subscriber = await onTrial(world(), "STARTER");
    await useMinutes(world(), subscriber, 250);
    await world().advance(3 * DAY_MS);
    await choose(subscriber.owner, "PRO");
    await world().settle();
    expect(await limitsOf(subscriber.owner)).toMatchObject({
      includedMinutes: 450,
      remainingMinutes: 200,
    });
    expect(await amountsOf(world(), subscriber.customerId)).toEqual([]);
    expect(await rangesOf(world(), subscriber.owner)).toEqual([]);
  });

  test("7. a declined upgrade changes nothing and charges nothing, and the next one charges once", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner, customerId } = subscriber;
    await useMinutes(world(), subscriber, 300);
    await waitUntilLeft(world(), subscriber, 0.5);
    const portal = await owner.action(api.subscriptions.createCustomerPortalSession, {});
    await changeCard(portal, "declinedLater");
    await world().settle();
    await expect(choose(owner, "PRO")).rejects.toMatchObject({
      data: { code: "payment_declined" },
    });
    await runJobs(world());
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
    expect(await rangesOf(world(), owner)).toEqual([]);
    expect(await limitsOf(owner)).toMatchObject({ includedMinutes: 250, overageMinutes: 50 });

    await changeCard(portal, "mastercard");
    await world().settle();
    const share = await upgrade(world(), subscriber);
    expect(await amountsOf(world(), customerId)).toEqual([2900, priceOf(share), 750]);
  });

  test("8. upgraded, then cancelled: the plan stays until the period ends", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner, customerId } = subscriber;
    await waitUntilLeft(world(), subscriber, 0.5);
    const share = await upgrade(world(), subscriber);
    await owner.action(api.subscriptions.cancelSubscription, {});
    expect(await limitsOf(owner)).toMatchObject({ includedMinutes: 350 });
    await useMinutes(world(), subscriber, 350 + 30);
    await world().advance(17 * DAY_MS);
    await runJobs(world());
    expect(await amountsOf(world(), customerId)).toEqual([2900, priceOf(share), 30 * 12]);
  });

  test("9. upgraded twice in a period, with the downgrade between cancelled: paid and added once", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner, customerId } = subscriber;
    await waitUntilLeft(world(), subscriber, 0.5);
    const share = await upgrade(world(), subscriber);
    await choose(owner, "STARTER");
    await waitUntilLeft(world(), subscriber, 0.25);
    await choose(owner, "PRO");
    await world().settle();
    expect(await limitsOf(owner)).toMatchObject({ includedMinutes: 350 });
    expect(await amountsOf(world(), customerId)).toEqual([2900, priceOf(share)]);
  });

  test("9. downgraded and upgraded at Stripe at once: the minutes are added once", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner } = subscriber;
    await waitUntilLeft(world(), subscriber, 0.5);
    await upgrade(world(), subscriber);
    await changeAtStripe(world(), subscriber, 2900);
    expect(await limitsOf(owner)).toMatchObject({ includedMinutes: 350, overageRate: 12 });
    await changeAtStripe(world(), subscriber, 4900);
    expect(await limitsOf(owner)).toMatchObject({ includedMinutes: 350, overageRate: 12 });
  });

  // T35: docs/security.md
  test("10. upgraded at Stripe and reported late: the old rate until then, the new plan from then on", async () => {
    await world().setVariables(SILENT_PLATFORM);
    const subscriber = await paying(world(), "STARTER");
    const { owner, customerId } = subscriber;
    const assistant = await voicedAssistant(world(), owner);
    await useMinutes(world(), subscriber, 300);
    await waitUntilLeft(world(), subscriber, 0.5);
    await world().control.hold();
    const { platformCallId } = await startCall(world(), assistant.embedId, owner.userId);
    await changeAtStripe(world(), subscriber, 4900);
    const startedAtMs = world().clock.now();
    await world().advance(10 * MINUTE_MS);
    await sendReport(world(), endOfCallReport(platformCallId, { startedAtMs, seconds: 600 }));
    expect(await limitsOf(owner)).toMatchObject({ usedMinutes: 310, includedMinutes: 250 });

    await hear(world(), subscriber);
    await runJobs(world());
    expect(await rangesOf(world(), owner)).toEqual([[250, 300, 750, "paid"]]);
    expect(await limitsOf(owner)).toMatchObject({ usedMinutes: 310, includedMinutes: 400 });
    await world().control.release();
    await world().settle();
    expect(await limitsOf(owner)).toMatchObject({ usedMinutes: 310, includedMinutes: 400 });
    expect(await amountsOf(world(), customerId)).toHaveLength(3);
  });

  test("11. renewed and then upgraded at Stripe, reported at once: the new period's share", async () => {
    const subscriber = await paying(world(), "STARTER");
    await world().control.hold();
    await world().advance(32 * DAY_MS);
    await waitUntilLeft(world(), subscriber, 0.5);
    await changeAtStripe(world(), subscriber, 4900);
    await hear(world(), subscriber);
    expect(await limitsOf(subscriber.owner)).toMatchObject({ includedMinutes: 350 });
    const terms = (await periodsOf(world(), subscriber.owner)).map((period) => period.terms);
    expect(terms.at(-1)).toMatchObject({ planType: "PRO", isTrial: false });
  });

  test("12. with a scheduled downgrade the better plan's rate applies until the period ends", async () => {
    const subscriber = await paying(world(), "PRO");
    const { owner, customerId } = subscriber;
    await choose(owner, "STARTER");
    await useMinutes(world(), subscriber, 450 + 40);
    await world().advance(31 * DAY_MS + 3 * HOUR_MS);
    await runJobs(world());
    expect(await rangesOf(world(), owner)).toEqual([[450, 490, 480, "paid"]]);
    const amounts = await amountsOf(world(), customerId);
    expect(amounts.sort((a, b) => a - b)).toEqual([480, 2900, 4900]);
    expect(await limitsOf(owner)).toMatchObject({ includedMinutes: 250, overageRate: 15 });
  });

  test.each(["lost", "there"] as const)(
    "13. interrupted between Stripe's change and ours (events %s), the extra minutes are charged once",
    async (events) => {
      const subscriber = await paying(world(), "STARTER");
      const { owner, customerId } = subscriber;
      await useMinutes(world(), subscriber, 300);
      await waitUntilLeft(world(), subscriber, 0.5);
      if (events === "lost") await world().control.hold();
      // Stripe's client itself makes three attempts.
      const path = "/v1/subscriptions/";
      await world().control.fault({ kind: "drop", method: "POST", path, times: 3 });
      await expect(choose(owner, "PRO")).rejects.toMatchObject({
        data: { code: "payments_unavailable" },
      });
      await world().settle();
      await runJobs(world());
      await choose(owner, "PRO");
      await runJobs(world());
      expect(await rangesOf(world(), owner)).toEqual([[250, 300, 750, "paid"]]);
      expect(await amountsOf(world(), customerId)).toHaveLength(3);
      expect(await limitsOf(owner)).toMatchObject({ includedMinutes: 400 });
    },
  );

  test("13. interrupted while the extra minutes are charged, they are charged later and once", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner, customerId } = subscriber;
    await useMinutes(world(), subscriber, 300);
    await waitUntilLeft(world(), subscriber, 0.5);
    await world().control.fault({ kind: "drop", method: "POST", path: "/v1/invoices", times: 3 });
    const share = await upgrade(world(), subscriber);
    expect(await rangesOf(world(), owner)).toEqual([[250, 300, 750, "reserved"]]);
    await world().advance(HOUR_MS);
    await runJobs(world());
    expect(await rangesOf(world(), owner)).toEqual([[250, 300, 750, "paid"]]);
    expect(await amountsOf(world(), customerId)).toEqual([2900, priceOf(share), 750]);
  });

  test("14. a full step and a simultaneous upgrade charge each minute once", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner } = subscriber;
    await useMinutes(world(), subscriber, 250 + 90);
    await waitUntilLeft(world(), subscriber, 0.5);
    await Promise.all([
      choose(owner, "PRO"),
      check(owner),
      world().inside.mutation(internal.billing.overage.ledger.chargeDueSteps, {}),
    ]);
    await world().settle();
    await world().advance(HOUR_MS);
    await runJobs(world());
    expect(await rangesOf(world(), owner)).toEqual([[250, 340, 1350, "paid"]]);
    expect(await limitsOf(owner)).toMatchObject({ includedMinutes: 340 + 100 });
  });
});

/** As an event would, or the job at its time. */
async function hear({ inside }: BillingWorld, { customerId }: Subscriber): Promise<void> {
  await inside.action(internal.billing.subscriptions.sync.syncNow, {
    stripeCustomerId: customerId,
  });
}

/** As an operator may do in Stripe's dashboard. */
async function changeAtStripe(world: BillingWorld, { subscriptionId }: Subscriber, cents: number) {
  const { stripe } = world;
  const { data: prices } = await stripe.prices.list({ limit: 100 });
  const price = must(
    prices.find(({ unit_amount }) => unit_amount === cents),
    "price",
  );
  const { items } = await stripe.subscriptions.retrieve(subscriptionId);
  await stripe.subscriptions.update(subscriptionId, {
    items: [{ id: must(items.data[0], "item").id, price: price.id }],
    proration_behavior: "always_invoice",
  });
  await world.settle();
}
