/** While a payment is disputed, nothing more is charged and visitors are not served. */
import { expect, inject, test, vi } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../../convex/_generated/api";
import {
  DAY_MS,
  HOUR_MS,
  amountsOf,
  chargesOf,
  moneyOf,
  onEachBillingBackend,
  paying,
  runJobs,
  useMinutes,
} from "./billing-world.ts";
import type { Subscriber } from "./billing-world.ts";

onEachBillingBackend((world) => {
  async function disputing() {
    const subscriber = await paying(world(), "STARTER");
    const { owner, assistantId, customerId } = subscriber;
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    const [payment] = await moneyOf(world(), customerId);
    const dispute = async () => {
      const id = await world().control.dispute(must(payment, "payment").charge);
      await world().settle();
      return id;
    };
    return { subscriber, dispute };
  }
  const isServed = async ({ owner }: Subscriber) => {
    const [assistant] = await owner.query(api.assistants.listAssistants, {});
    const { embedId } = must(assistant, "assistant");
    return (
      (await world().visitor.query(api.assistants.getAssistantByEmbedId, { embedId })) !== null
    );
  };
  const isTold = async ({ owner }: Subscriber) =>
    (await owner.query(api.subscriptions.getSubscriptionState, {})).isDisputed;
  const check = ({ owner }: Subscriber) => owner.action(api.overageBilling.triggerOverageCheck, {});
  const charged = async ({ customerId }: Subscriber) =>
    (await amountsOf(world(), customerId)).filter((amount) => amount > 0);

  // T38: docs/security.md
  test("nothing is charged automatically and visitors are not served until an operator clears the dispute", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { subscriber, dispute } = await disputing();
    expect(await isServed(subscriber)).toBe(true);
    await dispute();
    const alerts = logged.mock.calls.filter(([text]) => text === "ALERT A payment is disputed");
    logged.mockRestore();
    const { customerId: stripeCustomerId, owner } = subscriber;
    // The local backend's functions have their own console.
    if (inject("backend") === "convex-test") {
      expect(alerts).toMatchObject([[expect.anything(), { stripeCustomerId }]]);
    }
    expect(await isServed(subscriber)).toBe(false);
    expect(await isTold(subscriber)).toBe(true);
    await useMinutes(world(), subscriber, 250 + 60);
    expect(await check(subscriber)).toMatchObject({ charged: false });
    for (let days = 0; days < 3; days++) {
      await world().advance(DAY_MS + HOUR_MS);
      await runJobs(world());
    }
    expect(await charged(subscriber)).toEqual([2900]);

    await world().inside.mutation(internal.operator.clearDispute, { stripeCustomerId });
    await world().settle();
    expect(await isServed(subscriber)).toBe(true);
    expect(await isTold(subscriber)).toBe(false);
    expect(await charged(subscriber)).toEqual([2900, 900]);
    expect(await chargesOf(world(), owner)).toMatchObject([{ state: "paid" }]);
  });

  test("a dispute that is won is over, and one that is lost stays until it is cleared", async () => {
    const won = await disputing();
    const lost = await disputing();
    const [wonId, lostId] = [await won.dispute(), await lost.dispute()];
    await world().control.closeDispute(wonId, "won");
    await world().control.closeDispute(lostId, "lost");
    await world().settle();
    expect(await isServed(won.subscriber)).toBe(true);
    expect(await isServed(lost.subscriber)).toBe(false);
  });

  // T32: docs/security.md
  test("a dispute's events in any order, and repeated, have the same result", async () => {
    const { subscriber, dispute } = await disputing();
    await world().control.hold();
    const id = await dispute();
    await world().control.closeDispute(id, "won");
    const held = (await world().control.deliveries()).filter(({ state }) => state === "held");
    const events = held.map(({ event }) => event).reverse();
    await world().control.deliver([...events, ...events]);
    await world().settle();
    expect(await isServed(subscriber)).toBe(true);
    expect(await isTold(subscriber)).toBe(false);
  });

  test("a repeated event about the start of a dispute changes nothing that an operator has cleared", async () => {
    const { subscriber, dispute } = await disputing();
    await dispute();
    const { customerId: stripeCustomerId } = subscriber;
    await world().inside.mutation(internal.operator.clearDispute, { stripeCustomerId });
    const deliveries = await world().control.deliveries();
    const created = deliveries.filter(({ type }) => type === "charge.dispute.created").at(-1);
    await world().control.deliver([must(created, "event").event]);
    await world().settle();
    expect(await isServed(subscriber)).toBe(true);
  });
});
