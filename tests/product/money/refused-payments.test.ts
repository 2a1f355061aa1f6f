import { expect, test } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { MESSAGES } from "../../../convex/catalog/messages";
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

  test("30. a declined payment leaves its invoice open, reserves nothing anew, and can be paid in the portal", async () => {
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

  test("30. a declined payment is tried again later, and then left to its owner", async () => {
    const { subscriber } = await withBadCard();
    const { owner, customerId } = subscriber;
    await useMinutes(world(), subscriber, 250 + 60);
    await check(owner);
    for (let days = 0; days < 15; days++) {
      await world().advance(DAY_MS);
      await world().inside.mutation(internal.overageBilling.resumeUnfinished, {});
      await world().settle();
    }
    const [charge] = await chargesOf(world(), owner);
    const invoice = await world().stripe.invoices.retrieve(charge?.invoiceId ?? "");
    expect(invoice).toMatchObject({ status: "open", attempt_count: 4 });
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
  });

  test("30. the next attempt with a good card is paid once", async () => {
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

  test("30. an invoice that was voided by hand is not charged again", async () => {
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

  test.each(["a refund in full", "a refund in part", "a dispute"])(
    "32. after %s the minutes are not charged again",
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

  test("31. a renewal that fails suspends the subscription, and its payment brings it back", async () => {
    const { subscriber } = await withBadCard();
    const { owner, customerId } = subscriber;
    await world().advance(NEXT_MONTH_MS);
    expect(await subscriptionOf(owner)).toMatchObject({ status: "other", planType: "STARTER" });
    await expect(
      owner.action(api.subscriptions.subscribe, { planType: "PRO" }),
    ).rejects.toMatchObject({ data: { code: "payment_due", message: MESSAGES.paymentDue } });

    const { data } = await world().stripe.invoices.list({ customer: customerId, status: "open" });
    const again = await owner.action(api.subscriptions.createCustomerPortalSession, {});
    await changeCard(again, "good");
    await payInPortal(again, data[0]?.id ?? "", "good");
    await world().settle();
    expect(await subscriptionOf(owner)).toMatchObject({ status: "active" });
    expect(await amountsOf(world(), customerId)).toEqual([2900, 2900]);
  });

  test("31. a renewal that keeps failing ends the subscription", async () => {
    const { subscriber } = await withBadCard();
    const { owner, customerId } = subscriber;
    await world().advance(NEXT_MONTH_MS);
    await world().advance(20 * DAY_MS);
    expect(await owner.query(api.subscriptions.getUserSubscription, {})).toBeNull();
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
  });
});
