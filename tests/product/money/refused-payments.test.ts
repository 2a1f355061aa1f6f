import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../../convex/_generated/api";
import { REFUSALS } from "../../../convex/shared/messages";
import type { Owner } from "../world.ts";
import {
  DAY_MS,
  HOUR_MS,
  amountsOf,
  chargesOf,
  moneyOf,
  onEachBillingBackend,
  paying,
  runJobs,
  subscribeAnew,
  subscriptionOf,
  useMinutes,
} from "./billing-world.ts";
import { changeCard, payInPortal } from "./stripe-pages.ts";

const check = (owner: Owner) => owner.action(api.overageBilling.triggerOverageCheck, {});
const NEXT_MONTH_MS = 31 * DAY_MS + 3 * HOUR_MS;

onEachBillingBackend((world) => {
  /** Pays for the first month, and from then on with a card that is declined. */
  async function withBadCard() {
    const subscriber = await paying(world(), "STARTER");
    const { owner } = subscriber;
    const portal = await owner.action(api.subscriptions.createCustomerPortalSession, {});
    await changeCard(portal, "declinedLater");
    return { subscriber, portal };
  }

  test("a declined payment leaves its invoice open, reserves nothing again, and can be paid in the portal", async () => {
    const { subscriber, portal } = await withBadCard();
    const { owner, customerId } = subscriber;
    await useMinutes(world(), subscriber, 250 + 60);
    expect(await check(owner)).toMatchObject({
      success: false,
      charged: false,
      error: "Your card was declined.",
    });
    expect(await check(owner)).toMatchObject({ success: true, charged: false, currentOverage: 0 });
    const [charge] = await chargesOf(world(), owner);
    expect(charge).toMatchObject({ state: "failed", payAttempt: 1 });

    await payInPortal(portal, charge?.invoiceId ?? "", "good");
    await world().settle();
    expect(await chargesOf(world(), owner)).toMatchObject([{ state: "paid" }]);
    expect(await amountsOf(world(), customerId)).toEqual([2900, 900]);
  });

  test("a declined payment is retried later, and then left to its owner", async () => {
    const { subscriber } = await withBadCard();
    const { owner, customerId } = subscriber;
    await useMinutes(world(), subscriber, 250 + 60);
    await check(owner);
    for (let days = 0; days < 15; days++) {
      await world().advance(DAY_MS);
      await world().inside.mutation(internal.jobs.startJobs.sweep, {});
      await world().settle();
    }
    const [charge] = await chargesOf(world(), owner);
    const invoice = await world().stripe.invoices.retrieve(charge?.invoiceId ?? "");
    expect(invoice).toMatchObject({ status: "open", attempt_count: 4 });
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
  });

  test("extra minutes of an ended plan are paid with the card of the current one", async () => {
    const { subscriber } = await withBadCard();
    const { owner, customerId, subscriptionId } = subscriber;
    await useMinutes(world(), subscriber, 250 + 40);
    await world().stripe.subscriptions.cancel(subscriptionId);
    await world().settle();
    await subscribeAnew(world(), owner, "STARTER", "good");
    await world().advance(4 * HOUR_MS);
    await runJobs(world());
    expect(await chargesOf(world(), owner)).toMatchObject([{ state: "paid", amountCents: 600 }]);
    expect(await amountsOf(world(), customerId)).toEqual([2900, 2900, 600]);
  });

  test("an unpaid charge is left to people after five weeks, and can still be paid", async () => {
    const { subscriber } = await withBadCard();
    const { owner } = subscriber;
    await useMinutes(world(), subscriber, 250 + 60);
    await check(owner);
    const [charge] = await chargesOf(world(), owner);
    const { _id: chargeId, invoiceId = "" } = must(charge, "charge");
    const isLeft = async () => {
      const attention = await world().inside.query(internal.operator.attention, {});
      return attention.some(({ key }) => key === chargeId);
    };
    const days = async (count: number) => {
      for (let day = 0; day < count; day++) {
        await world().advance(DAY_MS);
        await world().inside.mutation(internal.jobs.startJobs.sweep, {});
        await world().settle();
      }
    };
    await days(35);
    expect(await isLeft()).toBe(false);
    await days(21);
    expect(await isLeft()).toBe(true);
    const portal = await owner.action(api.subscriptions.createCustomerPortalSession, {});
    await payInPortal(portal, invoiceId, "good");
    await world().settle();
    expect(await isLeft()).toBe(false);
    expect(await chargesOf(world(), owner)).toContainEqual(
      expect.objectContaining({ _id: chargeId, state: "paid" }),
    );
  });

  // T38: docs/security.md
  test("three days after a decline of extra minutes visitors are no longer served, until they are paid", async () => {
    const { subscriber } = await withBadCard();
    const { owner, assistantId } = subscriber;
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    const [assistant] = await owner.query(api.assistants.listAssistants, {});
    const { embedId } = must(assistant, "the assistant");
    const isServed = async () =>
      (await world().visitor.query(api.assistants.getAssistantByEmbedId, { embedId })) !== null;
    const unpaid = () => owner.query(api.subscriptions.getPaymentsToConfirm, {});
    await useMinutes(world(), subscriber, 250 + 60);
    await check(owner);
    const until = Math.floor((world().clock.now() + 3 * DAY_MS) / 1000);
    const [payment] = await unpaid();
    expect(payment).toMatchObject({ what: "overage_refused", amount: 900 });
    expect(Math.abs(must(payment?.until, "the end of grace") - until)).toBeLessThan(60);
    const page = await fetch(must(payment, "the payment").url);
    expect(await page.text()).toContain("$9.00");

    await world().advance(2 * DAY_MS);
    await runJobs(world());
    // Another decline does not start another three days.
    expect((await unpaid())[0]?.until).toBe(payment?.until);
    expect(await isServed()).toBe(true);
    await world().advance(DAY_MS + HOUR_MS);
    expect(await isServed()).toBe(false);
    expect(await unpaid()).toMatchObject([{ what: "overage_refused", until: null }]);
    // The subscription continues, and its owner can still use everything else.
    expect(await subscriptionOf(owner)).toMatchObject({ status: "active" });

    const [charge] = await chargesOf(world(), owner);
    const portal = await owner.action(api.subscriptions.createCustomerPortalSession, {});
    await payInPortal(portal, charge?.invoiceId ?? "", "good");
    await world().settle();
    expect(await isServed()).toBe(true);
    expect(await unpaid()).toEqual([]);
  });

  test("the next attempt with a valid card is paid once", async () => {
    const { subscriber, portal } = await withBadCard();
    const { owner, customerId } = subscriber;
    await useMinutes(world(), subscriber, 250 + 60);
    await check(owner);
    await changeCard(portal, "good");
    await world().advance(25 * HOUR_MS);
    await runJobs(world());
    expect(await chargesOf(world(), owner)).toMatchObject([{ state: "paid" }]);
    expect(await amountsOf(world(), customerId)).toEqual([2900, 900]);
  });

  test("an invoice that was voided in the dashboard is not charged again", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner, customerId } = subscriber;
    await changeCard(
      await owner.action(api.subscriptions.createCustomerPortalSession, {}),
      "declinedLater",
    );
    await useMinutes(world(), subscriber, 250 + 60);
    await check(owner);
    const [charge] = await chargesOf(world(), owner);
    await world().stripe.invoices.voidInvoice(charge?.invoiceId ?? "");
    await world().settle();
    expect(await chargesOf(world(), owner)).toMatchObject([{ state: "void" }]);
    await world().advance(2 * DAY_MS);
    await runJobs(world());
    expect(await chargesOf(world(), owner)).toHaveLength(1);
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
  });

  test("a charge that was interrupted before its invoice was final continues after a discount was added", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner, customerId } = subscriber;
    await useMinutes(world(), subscriber, 250 + 60);
    const path = "/v1/invoices/";
    await world().control.fault({ kind: "error", method: "POST", path, times: 3 });
    await check(owner);
    const [charge] = await chargesOf(world(), owner);
    const invoice = must(charge?.invoiceId, "invoice");
    const discount = { customer: customerId, invoice, amount: -200, currency: "usd" };
    await world().stripe.invoiceItems.create(discount);
    await world().advance(5 * 60_000);
    await runJobs(world());
    expect(await chargesOf(world(), owner)).toMatchObject([{ state: "paid" }]);
    expect(await amountsOf(world(), customerId)).toEqual([2900, 700]);
  });

  test.each(["and its event comes", "and its event is lost"])(
    "a draft invoice that was deleted in the dashboard is created again: %s",
    async (how) => {
      const subscriber = await paying(world(), "STARTER");
      const { owner, customerId } = subscriber;
      await useMinutes(world(), subscriber, 250 + 60);
      // Interrupted between the line and the payment.
      const path = "/v1/invoices/";
      await world().control.fault({ kind: "error", method: "POST", path, times: 3 });
      await check(owner);
      const [charge] = await chargesOf(world(), owner);
      const { invoiceId = "" } = must(charge, "charge");
      const isLost = how === "and its event is lost";
      if (isLost) await world().control.hold();
      await world().stripe.invoices.del(invoiceId);
      if (isLost) {
        const deliveries = await world().control.deliveries();
        const held = deliveries.filter(({ state }) => state === "held");
        await world().control.drop(held.map(({ event }) => event));
        await world().control.release();
      }
      await world().settle();
      const deliveries = await world().control.deliveries();
      expect(deliveries.filter(({ outcome }) => outcome === "500")).toEqual([]);
      await world().advance(5 * 60_000);
      await runJobs(world());
      expect(await chargesOf(world(), owner)).toMatchObject([{ state: "paid" }]);
      expect(await amountsOf(world(), customerId)).toEqual([2900, 900]);
    },
  );

  test.each(["a refund in full", "a refund in part", "a dispute"])(
    "after %s the minutes are not charged again",
    async (how) => {
      const subscriber = await paying(world(), "STARTER");
      const { owner, customerId } = subscriber;
      await useMinutes(world(), subscriber, 250 + 60);
      await check(owner);
      const charge = (await moneyOf(world(), customerId)).at(-1)?.charge ?? "";
      if (how === "a dispute") await world().control.dispute(charge);
      else {
        const amount = how === "a refund in part" ? { amount: 300 } : {};
        await world().stripe.refunds.create({ charge, ...amount });
      }
      await world().settle();
      await world().advance(DAY_MS);
      await runJobs(world());
      expect(await check(owner)).toMatchObject({ charged: false, currentOverage: 0 });
      const charged = (await moneyOf(world(), customerId)).filter(({ kind }) => kind === "charge");
      expect(charged.map(({ amount }) => amount)).toEqual([2900, 900]);
      expect(await subscriptionOf(owner)).toMatchObject({ status: "active" });
    },
  );

  test("a declined renewal suspends the subscription, and its payment restores it", async () => {
    const { subscriber } = await withBadCard();
    const { owner, customerId } = subscriber;
    await world().advance(NEXT_MONTH_MS);
    expect(await subscriptionOf(owner)).toMatchObject({ status: "other", planType: "STARTER" });
    await expect(
      owner.action(api.subscriptions.subscribe, { planType: "PRO" }),
    ).rejects.toMatchObject({ data: { code: "payment_due", message: REFUSALS.paymentDue } });

    const { data } = await world().stripe.invoices.list({ customer: customerId, status: "open" });
    const again = await owner.action(api.subscriptions.createCustomerPortalSession, {});
    await changeCard(again, "good");
    await payInPortal(again, data[0]?.id ?? "", "good");
    await world().settle();
    expect(await subscriptionOf(owner)).toMatchObject({ status: "active" });
    expect(await amountsOf(world(), customerId)).toEqual([2900, 2900]);
  });

  test("a renewal that is declined repeatedly ends the subscription", async () => {
    const { subscriber } = await withBadCard();
    const { owner, customerId } = subscriber;
    await world().advance(NEXT_MONTH_MS);
    await world().advance(20 * DAY_MS);
    expect(await owner.query(api.subscriptions.getUserSubscription, {})).toBeNull();
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
  });
});
