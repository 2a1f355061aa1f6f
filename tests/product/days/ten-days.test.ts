/**
 * Runs the product for ten days while everything fails at random, and checks the final state. One seed alone:
 * `HARK_SOAK=1 npx vitest run --project product tests/product/days -t "seed 7 "`.
 */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { sized } from "../../soak.ts";
import { takeSnapshot } from "./snapshot.ts";
import type { Snapshot } from "./snapshot.ts";
import { runDays } from "./run-days.ts";
import { REQUIRED_FAULTS } from "./faults.ts";
import { ACTIONS, planOfDays } from "./plan.ts";
import { VIOLATIONS } from "./violations.ts";
import { openWholeWorld } from "./whole-world.ts";
import { ASSISTANTS } from "./invariants/assistants.ts";
import { CALLS } from "./invariants/calls.ts";
import type { Invariant } from "./invariants/invariant.ts";
import { BILLING } from "./invariants/billing.ts";
import { CONSISTENCY } from "./invariants/consistency.ts";
import { ACCESS } from "./invariants/access.ts";
import { REVIEWS } from "./invariants/reviews.ts";
import { NOTIFICATIONS } from "./invariants/notifications.ts";

const INVARIANTS: Invariant[] = [
  ...CALLS,
  ...ASSISTANTS,
  ...REVIEWS,
  ...BILLING,
  ...ACCESS,
  ...NOTIFICATIONS,
  ...CONSISTENCY,
];

const SEEDS = Array.from({ length: sized({ usual: 10, soak: 200 }) }, (_, at) => at + 1);
const SIZE = sized({
  usual: { momentsOfDay: 1, actions: 8, calls: 3, faults: 5 },
  soak: { momentsOfDay: 3, actions: 6, calls: 3, faults: 3 },
});

/** Snapshots of the first seeds; the last test violates copies of them. */
const snapshots: Snapshot[] = [];
const MOST_SNAPSHOTS = 10;
const seenFaults = new Set<string>();
const doneActions = new Set<string>();

/** Two seeds run at a time, each with its own backend process. */
test.concurrent.each(SEEDS)("after the ten days of seed %i every invariant holds", async (seed) => {
  const world = await openWholeWorld();
  try {
    const history = await runDays(world, planOfDays(seed, SIZE));
    const snapshot = await takeSnapshot(world, history);
    if (snapshots.length < MOST_SNAPSHOTS) snapshots.push(snapshot);
    for (const fault of history.faultCounts.keys()) seenFaults.add(fault);
    for (const action of history.actionCounts.keys()) doneActions.add(action);
    const wrong = INVARIANTS.flatMap(({ rule, failures }) =>
      failures(snapshot).map((failure) => `violated: ${rule}\n    ${failure}`),
    );
    if (wrong.length > 0) throw new Error(`After the days of seed ${seed}\n${wrong.join("\n")}`);
  } finally {
    await world.close();
  }
});

test("each kind of fault had an effect, and every action succeeded at least once", () => {
  expect(REQUIRED_FAULTS.filter((fault) => !seenFaults.has(fault))).toEqual([]);
  expect(ACTIONS.filter((action) => !doneActions.has(action))).toEqual([]);
});

test.each(INVARIANTS)("a violation is noticed: $rule", ({ rule, failures }) => {
  const violate = must(VIOLATIONS[rule], "a violation");
  const noticed = snapshots.some((snapshot) => {
    const changed = structuredClone(snapshot);
    return failures(snapshot).length === 0 && violate(changed) && failures(changed).length > 0;
  });
  expect(noticed).toBe(true);
});
