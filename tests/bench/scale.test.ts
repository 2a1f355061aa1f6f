import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { PROOF_PATH } from "../../convex/talkButton/pageToken";
import { WIDGET_PAGE_PATH } from "../../convex/talkButton/widgetPage";
import { paymentDollars } from "../../tools/operate/costs/plan-margin.ts";
import { ASSUMED } from "../../tools/operate/costs/prices.ts";
import { convexDollars, keptDollars, ownersMonth } from "./scale/arithmetic.ts";
import type { Costs, Plan } from "./scale/arithmetic.ts";
import { assumedSecondsOf, functionCalls, less, NOTHING, sum, times } from "./scale/counts.ts";
import type { Counts } from "./scale/counts.ts";
import { plansTable, tablesOfPrices } from "./scale/tables.ts";
import { formatTable } from "./table.ts";

const counts = (some: Partial<Counts>): Counts => ({ ...NOTHING, ...some });

const CALL = counts({
  queries: 1,
  mutations: 7,
  actions: 1,
  httpActions: 5,
  actionSeconds: 6,
  storageCalls: 1,
});
const COSTS: Costs = {
  view: counts({ queries: 1, httpActions: 1, actionSeconds: 0.05, bytesRead: 1_000 }),
  pageToken: counts({ queries: 1, mutations: 1, httpActions: 1, actionSeconds: 0.1 }),
  call: { ...CALL, scheduled: 2, bytesWritten: 20_000 },
  watched: { dashboard: counts({ queries: 3 }), calls: counts({ queries: 20 }) },
  opened: { dashboard: counts({ queries: 5 }), calls: counts({ queries: 10 }) },
  lookedAt: counts({ actions: 1 }),
  searchedFor: counts({ queries: 1 }),
  clock: counts({ mutations: 100 }),
  sync: counts({ mutations: 2, stripeRequests: 2 }),
  payment: counts({ httpActions: 2 }),
  charge: counts({ actions: 1, stripeRequests: 5 }),
  keptBytes: { documents: 5_000, withIndexes: 25_000, searched: 2_000 },
};
const PLAN: Plan = { priceCents: 4_900, includedMinutes: 1_000, overageRate: 12, stepMinutes: 60 };

test("counts are added, multiplied and taken from each other field by field", () => {
  expect(sum(CALL, CALL)).toEqual(times(CALL, 2));
  expect(less(times(CALL, 3), CALL)).toEqual(times(CALL, 2));
  expect(functionCalls(CALL)).toBe(15);
});

test("calls, bytes and the time of actions have their prices", () => {
  expect(convexDollars(counts({ queries: 1_000_000 }))).toBeCloseTo(2);
  expect(convexDollars(counts({ bytesRead: 3e9, bytesWritten: 2e9 }))).toBeCloseTo(1);
  expect(convexDollars(counts({ bytesSent: 1e9 }))).toBeCloseTo(0.12);
  // A second of a sixteenth of a gigabyte, 57,600 times, is an hour of one.
  const anHour = counts({ actions: 57_600, actionSeconds: 57_600 });
  expect(convexDollars(anHour)).toBeCloseTo(0.3 + 57_600 * 2e-6);
  expect(keptDollars({ documents: 0, withIndexes: 1e9, searched: 0 })).toBeCloseTo(0.2, 3);
});

test("an action that waits for no vendor takes less time than one that does", () => {
  expect(assumedSecondsOf(`GET ${WIDGET_PAGE_PATH}*`)).toBe(ASSUMED.viewSeconds);
  expect(assumedSecondsOf(`POST ${PROOF_PATH}`)).toBe(ASSUMED.databaseActionSeconds);
  expect(assumedSecondsOf("POST /vapi")).toBe(ASSUMED.databaseActionSeconds);
  expect(assumedSecondsOf("POST /call/web")).toBe(ASSUMED.actionSeconds);
  expect(assumedSecondsOf("dispatch/jobs:run")).toBe(ASSUMED.actionSeconds);
});

test("an owner's month holds its views, page tokens, calls, pages, syncs and charges", () => {
  const month = ownersMonth(COSTS, PLAN);
  expect(month.counts.views.queries).toBe(100_000);
  // Five of a hundred viewers point at the button, and a thousand call.
  expect(month.counts.pageTokens.httpActions).toBeCloseTo(6_000);
  expect(month.counts.calls.mutations).toBe(7_000);
  // A tenth of the calls come while the page is open, which is opened on thirty days and searched.
  expect(month.counts.pages.queries).toBe(100 * 20 + 30 * 15 + 30);
  // After each of the ten hours of talk a day, and at the period's end.
  expect(month.counts.syncs.mutations).toBe(2 * 301);
  // A thousand minutes beyond the plan fill sixteen steps.
  expect(month.counts.money).toMatchObject({ httpActions: 2, actions: 16, stripeRequests: 80 });
  expect(month.paidDollars).toBeCloseTo(49 + 16 * 7.2);
  expect(month.dollars.voice).toBeCloseTo(200);
  expect(month.dollars.stripe).toBeCloseTo(paymentDollars(4_900) + 16 * paymentDollars(720));
});

test.each([plansTable(), ...tablesOfPrices()].map((table) => [table.title, table] as const))(
  "docs/scale.md shows the table: %s",
  (_, table) => {
    const document = readFileSync(path.resolve(import.meta.dirname, "../../docs/scale.md"), "utf8");
    expect(document).toContain(formatTable(table).slice(2).join("\n"));
  },
);
