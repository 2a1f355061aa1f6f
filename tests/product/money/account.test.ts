import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../../convex/_generated/api";
import { ownedBy } from "../owned.ts";
import {
  DAY_MS,
  HOUR_MS,
  amountsOf,
  chargesOf,
  onEachBillingBackend,
  onTrial,
  paying,
  runJobs,
  subscriptionOf,
  useMinutes,
} from "./billing-world.ts";
import type { Subscriber } from "./billing-world.ts";
import { changeCard, payInPortal, payOnPage } from "./stripe-pages.ts";

const MONTH_MS = 31 * DAY_MS + 3 * HOUR_MS;

onEachBillingBackend((world) => {
  async function closeAccountOf({ owner }: Subscriber): Promise<void> {
    await owner.mutation(api.account.deleteAccount, {});
    await world().settle();
  }

  const owedBy = ({ owner }: Subscriber) => owner.query(api.account.getAmountOwed, {});

  async function expectNothingMoreTaken({ customerId }: Subscriber): Promise<void> {
    const before = await amountsOf(world(), customerId);
    await world().advance(MONTH_MS);
    await runJobs(world());
    expect(await amountsOf(world(), customerId)).toEqual(before);
  }

  async function expectNothingLeft({ owner, customerId, subscriptionId }: Subscriber) {
    expect(await ownedBy(world(), owner.userId)).toEqual({});
    const work = await world().rows("jobs");
    expect(work.filter(({ key }) => key === customerId)).toEqual([]);
    const customer = await world().stripe.customers.retrieve(customerId);
    expect(customer.deleted).toBe(true);
    const { status } = await world().stripe.subscriptions.retrieve(subscriptionId);
    expect(status).toBe("canceled");
  }

  /** Has used forty extra minutes, and has a card that is declined from now on. */
  async function inDebt() {
    const subscriber = await paying(world(), "STARTER");
    const { owner } = subscriber;
    const portal = await owner.action(api.subscriptions.createCustomerPortalSession, {});
    await changeCard(portal, "declinedLater");
    await useMinutes(world(), subscriber, 250 + 40);
    return { subscriber, portal };
  }

  test("a deleted account pays nothing more, and nothing of its billing is left", async () => {
    const subscriber = await paying(world(), "STARTER");
    await useMinutes(world(), subscriber, 250 + 60);
    await subscriber.owner.action(api.overageBilling.triggerOverageCheck, {});
    // Worth less than the minimum charge.
    await useMinutes(world(), subscriber, 3);
    expect(await owedBy(subscriber)).toBe(0);
    await closeAccountOf(subscriber);

    await expectNothingLeft(subscriber);
    expect(await amountsOf(world(), subscriber.customerId)).toEqual([2900, 900]);
    await expectNothingMoreTaken(subscriber);
  });

  // T37: docs/security.md
  test("extra minutes that were not charged yet are charged once before the account is deleted", async () => {
    const subscriber = await paying(world(), "STARTER");
    await useMinutes(world(), subscriber, 250 + 60);
    await subscriber.owner.action(api.overageBilling.triggerOverageCheck, {});
    await useMinutes(world(), subscriber, 40);
    expect(await owedBy(subscriber)).toBe(600);
    await closeAccountOf(subscriber);
    await expectNothingLeft(subscriber);
    expect(await amountsOf(world(), subscriber.customerId)).toEqual([2900, 900, 600]);
    await expectNothingMoreTaken(subscriber);
  });

  test("extra minutes of the month that has just ended are charged together with the current month's", async () => {
    const subscriber = await paying(world(), "STARTER");
    await useMinutes(world(), subscriber, 250 + 40);
    const { currentPeriodEnd } = await subscriptionOf(subscriber.owner);
    await world().advance(currentPeriodEnd * 1000 - world().clock.now() + 2 * HOUR_MS);
    await useMinutes(world(), subscriber, 250 + 10);
    expect(await owedBy(subscriber)).toBe(600 + 150);
    await closeAccountOf(subscriber);
    await expectNothingLeft(subscriber);
    const taken = await amountsOf(world(), subscriber.customerId);
    expect(taken.sort()).toEqual([2900, 2900, 600, 150].sort());
  });

  test("an owner who pays first and then keeps the account is charged once", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner, customerId } = subscriber;
    await useMinutes(world(), subscriber, 250 + 40);
    expect(await owner.action(api.account.settle, {})).toBe(0);
    expect(await owner.action(api.account.settle, {})).toBe(0);
    expect(await amountsOf(world(), customerId)).toEqual([2900, 600]);
    expect(await subscriptionOf(owner)).toMatchObject({ status: "active" });
    await closeAccountOf(subscriber);
    expect(await amountsOf(world(), customerId)).toEqual([2900, 600]);
  });

  test("after a decline the owner is told where to pay, and owes nothing once it is paid there", async () => {
    const { subscriber, portal } = await inDebt();
    const { owner } = subscriber;
    expect(await owner.action(api.account.settle, {})).toBe(600);
    const [payment] = await owner.query(api.subscriptions.getPaymentsToConfirm, {});
    expect(payment).toMatchObject({ what: "overage_refused", amount: 600 });
    const [charge] = await chargesOf(world(), owner);
    await payInPortal(portal, must(charge?.invoiceId, "invoice"), "good");
    await world().settle();
    expect(await owedBy(subscriber)).toBe(0);
    await closeAccountOf(subscriber);
    await expectNothingLeft(subscriber);
  });

  // T37: docs/security.md
  test("deleting an account that owes money deletes everything at once except the bill", async () => {
    const { subscriber } = await inDebt();
    const { owner, customerId, subscriptionId } = subscriber;
    await closeAccountOf(subscriber);
    // The ledger's row and its period, which contain no name.
    expect(await ownedBy(world(), owner.userId)).toEqual({ overageCharges: 1, usagePeriods: 1 });
    const { stripe } = world();
    expect(await stripe.subscriptions.retrieve(subscriptionId)).toMatchObject({
      status: "canceled",
    });
    const [charge] = await chargesOf(world(), owner);
    const invoiceId = must(charge?.invoiceId, "invoice");
    expect(await stripe.invoices.retrieve(invoiceId)).toMatchObject({
      status: "open",
      total: 600,
    });
    await world().advance(4 * DAY_MS);
    for (let hours = 0; hours < 72; hours += 6) {
      await world().inside.mutation(internal.jobs.startJobs.sweep, {});
      await world().settle();
      await world().advance(6 * HOUR_MS);
    }
    const owing = await world().inside.query(internal.operator.attention, {});
    expect(owing).toMatchObject([{ kind: "customerDeletion", key: customerId }]);

    await payOnPage(must(charge?.payUrl, "page"), "good");
    await world().settle();
    await expectNothingLeft(subscriber);
    expect(await amountsOf(world(), customerId)).toEqual([2900, 600]);
    await expectNothingMoreTaken(subscriber);
  });

  test("voiding the bill in Stripe's dashboard deletes the rest", async () => {
    const { subscriber } = await inDebt();
    await closeAccountOf(subscriber);
    const [charge] = await chargesOf(world(), subscriber.owner);
    await world().stripe.invoices.voidInvoice(must(charge?.invoiceId, "invoice"));
    await world().settle();
    await expectNothingLeft(subscriber);
    expect(await amountsOf(world(), subscriber.customerId)).toEqual([2900]);
  });

  test("while Stripe is down the account is deleted, and charged once when Stripe is back", async () => {
    const subscriber = await paying(world(), "STARTER");
    await useMinutes(world(), subscriber, 250 + 40);
    await world().control.fault({ kind: "error", path: "/v1/", times: 50 });
    expect(await subscriber.owner.action(api.account.settle, {})).toBe(600);
    await closeAccountOf(subscriber);
    await world().control.clearFaults();
    await world().advance(HOUR_MS);
    await runJobs(world());
    await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    await world().settle();
    await expectNothingLeft(subscriber);
    expect(await amountsOf(world(), subscriber.customerId)).toEqual([2900, 600]);
  });

  test("a trial ends with the account, even if Stripe was down at first", async () => {
    const subscriber = await onTrial(world(), "PRO");
    await world().control.fault({ kind: "error", path: "/v1/customers/", times: 20 });
    await closeAccountOf(subscriber);
    const ofCustomer = async () =>
      (await world().rows("jobs")).filter(({ key }) => key === subscriber.customerId);
    expect(await ofCustomer()).toMatchObject([{ kind: "customerDeletion", attempts: 1 }]);

    await world().control.clearFaults();
    await world().advance(10 * 60_000);
    await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    await world().settle();
    expect(await ofCustomer()).toEqual([]);
    await expectNothingMoreTaken(subscriber);
  });
});
