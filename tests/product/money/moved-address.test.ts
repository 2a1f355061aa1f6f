/** What an owner's new address means for billing. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { newAssistant } from "../samples.ts";
import { SILENT_PLATFORM } from "../talk.ts";
import type { Owner } from "../world.ts";
import {
  customerOf,
  newOwner,
  onEachBillingBackend,
  onTrial,
  runJobs,
  subscribeAnew,
  subscriptionOf,
} from "./billing-world.ts";

const MINUTE_MS = 60_000;

onEachBillingBackend((world) => {
  beforeAll(() => world().setVariables(SILENT_PLATFORM));
  beforeEach(() => world().control.everyOwnersCards());

  const newAddress = () => `${crypto.randomUUID()}@moved.test`;
  const move = async ({ userId: ownerId }: Owner, to: string) => {
    await world().inside.mutation(internal.accounts.addressChange.beginAddressChange, {
      ownerId,
      to,
    });
    await world().settle();
  };
  const trialDaysOf = async (owner: Owner) =>
    (await owner.query(api.subscriptions.getSubscriptionPlans, {})).STARTER.trialDays;
  const emailAtStripe = async (owner: Owner) => {
    const { stripeCustomerId } = await customerOf(world(), owner);
    const customer = await world().stripe.customers.retrieve(stripeCustomerId);
    return customer.deleted === true ? "deleted" : customer.email;
  };

  test("Stripe writes to the new address, and the plan continues", async () => {
    const { owner } = await onTrial(world(), "STARTER");
    const to = newAddress();
    await move(owner, to);
    expect(await emailAtStripe(owner)).toBe(to);
    expect(await subscriptionOf(owner)).toMatchObject({ status: "trialing" });
    expect(await world().rows("jobs")).toEqual([]);
  });

  test("while Stripe is down the change waits; of two changes the later one counts", async () => {
    const { owner } = await onTrial(world(), "STARTER");
    await world().control.fault({
      kind: "error",
      method: "POST",
      path: "/v1/customers/",
      times: 3,
    });
    await move(owner, newAddress());
    const to = newAddress();
    await move(owner, to);
    await world().control.clearFaults();
    await world().advance(10 * MINUTE_MS);
    await runJobs(world());
    await world().settle();
    expect(await emailAtStripe(owner)).toBe(to);
  });

  test("without a customer at Stripe, or with a deleted one, there is nothing to change", async () => {
    const { owner } = await newOwner(world());
    await move(owner, newAddress());
    const { owner: other } = await onTrial(world(), "STARTER");
    const { stripeCustomerId } = await customerOf(world(), other);
    await world().stripe.customers.del(stripeCustomerId);
    await move(other, newAddress());
    expect(await world().rows("jobs")).toEqual([]);
  });

  test("a customer that was created with the previous address is changed too", async () => {
    const { owner } = await newOwner(world());
    const { scheduleCleanup, linkToOwner } = internal.billing.subscriptions.billedOwner;
    const ownerId = owner.userId;
    const cleanupKey = await world().inside.mutation(scheduleCleanup, { ownerId });
    const customer = await world().stripe.customers.create({ email: owner.email });
    const to = newAddress();
    await move(owner, to);
    await world().inside.mutation(linkToOwner, {
      ownerId,
      cleanupKey,
      stripeCustomerId: customer.id,
      replacedId: null,
      email: owner.email,
    });
    await world().settle();
    expect(await emailAtStripe(owner)).toBe(to);
  });

  test("a new address gives no second trial, to the account or to anybody who signs up with the previous address", async () => {
    const { owner } = await onTrial(world(), "STARTER");
    const to = newAddress();
    await move(owner, to);
    expect(await trialDaysOf(owner)).toBe(0);
    const again = await world().signUp(owner.email);
    await again.mutation(api.assistants.createAssistant, newAssistant());
    expect(await trialDaysOf(again)).toBe(0);
    await subscribeAnew(world(), again, "STARTER");
    expect(await subscriptionOf(again)).toMatchObject({ status: "active" });

    await owner.mutation(api.account.deleteAccount, {});
    await world().settle();
    expect(await trialDaysOf(await world().signUp(to))).toBe(0);
  });
});
