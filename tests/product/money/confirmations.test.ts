/** Payments that the bank wants its customer to confirm (3-D Secure). */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../../convex/_generated/api";
import { REFUSALS } from "../../../convex/shared/messages";
import type { Owner } from "../world.ts";
import {
  DAY_MS,
  HOUR_MS,
  amountsOf,
  chargesOf,
  customerOf,
  newOwner,
  onEachBillingBackend,
  paying,
  runJobs,
  subscriptionOf,
  useMinutes,
} from "./billing-world.ts";
import type { Subscriber } from "./billing-world.ts";
import { cancelInPortal, changeCard, confirmPayment } from "./stripe-pages.ts";

const toConfirm = (owner: Owner) => owner.query(api.subscriptions.getPaymentsToConfirm, {});
const subscribeTo = (owner: Owner, planType: "STARTER" | "PRO") =>
  owner.action(api.subscriptions.subscribe, { planType });
const NEXT_MONTH_MS = 31 * DAY_MS + 3 * HOUR_MS;

onEachBillingBackend((world) => {
  /** In the first month, and from then on with a card whose bank asks for a confirmation each time. */
  async function withCardThatAsks(): Promise<Subscriber & { portal: string }> {
    const subscriber = await paying(world(), "STARTER");
    const portal = await subscriber.owner.action(api.subscriptions.createCustomerPortalSession, {});
    await changeCard(portal, "asks");
    await world().settle();
    return { ...subscriber, portal };
  }

  // T39: docs/security.md
  test("an upgrade leads to the page where it is confirmed, and takes effect with the confirmation", async () => {
    const { owner, customerId } = await withCardThatAsks();
    const page = must(await subscribeTo(owner, "PRO"), "page");
    await world().settle();
    expect(await subscriptionOf(owner)).toMatchObject({ status: "active", planType: "STARTER" });
    const [waiting] = await toConfirm(owner);
    expect(waiting).toMatchObject({ what: "upgrade", url: page, planName: "Pro" });
    expect((waiting?.until ?? 0) * 1000 - world().clock.now()).toBeCloseTo(23 * HOUR_MS, -5);
    // Pressed again, it leads to the same page and creates no second invoice.
    expect(await subscribeTo(owner, "PRO")).toBe(page);

    await confirmPayment(page);
    await world().settle();
    expect(await subscriptionOf(owner)).toMatchObject({ status: "active", planType: "PRO" });
    expect(await toConfirm(owner)).toEqual([]);
    const [first, second, ...more] = await amountsOf(world(), customerId);
    expect([first, more]).toEqual([2900, []]);
    expect(second).toBe(waiting?.amount);
  });

  // T39: docs/security.md
  test("without the confirmation the plan stays unchanged and nothing is charged", async () => {
    const { owner, customerId } = await withCardThatAsks();
    const page = must(await subscribeTo(owner, "PRO"), "page");
    await confirmPayment(page, "fail");
    await world().settle();
    expect(await toConfirm(owner)).toMatchObject([{ what: "upgrade", url: page }]);
    await world().advance(24 * HOUR_MS);
    expect(await toConfirm(owner)).toEqual([]);
    expect(await subscriptionOf(owner)).toMatchObject({ status: "active", planType: "STARTER" });
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
  });

  test("choosing the current plan discards the upgrade", async () => {
    const { owner, customerId } = await withCardThatAsks();
    await subscribeTo(owner, "PRO");
    expect(await subscribeTo(owner, "STARTER")).toBeNull();
    await world().settle();
    expect(await toConfirm(owner)).toEqual([]);
    expect(await subscriptionOf(owner)).toMatchObject({ planType: "STARTER" });
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
  });

  test.each(["on the page", "in the portal"])(
    "a plan that was cancelled %s ends as announced unless the upgrade is confirmed",
    async (where) => {
      const { owner, portal, subscriptionId } = await withCardThatAsks();
      if (where === "in the portal") await cancelInPortal(portal, subscriptionId);
      else await owner.action(api.subscriptions.cancelSubscription, {});
      await world().settle();
      const page = must(await subscribeTo(owner, "PRO"), "page");
      await world().settle();
      expect(await subscriptionOf(owner)).toMatchObject({ cancelAtPeriodEnd: true });
      await confirmPayment(page);
      await world().settle();
      expect(await subscriptionOf(owner)).toMatchObject({
        planType: "PRO",
        cancelAtPeriodEnd: false,
      });
    },
  );

  test("extra minutes that need a confirmation can be paid", async () => {
    const subscriber = await withCardThatAsks();
    const { owner, customerId } = subscriber;
    await useMinutes(world(), subscriber, 250 + 60);
    expect(await owner.action(api.overageBilling.triggerOverageCheck, {})).toMatchObject({
      success: false,
      charged: false,
      error: REFUSALS.chargeToConfirm,
    });
    const [waiting] = await toConfirm(owner);
    expect(waiting).toMatchObject({ what: "overage", amount: 900 });
    expect(must(waiting?.until, "the end of grace")).toBeGreaterThan(world().clock.now() / 1000);
    await confirmPayment(must(waiting, "payment").url);
    await world().settle();
    expect(await toConfirm(owner)).toEqual([]);
    expect(await chargesOf(world(), owner)).toMatchObject([{ state: "paid" }]);
    expect(await amountsOf(world(), customerId)).toEqual([2900, 900]);
    await world().advance(2 * DAY_MS);
    await runJobs(world());
    expect(await amountsOf(world(), customerId)).toEqual([2900, 900]);
  });

  // T39: docs/security.md
  test("a renewal that needs a confirmation suspends the plan until it is confirmed", async () => {
    const { owner, customerId } = await withCardThatAsks();
    await world().advance(NEXT_MONTH_MS);
    expect(await subscriptionOf(owner)).toMatchObject({ status: "other" });
    const [waiting] = await toConfirm(owner);
    expect(waiting).toMatchObject({ what: "renewal", amount: 2900, until: null });
    await confirmPayment(must(waiting, "payment").url);
    await world().settle();
    expect(await subscriptionOf(owner)).toMatchObject({ status: "active" });
    expect(await toConfirm(owner)).toEqual([]);
    expect(await amountsOf(world(), customerId)).toEqual([2900, 2900]);
  });

  // T39: docs/security.md
  test("a first payment that needs a confirmation starts the subscription, or lapses", async () => {
    const { owner } = await newOwner(world());
    // Opening the payment page creates the customer at Stripe.
    await subscribeTo(owner, "STARTER");
    const { stripeCustomerId: customer } = await customerOf(world(), owner);
    const { stripe } = world();
    const method = await stripe.paymentMethods.attach("pm_card_threeDSecure2Required", {
      customer,
    });
    const prices = await stripe.prices.list({ product: "plan_starter", active: true });
    const begin = () =>
      stripe.subscriptions.create({
        customer,
        items: [{ price: must(prices.data[0], "price").id }],
        default_payment_method: method.id,
      });
    await begin();
    await world().settle();
    expect(await toConfirm(owner)).toMatchObject([{ what: "first_payment", amount: 2900 }]);
    expect(await owner.query(api.subscriptions.getSubscriptionState, {})).toMatchObject({
      state: "incomplete",
    });
    await world().advance(24 * HOUR_MS);
    expect(await toConfirm(owner)).toEqual([]);
    expect(await owner.query(api.subscriptions.getSubscriptionState, {})).toMatchObject({
      state: "never_begun",
    });

    await begin();
    await world().settle();
    const [waiting] = await toConfirm(owner);
    await confirmPayment(must(waiting, "payment").url);
    await world().settle();
    expect(await subscriptionOf(owner)).toMatchObject({ status: "active", planType: "STARTER" });
    expect(await toConfirm(owner)).toEqual([]);
  });

  test("without a payment method no payment is attempted", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner, customerId } = subscriber;
    const { data } = await world().stripe.customers.listPaymentMethods(customerId);
    for (const { id } of data) await world().stripe.paymentMethods.detach(id);
    await world().settle();
    await expect(subscribeTo(owner, "PRO")).rejects.toMatchObject({
      data: { code: "payment_method_missing", message: REFUSALS.paymentMethodMissing },
    });
    await useMinutes(world(), subscriber, 250 + 60);
    expect(await owner.action(api.overageBilling.triggerOverageCheck, {})).toMatchObject({
      success: false,
      error: REFUSALS.chargeMethodMissing,
    });
    const [charge] = await chargesOf(world(), owner);
    const invoice = await world().stripe.invoices.retrieve(charge?.invoiceId ?? "");
    expect(invoice).toMatchObject({ status: "open", attempt_count: 0 });
  });
});
