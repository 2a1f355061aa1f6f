import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../../convex/_generated/api";
import { REFUSALS } from "../../../convex/shared/messages";
import {
  SILENT_PLATFORM,
  endOfCallReport,
  sendReport,
  startCall,
  statusUpdate,
  voicedAssistant,
} from "../talk.ts";
import type { Owner } from "../world.ts";
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  amountsOf,
  chargesOf,
  onEachBillingBackend,
  onTrial,
  paying,
  periodsOf,
  runJobs,
  use,
  useMinutes,
} from "./billing-world.ts";

const check = (owner: Owner) => owner.action(api.overageBilling.triggerOverageCheck, {});
/** Past the end of the month, and the hours in which late reports still count. */
const NEXT_MONTH_MS = 31 * DAY_MS + 3 * HOUR_MS;
const NOTHING = { success: true, charged: false, amount: 0, minutes: 0, threshold: 60 };

onEachBillingBackend((world) => {
  test("below a step nothing is charged, and the owner sees the amount", async () => {
    const subscriber = await paying(world(), "STARTER");
    await useMinutes(world(), subscriber, 250 + 59);
    expect(await check(subscriber.owner)).toEqual({ ...NOTHING, currentOverage: 59, error: null });
    expect(await amountsOf(world(), subscriber.customerId)).toEqual([2900]);
  });

  test("at exactly a step it is charged, and the next check finds nothing", async () => {
    const subscriber = await paying(world(), "STARTER");
    await useMinutes(world(), subscriber, 250 + 60);
    expect(await check(subscriber.owner)).toEqual({
      success: true,
      charged: true,
      amount: 900,
      minutes: 60,
      currentOverage: 0,
      threshold: 60,
      error: null,
    });
    expect(await check(subscriber.owner)).toEqual({ ...NOTHING, currentOverage: 0, error: null });
    expect(await amountsOf(world(), subscriber.customerId)).toEqual([2900, 900]);
  });

  test("above a step everything is charged, and the next step starts from there", async () => {
    const subscriber = await paying(world(), "PRO");
    await useMinutes(world(), subscriber, 450 + 75);
    expect(await check(subscriber.owner)).toMatchObject({
      charged: true,
      amount: 900,
      minutes: 75,
    });
    await useMinutes(world(), subscriber, 59);
    expect(await check(subscriber.owner)).toMatchObject({ charged: false, currentOverage: 59 });
    await useMinutes(world(), subscriber, 1);
    expect(await check(subscriber.owner)).toMatchObject({
      charged: true,
      amount: 720,
      minutes: 60,
    });
    const ranges = (await chargesOf(world(), subscriber.owner)).map((charge) => [
      charge.fromMinute,
      charge.toMinute,
    ]);
    expect(ranges).toEqual([
      [450, 525],
      [525, 585],
    ]);
  });

  // T33: docs/security.md
  test("a step that nobody asks about is charged automatically within the hour", async () => {
    const subscriber = await paying(world(), "STARTER");
    await useMinutes(world(), subscriber, 250 + 50);
    await useMinutes(world(), subscriber, 10);
    await useMinutes(world(), subscriber, 5);
    await runJobs(world());
    expect(await amountsOf(world(), subscriber.customerId)).toEqual([2900]);
    await world().advance(HOUR_MS + MINUTE_MS);
    await runJobs(world());
    expect(await amountsOf(world(), subscriber.customerId)).toEqual([2900, 65 * 15]);
  });

  // T33: docs/security.md
  test.each([
    [3, []],
    [4, [60]],
    [59, [59 * 15]],
  ])("a rest of %i minutes at the end of the period costs %j cents, once", async (rest, cents) => {
    const subscriber = await paying(world(), "STARTER");
    await useMinutes(world(), subscriber, 250 + rest);
    await world().advance(NEXT_MONTH_MS);
    await runJobs(world());
    await runJobs(world());
    const overage = (await chargesOf(world(), subscriber.owner)).map(
      (charge) => charge.amountCents,
    );
    expect(overage).toEqual(cents);
    const paid = await amountsOf(world(), subscriber.customerId);
    expect(paid.sort((a, b) => a - b)).toEqual([...cents, 2900, 2900]);
    const [, settled] = await periodsOf(world(), subscriber.owner);
    expect(settled).toMatchObject({ isSettled: true });
  });

  // T33: docs/security.md
  test("minutes that are reported after their period was settled are charged once", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner, customerId } = subscriber;
    await useMinutes(world(), subscriber, 250 + 2);
    const [, period] = await periodsOf(world(), owner);
    await world().advance(NEXT_MONTH_MS);
    await runJobs(world());
    expect(await amountsOf(world(), customerId)).toEqual([2900, 2900]);
    const endedAtMs = must(period, "period").endMs - MINUTE_MS;
    await use(world(), subscriber, 30 * 60, { endedAtMs });
    await runJobs(world());
    await runJobs(world());
    expect(await amountsOf(world(), customerId)).toEqual([2900, 2900, 32 * 15]);
  });

  test("each period keeps its price, and an upgrade within it gets the better plan's rate", async () => {
    const { owner } = await paying(world(), "STARTER");
    await owner.action(api.subscriptions.subscribe, { planType: "PRO" });
    await world().settle();
    const terms = (await periodsOf(world(), owner)).map((period) => period.terms);
    expect(terms).toMatchObject([
      { planType: "STARTER", isTrial: true, includedMinutes: 250, rateCents: 15 },
      { planType: "PRO", isTrial: false, rateCents: 12 },
    ]);
  });

  // T37: docs/security.md
  test("calls that are running when the account is deleted are charged until then", async () => {
    await world().setVariables(SILENT_PLATFORM);
    const subscriber = await paying(world(), "STARTER");
    const { owner, customerId } = subscriber;
    const { embedId } = await voicedAssistant(world(), owner);
    await useMinutes(world(), subscriber, 250);
    for (const status of ["in-progress", "in-progress", "ringing"]) {
      const { platformCallId } = await startCall(world(), embedId, owner.userId);
      await sendReport(world(), statusUpdate(platformCallId, status, world().clock.now()));
    }
    await world().advance(20 * MINUTE_MS);
    await owner.mutation(api.account.deleteAccount, {});
    await world().settle();
    expect(await amountsOf(world(), customerId)).toEqual([2900, 2 * 20 * 15]);
  });

  test("minutes used before the subscription was deleted are billed, later ones are not", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner, customerId, subscriptionId } = subscriber;
    await useMinutes(world(), subscriber, 250 + 20);
    await world().advance(HOUR_MS);
    await world().stripe.subscriptions.cancel(subscriptionId);
    await world().advance(5 * MINUTE_MS);
    await useMinutes(world(), subscriber, 120);
    expect(await check(owner)).toMatchObject({ success: false, error: REFUSALS.noSubscription });
    await world().advance(NEXT_MONTH_MS);
    await runJobs(world());
    expect(await amountsOf(world(), customerId)).toEqual([2900, 20 * 15]);
    const seconds = (await periodsOf(world(), owner)).map((period) => period.seconds);
    expect(seconds.reduce((sum, some) => sum + some, 0)).toBe((250 + 20 + 120) * 60);
  });

  // T33: docs/security.md
  test("fifty simultaneous checks charge once", async () => {
    const subscriber = await paying(world(), "STARTER");
    await useMinutes(world(), subscriber, 250 + 90);
    const { owner } = subscriber;
    const reserved = await Promise.allSettled(Array.from({ length: 50 }, () => check(owner)));
    const charged = reserved.filter(
      (result) => result.status === "fulfilled" && result.value.charged,
    );
    expect(charged).toHaveLength(1);
    expect(await amountsOf(world(), subscriber.customerId)).toEqual([2900, 90 * 15]);
  });

  // T33: docs/security.md
  test("fifty simultaneous reservations create one", async () => {
    const subscriber = await paying(world(), "STARTER");
    await useMinutes(world(), subscriber, 250 + 90);
    const ownerId = subscriber.owner.userId;
    const { inside } = world();
    const reserve = () =>
      inside.mutation(internal.billing.overage.check.reserveCharge, { ownerId });
    await Promise.allSettled(Array.from({ length: 50 }, reserve));
    await reserve();
    expect(await chargesOf(world(), subscriber.owner)).toHaveLength(1);
  });

  // T33: docs/security.md
  test.each([
    ["making the invoice", "/v1/invoices", "drop", HOUR_MS],
    ["making the invoice", "/v1/invoices", "drop", 26 * HOUR_MS],
    ["adding the line", "/v1/invoiceitems", "drop", HOUR_MS],
    ["adding the line", "/v1/invoiceitems", "drop", 26 * HOUR_MS],
    ["finalizing", "/v1/invoices/", "drop", HOUR_MS],
    ["finalizing", "/v1/invoices/", "drop", 26 * HOUR_MS],
    ["making the invoice", "/v1/invoices", "error", 26 * HOUR_MS],
    ["adding the line", "/v1/invoiceitems", "error", 26 * HOUR_MS],
  ] as const)(
    "a charge that is interrupted while %s (%s, %s) is resumed %i ms later and paid once",
    async (_, path, kind, laterMs) => {
      const subscriber = await paying(world(), "STARTER");
      await useMinutes(world(), subscriber, 250 + 60);
      // Stripe's client itself makes three attempts.
      await world().control.fault({ kind, method: "POST", path, times: 3 });
      expect(await check(subscriber.owner)).toMatchObject({
        success: false,
        charged: false,
        error: REFUSALS.overagePaymentPending,
      });
      expect(await world().control.unusedFaults()).toBe(0);
      await world().advance(laterMs);
      await runJobs(world());
      expect(await chargesOf(world(), subscriber.owner)).toMatchObject([{ state: "paid" }]);
      expect(await amountsOf(world(), subscriber.customerId)).toEqual([2900, 900]);
      // No unknown invoice is left at Stripe either.
      const { data } = await world().stripe.invoices.list({ customer: subscriber.customerId });
      expect(data.map(({ status }) => status)).not.toContain("draft");
      expect(await check(subscriber.owner)).toMatchObject({ charged: false, currentOverage: 0 });
    },
  );

  test.each([HOUR_MS, 26 * HOUR_MS])(
    "a charge that is interrupted after the payment is found paid %i ms later",
    async (laterMs) => {
      const subscriber = await paying(world(), "STARTER");
      const { owner, customerId } = subscriber;
      await useMinutes(world(), subscriber, 250 + 60);
      await world().control.fault({
        kind: "error",
        method: "POST",
        path: "/v1/invoices/",
        times: 3,
      });
      await check(owner);
      const { data } = await world().stripe.invoices.list({ customer: customerId, limit: 1 });
      const path = `/v1/invoices/${data[0]?.id ?? ""}/pay`;
      // Every response to the payment is lost, and so is the event about it.
      await world().control.hold();
      await world().control.fault({ kind: "drop", method: "POST", path, times: 3 });
      await world().advance(20 * MINUTE_MS);
      await runJobs(world());
      expect(await world().control.unusedFaults()).toBe(0);
      expect(await chargesOf(world(), owner)).toMatchObject([{ state: "invoiced" }]);
      expect(await amountsOf(world(), customerId)).toEqual([2900, 900]);

      await world().advance(laterMs);
      await runJobs(world());
      expect(await chargesOf(world(), owner)).toMatchObject([{ state: "paid" }]);
      expect(await amountsOf(world(), customerId)).toEqual([2900, 900]);
    },
  );

  test("a call counts in the period in which it ended, even if its report is late", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner } = subscriber;
    const before = (await periodsOf(world(), owner)).at(-1);
    await world().advance(NEXT_MONTH_MS);
    const endMs = before?.endMs ?? 0;
    await use(world(), subscriber, 600, { endedAtMs: endMs - 1000 });
    await use(world(), subscriber, 900, { endedAtMs: endMs + 1000 });
    const periods = await periodsOf(world(), owner);
    expect(periods.map(({ seconds }) => seconds)).toEqual([0, 600, 900]);
  });

  test("usage reported before Stripe reports the renewal is in the new period", async () => {
    const subscriber = await paying(world(), "STARTER");
    await world().control.hold();
    await world().advance(NEXT_MONTH_MS);
    await use(world(), subscriber, 900);
    await world().control.release();
    await world().settle();
    const periods = await periodsOf(world(), subscriber.owner);
    expect(periods.map(({ seconds }) => seconds)).toEqual([0, 0, 900]);
    expect(periods.at(-1)).toMatchObject({ terms: { isTrial: false, planType: "STARTER" } });
  });

  test("usage reported before Stripe reports the end is never billed", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner, customerId } = subscriber;
    await owner.action(api.subscriptions.cancelSubscription, {});
    await world().control.hold();
    await world().advance(NEXT_MONTH_MS);
    await useMinutes(world(), subscriber, 400);
    await world().control.release();
    await world().settle();
    await world().advance(NEXT_MONTH_MS);
    await runJobs(world());
    expect(await amountsOf(world(), customerId)).toEqual([2900]);
    expect((await periodsOf(world(), owner)).at(-1)).toMatchObject({ terms: null });
  });

  test("seconds are added up before minutes are rounded down", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner } = subscriber;
    await useMinutes(world(), subscriber, 250);
    await use(world(), subscriber, 59);
    expect(await check(owner)).toMatchObject({ currentOverage: 0 });
    await use(world(), subscriber, 1);
    expect(await check(owner)).toMatchObject({ currentOverage: 1 });
    await use(world(), subscriber, 61);
    expect(await check(owner)).toMatchObject({ currentOverage: 2 });
    for (let call = 0; call < 6; call++) await use(world(), subscriber, 50);
    expect(await check(owner)).toMatchObject({ currentOverage: 7 });
  });

  test.each(["good", null] as const)("on a trial (card: %s) nothing is charged", async (card) => {
    const subscriber = await onTrial(world(), "STARTER", card);
    const { owner, customerId } = subscriber;
    await useMinutes(world(), subscriber, 500);
    expect(await check(owner)).toEqual({ ...NOTHING, currentOverage: 0, error: null });
    await world().advance(10 * DAY_MS);
    await runJobs(world());
    expect(await chargesOf(world(), owner)).toEqual([]);
    expect(await amountsOf(world(), customerId)).toEqual(card === null ? [] : [2900]);
  });

  test("an upgrade after extra minutes were billed bills nothing again, and nothing negative", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner } = subscriber;
    await useMinutes(world(), subscriber, 250 + 70);
    expect(await check(owner)).toMatchObject({ charged: true, minutes: 70 });
    await owner.action(api.subscriptions.subscribe, { planType: "PRO" });
    expect(await check(owner)).toMatchObject({ charged: false, currentOverage: 0 });
    const { includedMinutes } = await owner.query(api.usage.checkUsageLimits, {});
    expect(includedMinutes).toBeGreaterThan(450);
    await useMinutes(world(), subscriber, includedMinutes - 320);
    expect(await check(owner)).toMatchObject({ charged: false, currentOverage: 0 });
    await useMinutes(world(), subscriber, 60);
    expect(await check(owner)).toMatchObject({ charged: true, amount: 720, minutes: 60 });
  });

  // T33: docs/security.md
  test("a repeated report counts its minutes once", async () => {
    await world().setVariables(SILENT_PLATFORM);
    const { owner } = await paying(world(), "STARTER");
    const assistant = await voicedAssistant(world(), owner);
    const { platformCallId } = await startCall(world(), assistant.embedId, owner.userId);
    const startedAtMs = world().clock.now();
    await world().advance(10 * MINUTE_MS);
    const report = endOfCallReport(platformCallId, { startedAtMs, seconds: 600 });
    for (let times = 0; times < 2; times++) {
      expect((await sendReport(world(), report)).status).toBe(200);
    }
    const period = (await periodsOf(world(), owner)).at(-1);
    expect(period).toMatchObject({ seconds: 600, calls: 1 });
  });
});
