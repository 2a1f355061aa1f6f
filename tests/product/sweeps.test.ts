/** Jobs continue until nothing is due, even if many things become due at the same time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Doc } from "../../convex/_generated/dataModel";
import { openLocal } from "./local-world.ts";
import type { LocalWorld } from "./local-world.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** More than any job handles at once. */
const MANY = 120;
/** The same for actions, which take longer. */
const MANY_RUNS = 60;
const many = Array.from({ length: MANY }, (_, index) => index);

let world: LocalWorld;
beforeAll(async () => {
  world = await openLocal();
});
afterAll(() => world.close());

type Period = Omit<Doc<"usagePeriods">, "_id" | "_creationTime">;

/** Periods of one owner or of many; the job does not care. */
async function periods(more: Partial<Period>): Promise<Doc<"usagePeriods">[]> {
  const { userId: ownerId } = await world.signUp();
  const nowMs = world.clock.now();
  const period: Period = {
    ownerId,
    startMs: nowMs - 30 * DAY_MS,
    endMs: nowMs + DAY_MS,
    seconds: 0,
    calls: 0,
    terms: null,
    billedToMinute: 0,
    isSettled: false,
    ...more,
  };
  await world.insert(
    "usagePeriods",
    many.map(() => period),
  );
  return await periodsOf(ownerId);
}

async function periodsOf(ownerId: string): Promise<Doc<"usagePeriods">[]> {
  return (await world.rows("usagePeriods")).filter((period) => period.ownerId === ownerId);
}

test("all periods that ended at the same time are settled", async () => {
  const [period] = await periods({ endMs: world.clock.now() - 3 * HOUR_MS });
  await world.inside.mutation(internal.billing.overage.ledger.settleEndedPeriods, {});
  await world.settle();
  const after = await periodsOf(period?.ownerId ?? "");
  expect(after.filter(({ isSettled }) => isSettled)).toHaveLength(MANY);
});

test("all extra-minute charges that became due at the same time are created", async () => {
  const nowMs = world.clock.now();
  const [period] = await periods({ stepDueAtMs: nowMs - HOUR_MS });
  await world.inside.mutation(internal.billing.overage.ledger.chargeDueSteps, {});
  await world.settle();
  const after = await periodsOf(period?.ownerId ?? "");
  expect(after.filter(({ stepDueAtMs = 0 }) => stepDueAtMs > nowMs)).toHaveLength(MANY);
});

test("all charges that became due at the same time are collected, in whatever state they are", async () => {
  const [period] = await periods({ isSettled: true });
  if (period === undefined) throw new Error("No period");
  const nowMs = world.clock.now();
  const counts = { reserved: 1, invoiced: 1, failed: MANY_RUNS };
  for (const state of ["reserved", "invoiced", "failed"] as const) {
    const charge = {
      ownerId: period.ownerId,
      usagePeriodId: period._id,
      stripeCustomerId: "cus_1",
      stripeSubscriptionId: "sub_1",
      fromMinute: 0,
      toMinute: 60,
      rateCents: 15,
      amountCents: 900,
      payAttempt: 0,
    };
    await world.insert(
      "overageCharges",
      many.slice(0, counts[state]).map(() => ({ ...charge, state })),
    );
  }
  const work = {
    kind: "overageCharge" as const,
    version: 1,
    enqueuedAtMs: nowMs - HOUR_MS,
    attempts: 0,
    lastError: null,
    dueAtMs: nowMs - HOUR_MS,
    leaseId: null,
    leaseUntilMs: null,
    deadAtMs: null,
  };
  const charges = await world.rows("overageCharges");
  await world.insert(
    "jobs",
    charges.map(({ _id }) => ({ ...work, key: _id })),
  );
  // Without a Stripe key each run ends at once, and its charge waits for the next run.
  await world.inside.mutation(internal.jobs.startJobs.sweep, {});
  await world.settle();
  const taken = (await world.rows("jobs")).filter(({ attempts }) => attempts > 0);
  expect(taken).toHaveLength(MANY_RUNS + 2);
});

test("all customers with an unknown state are synced, even if Stripe fails for each", async () => {
  const { userId: ownerId } = await world.signUp();
  await world.insert(
    "customers",
    many.slice(0, MANY_RUNS).map((index) => ({
      ownerId,
      stripeCustomerId: `cus_${index}`,
      syncsBegun: 0,
      lastAppliedSync: 0,
      subscription: null,
      trialUsedAtMs: null,
      wantedPlanType: null,
      syncedAtMs: 0,
    })),
  );
  await world.inside.action(internal.billing.subscriptions.scheduledSync.syncDueCustomers, {});
  await world.settle();
  const begun = () => world.rows("customers").then((rows) => rows.map((row) => row.syncsBegun));
  expect(await begun()).toEqual(many.slice(0, MANY_RUNS).map(() => 1));
});
