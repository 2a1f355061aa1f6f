import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import {
  DAY_MS,
  MINUTE_MS,
  amountsOf,
  customerOf,
  newOwner,
  onEachBillingBackend,
  onTrial,
  subscriptionOf,
} from "./billing-world.ts";

const { getUserSubscription, getSubscriptionPlans } = api.subscriptions;

onEachBillingBackend((world) => {
  test("who has no subscription sees both plans with their trial, and no subscription", async () => {
    const { owner } = await newOwner(world());
    expect(await owner.query(getUserSubscription, {})).toBeNull();
    expect(await owner.query(getSubscriptionPlans, {})).toMatchObject({
      STARTER: { name: "Starter", price: 2900, trialDays: 7 },
      PRO: { name: "Pro", price: 4900, trialDays: 7 },
    });
  });

  test("a checkout begins a trial that shows at once, without reloading", async () => {
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

  test("12. a trial with a card is charged exactly once", async () => {
    const { owner, customerId } = await onTrial(world(), "STARTER");
    expect(await amountsOf(world(), customerId)).toEqual([]);
    await world().advance(7 * DAY_MS + MINUTE_MS);
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
    expect(await subscriptionOf(owner)).toMatchObject({ status: "active" });
    expect((await customerOf(world(), owner)).trialUsedAtMs).not.toBeNull();
  });
});
