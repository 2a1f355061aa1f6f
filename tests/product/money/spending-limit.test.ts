/** What a spending limit does: the numbered examples of docs/overage.md. */
import { beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../../convex/_generated/api";
import { MAX_SPENDING_LIMIT_CENTS } from "../../../convex/shared/limits";
import { MESSAGES, SPENDING_MESSAGES, spendingLimitReached } from "../../../convex/shared/messages";
import {
  SILENT_PLATFORM,
  endOfCallReport,
  sendReport,
  startCall,
  statusUpdate,
  voicedAssistant,
} from "../talk.ts";
import type { StartedCall } from "../talk.ts";
import type { Owner } from "../world.ts";
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  amountsOf,
  newOwner,
  onEachBillingBackend,
  onTrial,
  paying,
  runJobs,
  useMinutes,
} from "./billing-world.ts";
import type { Subscriber } from "./billing-world.ts";

const NEXT_MONTH_MS = 31 * DAY_MS + 3 * HOUR_MS;
const HALF_AN_HOUR = 30 * 60;

const limitOf = (owner: Owner) => owner.query(api.subscriptions.getSpendingLimit, {});
const setLimit = (owner: Owner, limit: number | null) =>
  owner.mutation(api.subscriptions.setSpendingLimit, { limit });
const check = (owner: Owner) => owner.action(api.overageBilling.triggerOverageCheck, {});
const choose = (owner: Owner, planType: "STARTER" | "PRO") =>
  owner.action(api.subscriptions.subscribe, { planType });

onEachBillingBackend((world) => {
  beforeAll(() => world().setVariables(SILENT_PLATFORM));

  /** With an assistant that visitors can call. */
  async function live(subscriber: Subscriber) {
    const { owner } = subscriber;
    const { assistantId, embedId } = await voicedAssistant(world(), owner);
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    const isServed = async () =>
      (await world().visitor.query(api.assistants.getAssistantByEmbedId, { embedId })) !== null;
    const visit = async (ownerId: Owner["userId"] | null = null) => {
      const call = await startCall(world(), embedId, ownerId);
      const joined = statusUpdate(call.platformCallId, "in-progress", world().clock.now());
      await sendReport(world(), joined);
      return call;
    };
    return { ...subscriber, isServed, visit, test: () => visit(owner.userId) };
  }

  async function end({ platformCallId }: StartedCall, seconds: number): Promise<void> {
    const startedAtMs = world().clock.now();
    await world().advance(seconds * 1000);
    await sendReport(world(), endOfCallReport(platformCallId, { startedAtMs, seconds }));
  }

  // T38: docs/security.md
  test("1. without a chosen limit it is the plan's price, and stops the minute that would exceed it", async () => {
    const subscriber = await live(await paying(world(), "STARTER"));
    const { owner, isServed, visit } = subscriber;
    expect(await limitOf(owner)).toMatchObject({
      limit: 2900,
      isOwn: false,
      spent: 0,
      state: "below",
    });
    await useMinutes(world(), subscriber, 250 + 154);
    expect(await limitOf(owner)).toMatchObject({ spent: 2310, state: "below" });
    await useMinutes(world(), subscriber, 1);
    expect(await limitOf(owner)).toMatchObject({ spent: 2325, state: "near" });
    await useMinutes(world(), subscriber, 38);
    expect(await limitOf(owner)).toMatchObject({ spent: 2895, state: "reached" });
    expect(await isServed()).toBe(false);
    await expect(visit()).rejects.toThrow(MESSAGES.assistantNotServed);
  });

  // T38: docs/security.md
  test("2. charged and uncharged minutes count together", async () => {
    const subscriber = await live(await paying(world(), "STARTER"));
    const { owner, isServed } = subscriber;
    await setLimit(owner, 1500);
    await useMinutes(world(), subscriber, 250 + 60);
    expect(await check(owner)).toMatchObject({ charged: true, amount: 900 });
    expect(await limitOf(owner)).toMatchObject({ spent: 900, state: "below" });
    await useMinutes(world(), subscriber, 39);
    expect(await limitOf(owner)).toMatchObject({ spent: 1485, state: "near" });
    expect(await isServed()).toBe(true);
    await useMinutes(world(), subscriber, 1);
    expect(await limitOf(owner)).toMatchObject({ spent: 1500, state: "reached" });
    expect(await isServed()).toBe(false);
  });

  test("3. after it is raised, visitors are served again at once; refused calls cost nothing", async () => {
    const subscriber = await live(await paying(world(), "STARTER"));
    const { owner, isServed, visit, customerId } = subscriber;
    await setLimit(owner, 300);
    await useMinutes(world(), subscriber, 250 + 20);
    expect(await isServed()).toBe(false);
    await setLimit(owner, 450);
    expect(await isServed()).toBe(true);
    const call = await visit();
    expect(call.maxDurationSeconds).toBe(10 * 60);
    await end(call, 10 * 60);
    expect(await isServed()).toBe(false);
    await world().advance(NEXT_MONTH_MS);
    await runJobs(world());
    expect(await amountsOf(world(), customerId)).toEqual([2900, 2900, 450]);
    expect(await isServed()).toBe(true);
  });

  test("4. a call lasts no longer than what is left, after what running calls may still use", async () => {
    const subscriber = await live(await paying(world(), "STARTER"));
    const { owner, visit, isServed } = subscriber;
    await setLimit(owner, 600);
    await useMinutes(world(), subscriber, 245);
    const first = await visit();
    expect(first.maxDurationSeconds).toBe(HALF_AN_HOUR);
    const second = await visit();
    expect(second.maxDurationSeconds).toBe(15 * 60);
    await expect(visit()).rejects.toThrow(MESSAGES.linesBusy);
    await end(first, 5 * 60);
    expect(await isServed()).toBe(true);
    expect((await visit()).maxDurationSeconds).toBe(25 * 60);
  });

  test("5. a running call is not cut short by a limit that was lowered meanwhile", async () => {
    const subscriber = await live(await paying(world(), "STARTER"));
    const { owner, visit, isServed } = subscriber;
    await useMinutes(world(), subscriber, 250);
    const call = await visit();
    await setLimit(owner, 0);
    expect(await isServed()).toBe(false);
    await world().advance(MINUTE_MS);
    const [running] = (await world().rows("calls")).filter(({ _id }) => _id === call.callId);
    expect(running?.maxDurationSeconds).toBe(HALF_AN_HOUR);
    await end(call, 20 * 60);
    expect(await limitOf(owner)).toMatchObject({ limit: 0, spent: 300, state: "reached" });
  });

  test("6. at zero there are no extra minutes, and the owner is told why no test call starts", async () => {
    const subscriber = await live(await paying(world(), "STARTER"));
    const { owner, visit, isServed } = subscriber;
    await setLimit(owner, 0);
    await useMinutes(world(), subscriber, 249);
    expect(await limitOf(owner)).toMatchObject({ state: "below" });
    const call = await visit();
    expect(call.maxDurationSeconds).toBe(60);
    await end(call, 60);
    expect(await limitOf(owner)).toMatchObject({ spent: 0, state: "reached" });
    expect(await isServed()).toBe(false);
    await expect(subscriber.test()).rejects.toThrow(spendingLimitReached(0));
  });

  test("7. without a limit nothing stops the minutes", async () => {
    const subscriber = await live(await paying(world(), "STARTER"));
    const { owner, visit } = subscriber;
    await setLimit(owner, null);
    await useMinutes(world(), subscriber, 250 + 5000);
    expect(await limitOf(owner)).toMatchObject({ limit: null, isOwn: true, state: "below" });
    expect((await visit()).maxDurationSeconds).toBe(HALF_AN_HOUR);
  });

  test("8. another plan has its own default limit, unless the owner has set one", async () => {
    const [follows, stays] = [await paying(world(), "STARTER"), await paying(world(), "STARTER")];
    await setLimit(stays.owner, 2900);
    for (const { owner } of [follows, stays]) await choose(owner, "PRO");
    await world().settle();
    expect(await limitOf(follows.owner)).toMatchObject({ limit: 4900, isOwn: false });
    expect(await limitOf(stays.owner)).toMatchObject({ limit: 2900, isOwn: true });
  });

  test("9. an upgrade's own charge counts, and its additional minutes are served anyway", async () => {
    const subscriber = await live(await paying(world(), "STARTER"));
    const { owner, isServed, visit } = subscriber;
    await setLimit(owner, 600);
    await useMinutes(world(), subscriber, 250 + 40);
    expect(await isServed()).toBe(false);
    await choose(owner, "PRO");
    await world().settle();
    expect(await limitOf(owner)).toMatchObject({ spent: 600, state: "near" });
    expect(await isServed()).toBe(true);
    const { remainingMinutes } = await owner.query(api.usage.checkUsageLimits, {});
    await useMinutes(world(), subscriber, remainingMinutes - 2);
    expect((await visit()).maxDurationSeconds).toBe(2 * 60);
    await useMinutes(world(), subscriber, 2);
    expect(await limitOf(owner)).toMatchObject({ spent: 600, state: "reached" });
  });

  test("10. on trial, and without a subscription, there is nothing to limit", async () => {
    const { owner: trying } = await onTrial(world(), "STARTER");
    const { owner: nobody } = await newOwner(world());
    for (const owner of [trying, nobody]) expect(await limitOf(owner)).toBeNull();
    await expect(setLimit(trying, 500)).rejects.toMatchObject({
      data: { code: "spending_limit_rejected", message: SPENDING_MESSAGES.noExtraMinutes },
    });
    await expect(setLimit(nobody, 500)).rejects.toMatchObject({
      data: { code: "no_subscription" },
    });
  });

  // T38: docs/security.md
  test("11. it applies to the next period too while Stripe cannot confirm the renewal", async () => {
    const subscriber = await live(await paying(world(), "STARTER"));
    const { owner, isServed, visit } = subscriber;
    await setLimit(owner, 0);
    await useMinutes(world(), subscriber, 240);
    await world().control.hold();
    await world().setVariables({ STRIPE_API_URL: "http://127.0.0.1:9" });
    try {
      await world().advance(NEXT_MONTH_MS);
      await useMinutes(world(), subscriber, 245);
      expect((await visit()).maxDurationSeconds).toBe(5 * 60);
      await useMinutes(world(), subscriber, 5);
      expect(await isServed()).toBe(false);
      await expect(visit()).rejects.toThrow(MESSAGES.assistantNotServed);
    } finally {
      await world().setVariables({ STRIPE_API_URL: world().stripeUrl });
      await world().control.release();
    }
    await world().settle();
    expect(await limitOf(owner)).toMatchObject({ spent: 0, state: "reached" });
    expect((await owner.query(api.usage.checkUsageLimits, {})).usedMinutes).toBe(250);
  });

  test("a limit must be in whole cents up to a maximum", async () => {
    const { owner } = await paying(world(), "STARTER");
    for (const limit of [-1, 0.5, MAX_SPENDING_LIMIT_CENTS + 1, Infinity, NaN]) {
      await expect(setLimit(owner, limit)).rejects.toMatchObject({
        data: { code: "spending_limit_rejected", message: SPENDING_MESSAGES.invalid },
      });
    }
    for (const limit of [MAX_SPENDING_LIMIT_CENTS, 0]) {
      await setLimit(owner, limit);
      expect(must(await limitOf(owner), "limit").limit).toBe(limit);
    }
  });

  test("an owner who changes it too often is asked to wait", async () => {
    const { owner } = await paying(world(), "STARTER");
    for (let times = 0; times < 30; times++) await setLimit(owner, times);
    await expect(setLimit(owner, 500)).rejects.toMatchObject({
      data: { code: "too_many_requests" },
    });
  });
});
