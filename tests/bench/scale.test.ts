import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { PROOF_PATH } from "../../convex/talkButton/pageToken";
import { WIDGET_PAGE_PATH } from "../../convex/talkButton/widgetPage";
import { freeSlots } from "../../convex/jobs/slots";
import { paymentDollars } from "../../operate/costs/plan-margin.ts";
import { ASSUMED } from "../../operate/costs/prices.ts";
import {
  breakings,
  cdnShare,
  convexBill,
  convexDollars,
  keptDollars,
  linesAtPeak,
  monthOfViews,
  ownersMonth,
  ownersOf,
  pageTokensOf,
} from "./scale/arithmetic.ts";
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

test("what breaks comes in the order of the views that it takes", () => {
  const found = breakings(COSTS);
  const views = found.map((one) => one.views);
  expect(views).toEqual(views.toSorted((a, b) => a - b));
  const at = (what: string) => found.find((one) => one.what === what)?.views;
  expect(at("Vapi's ten lines are taken")).toBeCloseTo(240_000);
  expect(linesAtPeak(240_000)).toBeCloseTo(10);
  expect(at("one website alone: 60 calls a minute of one button")).toBeCloseTo(2_880_000);
  // Two requests for each of 90,000 owners in an hour, of two kinds.
  expect(at("that asks Stripe for one kind of thing 25 times a second")).toBeCloseTo(300_000_000);
  expect(at("S16: 8 scheduled jobs at once")).toBeCloseTo((8 * 86_400 * 100) / 3 / 2);
});

test("the actions of page views and page tokens take places beside those of calls", () => {
  const at = (costs: Costs) =>
    breakings(costs).find(({ what }) => what === "S16: 64 actions and HTTP actions at once")?.views;
  const aView = 0.05 + 0.06 * 0.1 + 6 / 100;
  expect(at(COSTS)).toBeCloseTo((64 * 86_400) / 3 / aView);
  expect(at({ ...COSTS, view: NOTHING })).toBeGreaterThan(at(COSTS) ?? Infinity);
});

test("calls' recordings and reports wait when the job queue has fewer slots than runs of them", () => {
  const outbox = (size: string, places: number) =>
    breakings(COSTS).find(({ what }) =>
      what.startsWith(`${size}: the job queue's ${places} slots for calls' recordings`),
    )?.views;
  // Two runs of a second for each call: as many calls a second as half of the places.
  expect(outbox("S16", freeSlots("voice", 8).all)).toBeCloseTo((1 * 86_400 * 100) / 3);
  expect(outbox("S256", freeSlots("voice", 256).all)).toBeCloseTo((8 * 86_400 * 100) / 3);
});

test("a CDN answers more of a button's views the more often it is seen and the longer a page is kept", () => {
  expect(cdnShare(0, 10)).toBe(0);
  expect(cdnShare(5, 0)).toBe(0);
  // Once in ten seconds: each page that is fetched answers one more view.
  expect(cdnShare(0.1, 10)).toBeCloseTo(0.5);
  expect(cdnShare(0.1, 60)).toBeCloseTo(6 / 7);
  expect(cdnShare(100, 10)).toBeCloseTo(0.999);
});

test("the views that a CDN answers cost nothing", () => {
  const traffic = { viewsADay: 8_640, buttons: 1, keptSeconds: 10 };
  const alone = monthOfViews(COSTS, { ...traffic, keptSeconds: 0 });
  expect(alone).toMatchObject({ answeredByCdn: 0, functionCalls: 2 * 8_640 * 30 });
  const half = monthOfViews(COSTS, traffic);
  expect(half.functionCalls).toBeCloseTo(alone.functionCalls / 2);
  expect(half.dollars).toBeCloseTo(alone.dollars / 2);
  // Ten buttons share the views, so that each is seen once in a hundred seconds.
  expect(monthOfViews(COSTS, { ...traffic, buttons: 10 }).answeredByCdn).toBeCloseTo(1 / 11);
  expect(pageTokensOf(100)).toBeCloseTo(6);
});

test("a bill leaves out what the plan includes, and grows with what is kept", () => {
  const month = ownersMonth(COSTS, PLAN);
  expect(ownersOf(10_000_000)).toBe(3_000);
  const small = convexBill(COSTS, month, 10_000, 1);
  expect(small.dollars.calls).toBe(0);
  const [first, year] = [1, 12].map((kept) => convexBill(COSTS, month, 10_000_000, kept).dollars);
  expect(first?.calls).toBe(year?.calls);
  // 3 million calls a month of 25 KB, less the 50 GB of the plan.
  expect(first?.databaseStorage).toBeCloseTo((75 - 50) * 0.2);
  expect(year?.databaseStorage).toBeCloseTo((900 - 50) * 0.2);
});
