import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../../convex/_generated/api";
import { REFUSALS } from "../../../convex/shared/messages";
import {
  DAY_MS,
  HOUR_MS,
  amountsOf,
  chargesOf,
  onEachBillingBackend,
  paying,
  runJobs,
  useMinutes,
} from "./billing-world.ts";
import { changeCard } from "./stripe-pages.ts";

onEachBillingBackend((world) => {
  /** Pays the first month by card, publishes an assistant, and then pays from a bank account. */
  async function withBankAccount(token: string) {
    const subscriber = await paying(world(), "STARTER");
    const { owner, assistantId, customerId, subscriptionId } = subscriber;
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    const [assistant] = await owner.query(api.assistants.listAssistants, {});
    const { embedId } = must(assistant, "the assistant");
    const { stripe } = world();
    const { id } = await stripe.paymentMethods.attach(token, { customer: customerId });
    await stripe.subscriptions.update(subscriptionId, { default_payment_method: id });
    await world().settle();
    return {
      ...subscriber,
      isServed: async () =>
        (await world().visitor.query(api.assistants.getAssistantByEmbedId, { embedId })) !== null,
      unpaid: () => owner.query(api.subscriptions.getPaymentsToConfirm, {}),
    };
  }

  async function pass(days: number) {
    for (let day = 0; day < days; day++) {
      await world().advance(DAY_MS + HOUR_MS);
      await runJobs(world());
    }
  }

  // T38: docs/security.md
  test("extra minutes that a bank account takes days to pay are pending, then paid once", async () => {
    const subscriber = await withBankAccount("pm_usBankAccount_success");
    const { owner, customerId, isServed, unpaid } = subscriber;
    await useMinutes(world(), subscriber, 250 + 60);
    const check = await owner.action(api.overageBilling.triggerOverageCheck, {});
    expect(check).toMatchObject({
      success: false,
      charged: false,
      error: REFUSALS.overagePaymentProcessing,
    });
    await pass(3);
    expect(await chargesOf(world(), owner)).toMatchObject([{ state: "invoiced", payAttempt: 0 }]);
    expect(await unpaid()).toEqual([]);
    expect(await isServed()).toBe(true);
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
    await pass(1);
    expect(await chargesOf(world(), owner)).toMatchObject([{ state: "paid" }]);
    await pass(3);
    expect(await isServed()).toBe(true);
    expect(await amountsOf(world(), customerId)).toEqual([2900, 900]);
  });

  // T38: docs/security.md
  test.each(["and its event comes", "and its event is lost"])(
    "if a bank account declines after days, the grace period starts then: %s",
    async (how) => {
      const subscriber = await withBankAccount("pm_usBankAccount_insufficientFunds");
      const { owner, customerId, isServed, unpaid } = subscriber;
      await useMinutes(world(), subscriber, 250 + 60);
      await owner.action(api.overageBilling.triggerOverageCheck, {});
      await pass(3);
      expect(await unpaid()).toEqual([]);
      const isLost = how === "and its event is lost";
      if (isLost) await world().control.hold();
      await world().advance(22 * HOUR_MS);
      if (isLost) {
        const deliveries = await world().control.deliveries();
        const held = deliveries.filter(({ state }) => state === "held");
        await world().control.drop(held.map(({ event }) => event));
        await world().control.release();
      }
      await world().advance(4 * HOUR_MS);
      await runJobs(world());
      const [charge] = await chargesOf(world(), owner);
      expect(charge).toMatchObject({
        state: "failed",
        error: "The customer's account has insufficient funds to cover this payment.",
      });
      const [payment] = await unpaid();
      const until = must(payment?.until, "the end of grace") * 1000;
      const leftMs = until - world().clock.now();
      expect(leftMs).toBeGreaterThan(DAY_MS);
      expect(leftMs).toBeLessThanOrEqual(3 * DAY_MS);
      expect(await isServed()).toBe(true);

      const portal = await owner.action(api.subscriptions.createCustomerPortalSession, {});
      await changeCard(portal, "good");
      await pass(2);
      expect(await chargesOf(world(), owner)).toMatchObject([{ state: "paid" }]);
      expect(await amountsOf(world(), customerId)).toEqual([2900, 900]);
    },
  );

  // T38: docs/security.md
  test.each([
    ["pm_usBankAccount_success", true, [2900, 900]],
    ["pm_usBankAccount_insufficientFunds", false, [2900]],
  ])(
    "a declined charge that its owner pays from a bank account is owed again only if that fails: %s",
    async (token, isPaid, amounts) => {
      const subscriber = await withBankAccount(token);
      const { owner, customerId, subscriptionId, isServed, unpaid } = subscriber;
      const { stripe } = world();
      const { data } = await stripe.paymentMethods.list({ customer: customerId });
      const bank = must(
        data.find(({ type }) => type === "us_bank_account"),
        "the bank account",
      );
      const bad = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
        customer: customerId,
      });
      await stripe.subscriptions.update(subscriptionId, { default_payment_method: bad.id });
      await world().settle();
      await useMinutes(world(), subscriber, 250 + 60);
      await owner.action(api.overageBilling.triggerOverageCheck, {});
      expect(await unpaid()).toMatchObject([{ what: "overage_refused" }]);
      const [charge] = await chargesOf(world(), owner);
      const invoiceId = must(charge?.invoiceId, "the invoice");
      await stripe.invoices.pay(invoiceId, { payment_method: bank.id });
      await pass(1);
      expect(await unpaid()).toEqual([]);
      await pass(2);
      expect(await isServed()).toBe(true);
      expect(await unpaid()).toEqual([]);
      // Its three days are over, and are not granted twice.
      await pass(1);
      expect(await isServed()).toBe(isPaid);
      expect(await amountsOf(world(), customerId)).toEqual(amounts);
    },
  );
});
