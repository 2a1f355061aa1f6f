/** Random sequences of owners' actions, interrupted charges and reordered events: the books balance. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../../convex/_generated/api";
import { planOf, type PaidPlanType } from "../../../convex/shared/plans";
import {
  DAY_MS,
  HOUR_MS,
  chargesOf,
  moneyOf,
  newOwner,
  onEachBillingBackend,
  periodsOf,
  runJobs,
} from "./billing-world.ts";
import type { BillingWorld, Subscriber } from "./billing-world.ts";
import type { Fault } from "./stripe-control.ts";
import { allowRefusal, cancelAllSubscriptions, takeOwnerStep } from "./owner-steps.ts";
import type { OwnerStep } from "./owner-steps.ts";
import { checkOut } from "./stripe-pages.ts";
import { openTelephone } from "./talks.ts";
import type { Reporting, Telephone } from "./talks.ts";
import { sized } from "../../soak.ts";
import type { Assistant } from "../talk.ts";

interface Parts {
  world: BillingWorld;
  phone: Telephone;
}

type Someone = Pick<Subscriber, "owner" | "assistantId"> & {
  assistant: Assistant;
  /** The minutes that were recorded directly, and those of calls. */
  recordedSeconds: number;
  callIds: string[];
};

/** Where a charge may be interrupted; Stripe's client itself makes three attempts. */
const CHARGING = ["/v1/invoices", "/v1/invoiceitems", "/v1/invoices/"] as const;

type Step =
  | OwnerStep
  | { do: "wait"; days: number }
  | { do: "talk"; seconds: number }
  | { do: "report"; how: Reporting }
  | { do: "fail"; path: string; how: Fault["kind"]; times: number };

const STEPS: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant("choose" as const), plan: plans() }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("use" as const), minutes: fc.nat(400) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("check" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("wait" as const), days: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("cancel", "reactivate", "undo") }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("hold", "release") }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("shuffle", "double", "lose") }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("talk" as const), seconds: fc.nat(400) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("report" as const), how: reportings() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("fail" as const),
      path: fc.constantFrom(...CHARGING),
      how: fc.constantFrom("error", "drop", "rate_limit"),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
);

function plans() {
  return fc.constantFrom<PaidPlanType>("STARTER", "PRO");
}

function reportings() {
  return fc.constantFrom<Reporting>("deliver", "hold", "drop", "double", "jumble");
}

async function take({ world, phone }: Parts, someone: Someone, step: Step): Promise<void> {
  switch (step.do) {
    case "talk": {
      const callId = await phone.talk(someone.assistant, step.seconds);
      if (callId !== null) someone.callIds.push(callId);
      break;
    }
    case "report":
      await phone.setReporting(step.how);
      break;
    case "fail":
      await world.control.fault({
        kind: step.how,
        method: "POST",
        path: step.path,
        times: step.times,
      });
      break;
    case "wait":
      await world.advance(step.days * DAY_MS);
      await runJobs(world);
      break;
    default:
      await takeOwnerStep(world, someone, step);
      if (step.do === "use") someone.recordedSeconds += step.minutes * 60;
  }
}

const REFUSALS = [
  "payments_unavailable",
  "no_subscription",
  "subscription_ended",
  "too_many_requests",
];

async function expectTalkCounted({ world, phone }: Parts, someone: Someone): Promise<void> {
  const periods = await periodsOf(world, someone.owner);
  const counted = periods.reduce((sum, { seconds }) => sum + seconds, 0);
  const talked = await phone.secondsOf(someone.callIds);
  expect(counted).toBe(someone.recordedSeconds + talked);
  expect(await someone.owner.query(api.calls.callTotals, {})).toMatchObject({
    calls: someone.callIds.length,
    seconds: counted,
  });
}

async function expectRightBooks(world: BillingWorld, { owner }: Someone): Promise<void> {
  const charges = await chargesOf(world, owner);
  expect(charges.filter(({ state }) => state !== "paid")).toEqual([]);
  const customer = (await world.rows("customers")).find(({ ownerId }) => ownerId === owner.userId);
  if (customer === undefined) {
    expect(charges).toEqual([]);
    return;
  }

  const { stripeCustomerId } = customer;
  const taken = (await moneyOf(world, stripeCustomerId)).filter(({ kind }) => kind === "charge");
  const invoices = taken.map(({ invoice }) => invoice);
  expect(new Set(invoices).size).toBe(invoices.length);

  const own = new Map(charges.map((charge) => [charge.invoiceId ?? "", charge.amountCents]));
  expect(own.size).toBe(charges.length);
  const overage = taken.filter(({ invoice }) => own.has(invoice ?? ""));
  expect(overage.map(({ invoice, amount }) => [invoice, amount]).sort()).toEqual([...own].sort());

  for (const period of await periodsOf(world, owner)) {
    const ranges = charges
      .filter(({ usagePeriodId }) => usagePeriodId === period._id)
      .sort((a, b) => a.fromMinute - b.fromMinute);
    if (ranges.length === 0) continue;
    expect(must(period.terms, "terms of a billed period").isTrial).toBe(false);
    // Before an upgrade the period included fewer minutes.
    let upTo: number = planOf("STARTER").limits.includedMinutes;
    for (const { fromMinute, toMinute } of ranges) {
      expect(fromMinute).toBeGreaterThanOrEqual(upTo);
      upTo = toMinute;
    }
    expect(upTo * 60).toBeLessThanOrEqual(period.seconds);
  }
}

onEachBillingBackend((world) => {
  let phone: Telephone | undefined;
  beforeAll(async () => {
    phone = await openTelephone(world());
  });
  afterAll(() => phone?.close());

  test("whatever happens, the counted minutes are the talked ones, and each extra minute is charged once", async () => {
    const parts = { world: world(), phone: must(phone, "phone") };
    let calls = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(STEPS, { minLength: 6, maxLength: 14 }), async (steps) => {
        const { owner, assistantId } = await newOwner(world());
        // After the trial and with the minutes used up, when money is at stake.
        await owner.action(api.subscriptions.subscribe, { planType: "STARTER" }).then(payFor);
        await world().settle();
        const assistant = await parts.phone.install(owner);
        const someone: Someone = { owner, assistantId, assistant, recordedSeconds: 0, callIds: [] };
        await take(parts, someone, { do: "wait", days: 8 });
        await take(parts, someone, { do: "use", minutes: 250 });
        // Whatever follows, some minutes are talked.
        await take(parts, someone, { do: "talk", seconds: 61 });
        for (const step of steps) {
          await allowRefusal(take(parts, someone, step), REFUSALS);
          // The rate limit should not decide what is tested.
          await world().advance(60_000);
        }
        await world().control.clearFaults();
        await world().control.release();
        await parts.phone.recover();
        await world().settle();
        await expectTalkCounted(parts, someone);
        await world().advance(32 * DAY_MS + 3 * HOUR_MS);
        await runJobs(world());
        await runJobs(world());
        await expectRightBooks(world(), someone);
        calls += someone.callIds.length;
        await cancelAllSubscriptions(world());
      }),
      // Shrinking a failure would take longer than the test may; its seed is printed.
      { numRuns: sized({ usual: 3, soak: 40 }), endOnFailure: true },
    );
    expect(calls).toBeGreaterThan(0);
  });
});

async function payFor(url: string | null): Promise<void> {
  await checkOut(must(url, "address"), "good");
}
