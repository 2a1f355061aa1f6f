import { expect, test } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { ownedBy } from "../owned.ts";
import {
  DAY_MS,
  HOUR_MS,
  amountsOf,
  onEachBillingBackend,
  onTrial,
  paying,
  runJobs,
  useMinutes,
} from "./billing-world.ts";
import type { Subscriber } from "./billing-world.ts";

const MONTH_MS = 31 * DAY_MS + 3 * HOUR_MS;

onEachBillingBackend((world) => {
  async function closeAccountOf({ owner }: Subscriber): Promise<void> {
    await owner.mutation(api.account.deleteAccount, {});
    await world().settle();
  }

  async function expectNothingMoreTaken({ customerId }: Subscriber): Promise<void> {
    const before = await amountsOf(world(), customerId);
    await world().advance(MONTH_MS);
    await runJobs(world());
    expect(await amountsOf(world(), customerId)).toEqual(before);
  }

  test("a deleted account pays nothing any more, and nothing of its billing is left", async () => {
    const subscriber = await paying(world(), "STARTER");
    await useMinutes(world(), subscriber, 250 + 60);
    await subscriber.owner.action(api.overageBilling.triggerOverageCheck, {});
    await useMinutes(world(), subscriber, 5);
    await closeAccountOf(subscriber);

    expect(await ownedBy(world(), subscriber.owner.userId)).toEqual({});
    const customer = await world().stripe.customers.retrieve(subscriber.customerId);
    expect(customer.deleted).toBe(true);
    const { status } = await world().stripe.subscriptions.retrieve(subscriber.subscriptionId);
    expect(status).toBe("canceled");
    expect(await amountsOf(world(), subscriber.customerId)).toEqual([2900, 900]);
    await expectNothingMoreTaken(subscriber);
  });

  test("a trial ends with the account, also when Stripe was out of reach at first", async () => {
    const subscriber = await onTrial(world(), "PRO");
    await world().control.fault({ kind: "error", path: "/v1/customers/", times: 20 });
    await closeAccountOf(subscriber);
    const stillThere = await world().rows("outbox");
    expect(stillThere).toMatchObject([{ kind: "customerDeletion", attempts: 1 }]);

    await world().control.clearFaults();
    await world().advance(10 * 60_000);
    await world().inside.mutation(internal.outbox.sweep, {});
    await world().settle();
    expect(await world().rows("outbox")).toEqual([]);
    await expectNothingMoreTaken(subscriber);
  });
});
