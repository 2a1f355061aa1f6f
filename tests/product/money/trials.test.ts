/** Each person gets one trial ever; and an owner can end a trial early to start the plan. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../../convex/_generated/api";
import {
  MESSAGES,
  planNotStarted,
  trialMinutesUsedUp,
  REFUSALS,
} from "../../../convex/shared/messages";
import { newAssistant } from "../samples.ts";
import { refusal } from "../refusal.ts";
import { SILENT_PLATFORM, startCall, voicedAssistant } from "../talk.ts";
import type { Owner } from "../world.ts";
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
  subscribeAnew,
  subscriptionOf,
  useMinutes,
} from "./billing-world.ts";
import { changeCard, checkOut, confirmPayment } from "./stripe-pages.ts";
import type { Card } from "./stripe-pages.ts";

const { getSubscriptionState, getSubscriptionPlans, getPaymentsToConfirm, startPlan, subscribe } =
  api.subscriptions;

onEachBillingBackend((world) => {
  beforeAll(() => world().setVariables(SILENT_PLATFORM));
  beforeEach(() => world().control.everyOwnersCards());

  const trialDaysOf = async (owner: Owner) =>
    (await owner.query(getSubscriptionPlans, {})).STARTER.trialDays;
  const standingOf = (owner: Owner) => owner.query(getSubscriptionState, {});

  async function deleteAccount(owner: Owner): Promise<void> {
    await owner.mutation(api.account.deleteAccount, {});
    await world().settle();
  }

  async function ownerWith(email: string): Promise<Owner> {
    const owner = await world().signUp(email);
    await owner.mutation(api.assistants.createAssistant, newAssistant());
    return owner;
  }

  // T36: docs/security.md
  test("the trial of a deleted account is remembered, in every spelling of its address", async () => {
    const name = crypto.randomUUID();
    const first = await ownerWith(`${name}@example.com`);
    await subscribeAnew(world(), first, "STARTER", null);
    await deleteAccount(first);
    expect(await world().rows("customers")).not.toMatchObject([{ ownerId: first.userId }]);

    for (const email of [`${name}@example.com`, `${name}+again@example.com`]) {
      const again = await ownerWith(email);
      expect(await trialDaysOf(again)).toBe(0);
      await subscribeAnew(world(), again, "STARTER");
      expect(await subscriptionOf(again)).toMatchObject({ status: "active" });
      const { stripeCustomerId } = await customerOf(world(), again);
      expect(await amountsOf(world(), stripeCustomerId)).toEqual([2900]);
      await deleteAccount(again);
    }
    expect(await trialDaysOf(await ownerWith(`other-${name}@example.com`))).toBe(7);
  });

  // T51: docs/security.md
  test("what is stored of a deleted account reveals neither address nor card", async () => {
    const { owner } = await onTrial(world(), "STARTER");
    const before = await world().rows("trialMarks");
    await deleteAccount(owner);
    const marks = await world().rows("trialMarks");
    expect(marks).toEqual(before);
    const text = JSON.stringify(marks);
    for (const secret of [owner.email, owner.userId, "4242"]) expect(text).not.toContain(secret);
    for (const { hash } of marks) expect(hash).toMatch(/^[\w+/]{43}=$/);
  });

  // T51: docs/security.md
  test("with a new hash key before the old one, a person who had a trial is still recognized", async () => {
    const name = crypto.randomUUID();
    const first = await ownerWith(`${name}@example.com`);
    await subscribeAnew(world(), first, "STARTER");
    await deleteAccount(first);
    await world().setVariables({ TRIAL_KEYS: "a-new-key a-key-of-these-tests" });
    const again = await ownerWith(`${name}+1@example.com`);
    expect(await trialDaysOf(again)).toBe(0);
    const other = await ownerWith(`other-${name}@example.com`);
    await subscribeAnew(world(), other, "STARTER");
    await world().setVariables({ TRIAL_KEYS: "a-key-of-these-tests" });
    // Hashes of the new key are unknown without it.
    expect(await trialDaysOf(await ownerWith(`other-${name}+1@example.com`))).toBe(7);
  });

  // T36: docs/security.md
  test("a card that had a trial before pays at once, and its owner is told", async () => {
    await world().control.oneCardEach();
    await onTrial(world(), "STARTER", "mastercard");
    const { owner, customerId, subscriptionId } = await onTrial(world(), "PRO", "mastercard");
    expect(await subscriptionOf(owner)).toMatchObject({ status: "active", planType: "PRO" });
    expect(await amountsOf(world(), customerId)).toEqual([4900]);
    expect(await standingOf(owner)).toMatchObject({ state: "active", hadTrialBefore: true });
    await runJobs(world());
    await world().advance(TRIAL_AND_PAYMENT_MS);
    expect(await amountsOf(world(), customerId)).toEqual([4900]);
    expect(await world().rows("jobs")).toEqual([]);

    await world().advance(31 * DAY_MS);
    expect(await amountsOf(world(), customerId)).toEqual([4900, 4900]);
    expect(await standingOf(owner)).toMatchObject({ state: "active", hadTrialBefore: false });
    const { subscription } = await customerOf(world(), owner);
    expect(subscription?.stripeSubscriptionId).toBe(subscriptionId);
  });

  test("a card is remembered when its account is deleted", async () => {
    await world().control.oneCardEach();
    const first = await onTrial(world(), "STARTER", "asks");
    await deleteAccount(first.owner);
    const { owner } = await onTrial(world(), "STARTER", "asks");
    // Its bank asks for a confirmation, so it is past due until its owner has confirmed.
    expect(await standingOf(owner)).toMatchObject({ state: "payment_to_confirm" });
    const [waiting] = await owner.query(getPaymentsToConfirm, {});
    await confirmPayment(must(waiting, "payment").url);
    await world().settle();
    expect(await standingOf(owner)).toMatchObject({ state: "active", hadTrialBefore: true });
  });

  test("a declined card that had a trial before gets no trial", async () => {
    await world().control.oneCardEach();
    await onTrial(world(), "STARTER", "declinedLater");
    const { owner, customerId } = await onTrial(world(), "STARTER", "declinedLater");
    expect(await standingOf(owner)).toMatchObject({ state: "payment_due" });
    expect(await amountsOf(world(), customerId)).toEqual([]);
  });

  test("an owner's own card, entered again or after another one, does not affect the trial", async () => {
    const { owner, customerId } = await onTrial(world(), "STARTER");
    const portal = await owner.action(api.subscriptions.createCustomerPortalSession, {});
    for (const card of ["mastercard", "good"] as const) {
      await changeCard(portal, card);
      await world().settle();
    }
    expect(await standingOf(owner)).toMatchObject({ state: "trialing", hadTrialBefore: false });
    expect(await amountsOf(world(), customerId)).toEqual([]);
  });

  test("adding a card that had a trial before starts the plan", async () => {
    await world().control.oneCardEach();
    await onTrial(world(), "STARTER", "good");
    const { owner, customerId } = await onTrial(world(), "STARTER", null);
    const portal = await owner.action(api.subscriptions.createCustomerPortalSession, {});
    await changeCard(portal, "good");
    await world().settle();
    expect(await standingOf(owner)).toMatchObject({ state: "active", hadTrialBefore: true });
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
  });

  test("adding a card that had a trial before starts the smaller plan, if that was to follow the trial", async () => {
    await world().control.oneCardEach();
    await onTrial(world(), "STARTER", "mastercard");
    const subscriber = await onTrial(world(), "PRO", null);
    const { owner, customerId, subscriptionId } = subscriber;
    await owner.action(subscribe, { planType: "STARTER" });
    expect(await subscriptionOf(owner)).toMatchObject({ pendingPlanType: "STARTER" });
    const portal = await owner.action(api.subscriptions.createCustomerPortalSession, {});
    // Interrupted between the schedule and the trial, and continued.
    const path = `/v1/subscriptions/${subscriptionId}`;
    await world().control.fault({ kind: "error", method: "POST", path, times: 3 });
    await changeCard(portal, "mastercard");
    await world().settle();
    expect(await world().control.unusedFaults()).toBe(0);
    await world().advance(5 * 60_000);
    await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    await world().settle();
    expect(await subscriptionOf(owner)).toMatchObject({
      status: "active",
      planType: "STARTER",
      pendingPlanType: null,
    });
    expect(await standingOf(owner)).toMatchObject({ state: "active", hadTrialBefore: true });
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
    expect(await owner.query(api.usage.checkUsageLimits, {})).toMatchObject({
      includedMinutes: 250,
    });
    await runJobs(world());
    await world().advance(31 * DAY_MS + 2 * HOUR_MS);
    expect(await amountsOf(world(), customerId)).toEqual([2900, 2900]);
  });

  // T36: docs/security.md
  test("of two accounts of one person that both had the payment page open, one gets the trial", async () => {
    const name = crypto.randomUUID();
    const owners = [
      await ownerWith(`${name}@example.com`),
      await ownerWith(`${name}+2@example.com`),
    ];
    const pages: string[] = [];
    for (const owner of owners) {
      pages.push(must(await owner.action(subscribe, { planType: "STARTER" }), "page"));
    }
    for (const page of pages) {
      await checkOut(page, "good");
      await world().settle();
    }
    const states = await Promise.all(owners.map(standingOf));
    expect(states.map(({ state }) => state)).toEqual(["trialing", "active"]);
  });

  // T34: docs/security.md
  test("free days that support grants to a returning owner are left alone, by any account", async () => {
    await world().control.oneCardEach();
    await onTrial(world(), "STARTER", "mastercard");
    const { owner, customerId, subscriptionId } = await onTrial(world(), "PRO", "mastercard");
    await world().stripe.subscriptions.update(subscriptionId, {
      trial_end: Math.floor((world().clock.now() + 14 * DAY_MS) / 1000),
      proration_behavior: "none",
    });
    await world().settle();
    await runJobs(world());
    expect(await standingOf(owner)).toMatchObject({ state: "trialing" });
    await world().advance(7 * DAY_MS);
    await owner.action(api.subscriptions.refreshSubscription, {});
    expect(await standingOf(owner)).toMatchObject({ state: "trialing" });
    expect(await amountsOf(world(), customerId)).toEqual([4900]);
    await world().advance(8 * DAY_MS);
    expect(await standingOf(owner)).toMatchObject({ state: "active" });
    expect(await amountsOf(world(), customerId)).toEqual([4900, 4900]);
  });

  // T34: docs/security.md
  test("a trial that support has extended stays, also with a card that had one before", async () => {
    await world().control.oneCardEach();
    await onTrial(world(), "STARTER", "good");
    const { owner, customerId, subscriptionId } = await onTrial(world(), "STARTER", null);
    await world().stripe.subscriptions.update(subscriptionId, {
      trial_end: Math.floor((world().clock.now() + 30 * DAY_MS) / 1000),
      proration_behavior: "none",
    });
    const portal = await owner.action(api.subscriptions.createCustomerPortalSession, {});
    await changeCard(portal, "good");
    await world().settle();
    await runJobs(world());
    expect(await standingOf(owner)).toMatchObject({ state: "trialing", hadTrialBefore: false });
    expect(await amountsOf(world(), customerId)).toEqual([]);
  });

  test("while Stripe is down a repeated trial waits to be ended, and then ends once", async () => {
    await world().control.oneCardEach();
    await onTrial(world(), "STARTER", "good");
    const { owner } = await newOwner(world());
    const page = must(await owner.action(subscribe, { planType: "STARTER" }), "page");
    await world().control.fault({
      kind: "error",
      method: "POST",
      path: "/v1/subscriptions/",
      times: 20,
    });
    await checkOut(page, "good");
    await world().settle();
    expect(await standingOf(owner)).toMatchObject({ state: "trialing" });
    await world().control.clearFaults();
    await world().advance(20 * 60_000);
    await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    await world().settle();
    expect(await standingOf(owner)).toMatchObject({ state: "active", hadTrialBefore: true });
    const { stripeCustomerId } = await customerOf(world(), owner);
    expect(await amountsOf(world(), stripeCustomerId)).toEqual([2900]);
  });

  const usedUp = async (card: Card | null) => {
    const subscriber = await onTrial(world(), "STARTER", card);
    await useMinutes(world(), subscriber, card === null ? 100 : 250);
    return subscriber;
  };

  // T80: docs/security.md
  test("used-up trial minutes are reported to the owner, and not to visitors", async () => {
    const { owner } = await usedUp("good");
    const { assistantId, embedId } = await voicedAssistant(world(), owner);
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    expect(await standingOf(owner)).toMatchObject({ state: "trial_used_up" });
    expect(await owner.query(api.usage.checkUsageLimits, {})).toMatchObject({
      overLimit: true,
      approachingLimit: false,
    });
    await expect(startCall(world(), embedId, null)).rejects.toThrow(MESSAGES.assistantNotServed);
    await expect(startCall(world(), embedId, owner.userId)).rejects.toThrow(
      trialMinutesUsedUp(250, 250),
    );
    await owner.action(startPlan, {});
    expect(await standingOf(owner)).toMatchObject({ state: "active" });
    expect((await startCall(world(), embedId, null)).maxDurationSeconds).toBe(30 * 60);
  });

  test("a plan that is started within its trial is paid at once, with its own month and minutes", async () => {
    const subscriber = await onTrial(world(), "STARTER");
    const { owner, customerId } = subscriber;
    await useMinutes(world(), subscriber, 40);
    await world().advance(2 * DAY_MS);
    expect(await owner.action(startPlan, {})).toBeNull();
    const { status, currentPeriodEnd } = await subscriptionOf(owner);
    expect(status).toBe("active");
    expect(currentPeriodEnd * 1000 - world().clock.now()).toBeGreaterThan(27 * DAY_MS);
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
    expect(await owner.query(api.usage.checkUsageLimits, {})).toMatchObject({
      usedMinutes: 0,
      includedMinutes: 250,
    });
    // Nothing more is charged when the trial would have ended.
    await world().advance(TRIAL_AND_PAYMENT_MS);
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
  });

  test("pressed twice, at once or later, it is paid once", async () => {
    const { owner, customerId } = await onTrial(world(), "PRO");
    const presses = await Promise.all([owner.action(startPlan, {}), owner.action(startPlan, {})]);
    expect(presses).toEqual([null, null]);
    expect(await owner.action(startPlan, {})).toBeNull();
    expect(await amountsOf(world(), customerId)).toEqual([4900]);
  });

  test("a lost response causes no second payment", async () => {
    const { owner, customerId } = await onTrial(world(), "PRO");
    const path = "/v1/subscriptions/";
    await world().control.fault({ kind: "drop", method: "POST", path });
    expect(await owner.action(startPlan, {})).toBeNull();
    expect(await amountsOf(world(), customerId)).toEqual([4900]);
  });

  test("a declined card says so and keeps the trial, and a valid card then pays once", async () => {
    const { owner, customerId } = await onTrial(world(), "STARTER", "declinedLater");
    const declined = refusal("payment_declined", planNotStarted("Your card was declined."));
    await expect(owner.action(startPlan, {})).rejects.toEqual(declined);
    await expect(owner.action(startPlan, {})).rejects.toEqual(declined);
    expect(await standingOf(owner)).toMatchObject({ state: "trialing" });
    const portal = await owner.action(api.subscriptions.createCustomerPortalSession, {});
    const { data } = await world().stripe.customers.listPaymentMethods(customerId);
    for (const { id } of data) await world().stripe.paymentMethods.detach(id);
    await changeCard(portal, "good");
    await world().settle();
    expect(await owner.action(startPlan, {})).toBeNull();
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
  });

  test("without a payment method it leads to where one is added", async () => {
    const { owner, customerId } = await usedUp(null);
    const address = must(await owner.action(startPlan, {}), "portal");
    await changeCard(address, "good");
    await world().settle();
    expect(await standingOf(owner)).toMatchObject({ state: "trialing" });
    expect(await owner.action(startPlan, {})).toBeNull();
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
  });

  test("a payment that needs a confirmation starts the plan once it is confirmed", async () => {
    const { owner, customerId } = await onTrial(world(), "STARTER", "asks");
    const page = must(await owner.action(startPlan, {}), "page");
    const [waiting] = await owner.query(getPaymentsToConfirm, {});
    expect(waiting).toMatchObject({
      what: "plan_start",
      url: page,
      planName: "Starter",
      amount: 2900,
    });
    expect((waiting?.until ?? 0) * 1000 - world().clock.now()).toBeCloseTo(23 * HOUR_MS, -5);
    expect(await owner.action(startPlan, {})).toBe(page);
    expect(await standingOf(owner)).toMatchObject({ state: "trialing" });
    await confirmPayment(page);
    await world().settle();
    expect(await standingOf(owner)).toMatchObject({ state: "active" });
    expect(await owner.query(getPaymentsToConfirm, {})).toEqual([]);
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
  });

  test("if it is not confirmed for a day the trial continues, and the plan can be started again", async () => {
    const { owner, customerId } = await onTrial(world(), "STARTER", "asks");
    const page = must(await owner.action(startPlan, {}), "page");
    await world().advance(DAY_MS);
    expect(await owner.query(getPaymentsToConfirm, {})).toEqual([]);
    expect(await standingOf(owner)).toMatchObject({ state: "trialing" });
    const next = must(await owner.action(startPlan, {}), "page");
    expect(next).not.toBe(page);
    await confirmPayment(next);
    await world().settle();
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
  });

  test("a smaller plan that was to follow the trial starts with its early end", async () => {
    const { owner, customerId } = await onTrial(world(), "PRO");
    await owner.action(subscribe, { planType: "STARTER" });
    expect(await subscriptionOf(owner)).toMatchObject({ pendingPlanType: "STARTER" });
    await world().advance(DAY_MS);
    expect(await owner.action(startPlan, {})).toBeNull();
    expect(await subscriptionOf(owner)).toMatchObject({
      status: "active",
      planType: "STARTER",
      pendingPlanType: null,
    });
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
    expect(await owner.query(api.usage.checkUsageLimits, {})).toMatchObject({
      includedMinutes: 250,
    });
  });

  test("a smaller plan still follows if the card is declined", async () => {
    const { owner } = await onTrial(world(), "PRO", "declinedLater");
    await owner.action(subscribe, { planType: "STARTER" });
    await expect(owner.action(startPlan, {})).rejects.toMatchObject({
      data: { code: "payment_declined" },
    });
    expect(await subscriptionOf(owner)).toMatchObject({
      status: "trialing",
      planType: "PRO",
      pendingPlanType: "STARTER",
    });
  });

  test("starting the plan undoes a cancellation", async () => {
    const { owner } = await onTrial(world(), "STARTER");
    await owner.action(api.subscriptions.cancelSubscription, {});
    await owner.action(startPlan, {});
    expect(await subscriptionOf(owner)).toMatchObject({
      status: "active",
      cancelAtPeriodEnd: false,
    });
  });

  test("an owner whose trial is over pays nothing by starting the plan", async () => {
    const { owner, customerId } = await paying(world(), "STARTER");
    expect(await owner.action(startPlan, {})).toBeNull();
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
    const none = refusal("no_subscription", REFUSALS.noSubscription);
    await expect((await world().signUp()).action(startPlan, {})).rejects.toEqual(none);
  });
});
