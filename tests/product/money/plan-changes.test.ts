import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../../convex/_generated/api";
import { REFUSALS } from "../../../convex/shared/messages";
import { refusal } from "../refusal.ts";
import { newAssistant } from "../samples.ts";
import type { Owner } from "../world.ts";
import {
  DAY_MS,
  HOUR_MS,
  amountsOf,
  customerOf,
  onEachBillingBackend,
  onTrial,
  paying,
  periodsOf,
  runJobs,
  subscriptionOf,
} from "./billing-world.ts";
import type { BillingWorld, Subscriber } from "./billing-world.ts";
import { cancelInPortal, changeCard, payOnPage } from "./stripe-pages.ts";

const { cancelSubscription, reactivateSubscription, undoPlanChange } = api.subscriptions;
const { createCustomerPortalSession, getUserSubscription } = api.subscriptions;

const choose = (owner: Owner, planType: "STARTER" | "PRO") =>
  owner.action(api.subscriptions.subscribe, { planType });
const cancel = (owner: Owner) => owner.action(cancelSubscription, {});
const reactivate = (owner: Owner) => owner.action(reactivateSubscription, {});

/** Into the next month, past the hour after which Stripe takes its payment. */
const NEXT_MONTH_MS = 31 * DAY_MS;

async function bounds({ stripe }: BillingWorld, { subscriptionId }: Subscriber) {
  const { items } = await stripe.subscriptions.retrieve(subscriptionId);
  const [item] = items.data;
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 };
}

onEachBillingBackend((world) => {
  test("changing plans in a trial costs nothing and does not change its end", async () => {
    const { owner, customerId } = await onTrial(world(), "STARTER");
    const before = await subscriptionOf(owner);
    await choose(owner, "PRO");
    expect(await subscriptionOf(owner)).toMatchObject({ status: "trialing", planType: "PRO" });
    await choose(owner, "STARTER");
    const after = await subscriptionOf(owner);
    expect(after).toMatchObject({
      status: "trialing",
      planType: "PRO",
      pendingPlanType: "STARTER",
      currentPeriodEnd: before.currentPeriodEnd,
    });
    expect(await amountsOf(world(), customerId)).toEqual([]);
    await world().advance(7 * DAY_MS + 2 * HOUR_MS);
    expect(await subscriptionOf(owner)).toMatchObject({ status: "active", planType: "STARTER" });
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
  });

  test("an upgrade costs the rest of the period, to the cent, and raises the minutes", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner, customerId } = subscriber;
    await world().advance(10 * DAY_MS);
    const { start, end } = await bounds(world(), subscriber);
    expect(await choose(owner, "PRO")).toBeNull();

    const [, paid = 0] = await amountsOf(world(), customerId);
    const { data } = await world().stripe.invoices.list({ customer: customerId, limit: 1 });
    const at = data[0]?.created ?? 0;
    const share = (end - at) / (end - start);
    expect(paid).toBe(Math.round(4900 * share) - Math.round(2900 * share));
    expect(await subscriptionOf(owner)).toMatchObject({ planType: "PRO", status: "active" });
    const period = (await periodsOf(world(), owner)).at(-1);
    expect(period).toMatchObject({
      startMs: start * 1000,
      endMs: end * 1000,
      terms: { planType: "PRO", isTrial: false },
    });
  });

  test("a declined upgrade says why and changes nothing", async () => {
    const { owner, customerId } = await paying(world(), "STARTER");
    const portal = await owner.action(createCustomerPortalSession, {});
    await changeCard(portal, "declinedLater");
    await world().settle();
    const before = await subscriptionOf(owner);
    await expect(choose(owner, "PRO")).rejects.toMatchObject({
      data: {
        code: "payment_declined",
        message: "Your card was declined. Your plan was not changed and nothing was charged.",
      },
    });
    await world().settle();
    expect(await subscriptionOf(owner)).toEqual(before);
    expect(await amountsOf(world(), customerId)).toEqual([2900]);

    await changeCard(portal, "mastercard");
    await choose(owner, "PRO");
    expect(await subscriptionOf(owner)).toMatchObject({ planType: "PRO" });
  });

  test("an upgrade without a payment method says so", async () => {
    const { owner, customerId } = await paying(world(), "STARTER");
    const cards = await world().stripe.paymentMethods.list({ customer: customerId });
    for (const { id } of cards.data) await world().stripe.paymentMethods.detach(id);
    await expect(choose(owner, "PRO")).rejects.toEqual(
      refusal("payment_method_missing", REFUSALS.paymentMethodMissing),
    );
    expect(await subscriptionOf(owner)).toMatchObject({ planType: "STARTER" });
  });

  test("an upgrade whose response was lost is one payment, however often it is retried", async () => {
    const { owner, customerId } = await paying(world(), "STARTER");
    await world().control.fault({ kind: "drop", method: "POST", path: "/v1/subscriptions/" });
    await choose(owner, "PRO");
    expect(await world().control.unusedFaults()).toBe(0);
    await choose(owner, "PRO");
    expect(await amountsOf(world(), customerId)).toHaveLength(2);
    expect(await subscriptionOf(owner)).toMatchObject({ planType: "PRO" });
  });

  test("an upgrade that was interrupted is found complete by the next attempt", async () => {
    const { owner, customerId } = await paying(world(), "STARTER");
    const path = "/v1/subscriptions/";
    // Stripe's client itself makes three attempts.
    await world().control.fault({ kind: "drop", method: "POST", path, times: 3 });
    await expect(choose(owner, "PRO")).rejects.toEqual(
      refusal("payments_unavailable", REFUSALS.paymentsUnavailable),
    );
    await choose(owner, "PRO");
    expect(await amountsOf(world(), customerId)).toHaveLength(2);
    expect(await subscriptionOf(owner)).toMatchObject({ planType: "PRO" });
  });

  test("a downgrade keeps plan and price until the period ends, and then releases its schedule", async () => {
    const subscriber = await paying(world(), "PRO");
    const { owner, customerId } = subscriber;
    expect(await choose(owner, "STARTER")).toBeNull();
    expect(await subscriptionOf(owner)).toMatchObject({
      planType: "PRO",
      pendingPlanType: "STARTER",
      plan: { limits: { includedMinutes: 450 } },
    });
    await world().advance(NEXT_MONTH_MS);
    expect(await subscriptionOf(owner)).toMatchObject({
      planType: "STARTER",
      pendingPlanType: null,
      plan: { price: 2900, limits: { includedMinutes: 250 } },
    });
    expect(await amountsOf(world(), customerId)).toEqual([4900, 2900]);
    const periods = await periodsOf(world(), owner);
    expect(periods.map(({ terms }) => terms?.planType)).toEqual(["PRO", "PRO", "STARTER"]);

    await world().advance(NEXT_MONTH_MS);
    const { subscriptionId } = subscriber;
    const released = await world().stripe.subscriptions.retrieve(subscriptionId);
    expect(released.schedule).toBeNull();
    expect(await amountsOf(world(), customerId)).toEqual([4900, 2900, 2900]);
  });

  test("a downgrade that is chosen twice happens once", async () => {
    const { owner, customerId } = await paying(world(), "PRO");
    await choose(owner, "STARTER");
    await choose(owner, "STARTER");
    const { data } = await world().stripe.subscriptionSchedules.list({ customer: customerId });
    expect(data).toHaveLength(1);
  });

  test("a downgrade that is chosen in two tabs at once happens once, and neither tab shows an error", async () => {
    const { owner, customerId } = await paying(world(), "PRO");
    const choices = await Promise.all([choose(owner, "STARTER"), choose(owner, "STARTER")]);
    expect(choices).toEqual([null, null]);
    expect(await subscriptionOf(owner)).toMatchObject({
      planType: "PRO",
      pendingPlanType: "STARTER",
    });
    const { data } = await world().stripe.subscriptionSchedules.list({ customer: customerId });
    expect(data).toHaveLength(1);
    await world().advance(NEXT_MONTH_MS);
    expect(await amountsOf(world(), customerId)).toEqual([4900, 2900]);
  });

  test("after a downgrade an upgrade is possible while the schedule is still attached", async () => {
    const { owner } = await paying(world(), "PRO");
    await choose(owner, "STARTER");
    await world().advance(NEXT_MONTH_MS);
    await choose(owner, "PRO");
    expect(await subscriptionOf(owner)).toMatchObject({ planType: "PRO", pendingPlanType: null });
    await world().advance(NEXT_MONTH_MS);
    expect(await subscriptionOf(owner)).toMatchObject({ planType: "PRO" });
  });

  test.each([
    ["by choosing the plan one has", (owner: Owner) => choose(owner, "PRO")],
    ["by taking it back", (owner: Owner) => owner.action(undoPlanChange, {})],
  ] as const)("a downgrade can be cancelled %s", async (_, takeBack) => {
    const { owner, customerId } = await paying(world(), "PRO");
    await choose(owner, "STARTER");
    await takeBack(owner);
    expect(await subscriptionOf(owner)).toMatchObject({ planType: "PRO", pendingPlanType: null });
    await world().advance(NEXT_MONTH_MS);
    expect(await amountsOf(world(), customerId)).toEqual([4900, 4900]);
  });

  test("a subscription with a scheduled downgrade can be cancelled", async () => {
    const { owner, customerId } = await paying(world(), "PRO");
    await choose(owner, "STARTER");
    await cancel(owner);
    expect(await subscriptionOf(owner)).toMatchObject({ planType: "PRO", cancelAtPeriodEnd: true });
    await world().advance(NEXT_MONTH_MS);
    expect(await owner.query(getUserSubscription, {})).toBeNull();
    expect(await amountsOf(world(), customerId)).toEqual([4900]);
  });

  test("reactivating restores the downgrade, so that nobody renews at the higher price", async () => {
    const { owner, customerId } = await paying(world(), "PRO");
    await choose(owner, "STARTER");
    await cancel(owner);
    await reactivate(owner);
    expect(await subscriptionOf(owner)).toMatchObject({
      cancelAtPeriodEnd: false,
      pendingPlanType: "STARTER",
    });
    await world().advance(NEXT_MONTH_MS);
    expect(await amountsOf(world(), customerId)).toEqual([4900, 2900]);
  });

  test("undoing a cancellation at Stripe restores the downgrade too", async () => {
    const { owner, subscriptionId } = await paying(world(), "PRO");
    await choose(owner, "STARTER");
    await cancel(owner);
    await world().stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false });
    await world().advance(HOUR_MS);
    await runJobs(world());
    expect(await subscriptionOf(owner)).toMatchObject({ pendingPlanType: "STARTER" });
  });

  test("a smaller plan keeps the oldest assistants live and unpublishes the others", async () => {
    const { owner } = await paying(world(), "PRO");
    for (let more = 0; more < 2; more++) {
      await owner.mutation(api.assistants.createAssistant, newAssistant());
    }
    for (const { _id: assistantId } of await owner.query(api.assistants.listAssistants, {})) {
      await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    }
    await choose(owner, "STARTER");
    const published = async () => {
      const assistants = await owner.query(api.assistants.listAssistants, {});
      return assistants.map((assistant) => assistant.published);
    };
    expect(await published()).toEqual([true, true, true]);
    await world().advance(NEXT_MONTH_MS);
    // The list starts with the newest.
    expect(await published()).toEqual([false, false, true]);
  });

  test("the same happens if its first payment is declined, and made a week later on the invoice's page", async () => {
    const { owner, customerId } = await paying(world(), "PRO");
    for (let more = 0; more < 3; more++) {
      await owner.mutation(api.assistants.createAssistant, newAssistant());
    }
    for (const { _id: assistantId } of await owner.query(api.assistants.listAssistants, {})) {
      await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    }
    await choose(owner, "STARTER");
    await changeCard(await owner.action(createCustomerPortalSession, {}), "declinedLater");
    await world().advance(NEXT_MONTH_MS + 3 * HOUR_MS);
    expect(await subscriptionOf(owner)).toMatchObject({ status: "other", planType: "STARTER" });
    await world().advance(7 * DAY_MS);
    const { data } = await world().stripe.invoices.list({ customer: customerId, status: "open" });
    await payOnPage(must(data[0]?.hosted_invoice_url, "the invoice's page"), "good");
    await world().settle();
    expect(await subscriptionOf(owner)).toMatchObject({ status: "active", planType: "STARTER" });
    const assistants = await owner.query(api.assistants.listAssistants, {});
    expect(assistants.map(({ published }) => published)).toEqual([false, false, false, true]);
  });

  test("a cancellation in the portal is shown, and reactivating undoes it", async () => {
    const { owner, subscriptionId, customerId } = await paying(world(), "STARTER");
    const portal = await owner.action(createCustomerPortalSession, {});
    await cancelInPortal(portal, subscriptionId);
    await world().settle();
    const atStripe = await world().stripe.subscriptions.retrieve(subscriptionId);
    expect(atStripe).toMatchObject({ cancel_at_period_end: false });
    expect(await subscriptionOf(owner)).toMatchObject({ cancelAtPeriodEnd: true });

    await reactivate(owner);
    expect(await subscriptionOf(owner)).toMatchObject({ cancelAtPeriodEnd: false });
    await world().advance(NEXT_MONTH_MS);
    expect(await amountsOf(world(), customerId)).toEqual([2900, 2900]);
  });

  test("a cancellation at a custom date is shown with that date, and happens then", async () => {
    const { owner, subscriptionId } = await paying(world(), "STARTER");
    expect(await subscriptionOf(owner)).toMatchObject({ endsAt: null });
    const cancel_at = Math.floor((world().clock.now() + 5 * DAY_MS) / 1000);
    await world().stripe.subscriptions.update(subscriptionId, { cancel_at });
    await world().settle();
    expect(await subscriptionOf(owner)).toMatchObject({
      cancelAtPeriodEnd: true,
      endsAt: cancel_at,
    });
    expect(await owner.query(api.subscriptions.getSpendingLimit, {})).toMatchObject({
      periodEnd: cancel_at,
    });
    // Even without an event.
    await world().control.hold();
    await world().advance(5 * DAY_MS);
    const deliveries = await world().control.deliveries();
    await world().control.drop(deliveries.map(({ event }) => event));
    await runJobs(world());
    expect(await owner.query(getUserSubscription, {})).toBeNull();
  });

  test("a cancellation at the end of the period is shown with that date", async () => {
    const { owner } = await paying(world(), "STARTER");
    await cancel(owner);
    const { endsAt, currentPeriodEnd } = await subscriptionOf(owner);
    expect(endsAt).toBe(currentPeriodEnd);
    await reactivate(owner);
    expect(await subscriptionOf(owner)).toMatchObject({ endsAt: null });
  });

  test("cancelling and reactivating twice equals once", async () => {
    const { owner } = await paying(world(), "STARTER");
    await cancel(owner);
    await cancel(owner);
    expect(await subscriptionOf(owner)).toMatchObject({ cancelAtPeriodEnd: true });
    await reactivate(owner);
    await reactivate(owner);
    expect(await subscriptionOf(owner)).toMatchObject({ cancelAtPeriodEnd: false });
  });

  test("choosing a plan undoes a cancellation", async () => {
    const up = await paying(world(), "STARTER");
    await cancel(up.owner);
    await choose(up.owner, "PRO");
    expect(await subscriptionOf(up.owner)).toMatchObject({
      planType: "PRO",
      cancelAtPeriodEnd: false,
    });
    const down = await paying(world(), "PRO");
    await cancel(down.owner);
    await choose(down.owner, "STARTER");
    expect(await subscriptionOf(down.owner)).toMatchObject({
      pendingPlanType: "STARTER",
      cancelAtPeriodEnd: false,
    });
  });

  test("an ended subscription cannot be reactivated and stays ended", async () => {
    const { owner, customerId } = await paying(world(), "STARTER");
    await cancel(owner);
    await world().advance(NEXT_MONTH_MS);
    await expect(reactivate(owner)).rejects.toEqual(
      refusal("subscription_ended", REFUSALS.subscriptionEnded),
    );
    await runJobs(world());
    expect((await customerOf(world(), owner)).subscription).toMatchObject({
      status: "other",
      stripeStatus: "canceled",
    });
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
  });
});
