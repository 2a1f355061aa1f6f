/** What was measured and what follows from it, as docs/scale.md shows it. */
import { OVERAGE_INVOICE_EVERY_MINUTES } from "../../../convex/shared/limits";
import { planOf } from "../../../convex/shared/plans";
import {
  paymentDollars,
  planMargins,
  voiceDollars,
} from "../../../tools/operate/costs/plan-margin.ts";
import { ALL_PRICES, ASSUMED, LIMITS, SOURCES } from "../../../tools/operate/costs/prices.ts";
import type { Table } from "../bench.ts";
import { convexDollars, keptDollars, ownersMonth, pageTokensOf } from "./arithmetic.ts";
import type { Costs, Plan } from "./arithmetic.ts";
import { functionCalls, sum, times } from "./counts.ts";
import type { Counts } from "./counts.ts";
import type { Measured, PageView } from "./measure.ts";

export function tablesOf(measured: Measured): Table[] {
  const { limits, priceCents } = planOf(ASSUMED.plan);
  const plan: Plan = {
    priceCents,
    includedMinutes: limits.includedMinutes,
    overageRate: limits.overageRate,
    stepMinutes: OVERAGE_INVOICE_EVERY_MINUTES,
  };
  const { firstView, nextView, ...others } = measured;
  const next = ASSUMED.shareOfNextViews;
  const view = sum(times(firstView.counts, 1 - next), times(nextView.counts, next));
  const costs: Costs = { ...others, view };
  const month = ownersMonth(costs, plan);
  return [
    countsTable(measured),
    filesTable(firstView, nextView),
    monthTable(month),
    moneyTable(month, costs, plan),
    plansTable(),
    ...tablesOfPrices(),
  ];
}

/** What the vendors ask, and where that was found. */
export function tablesOfPrices(): Table[] {
  return [pricesTable(), limitsTable(), sourcesTable()];
}

/** What each plan leaves when its owner uses all of its minutes. */
export function plansTable(): Table {
  const columns = [
    ["", (plan) => plan.name],
    ["a month", (plan) => dollars(plan.priceDollars)],
    ["included minutes", (plan) => number(plan.includedMinutes)],
    ["Vapi and the models", (plan) => dollars(plan.cost.voice)],
    ["Stripe", (plan) => dollars(plan.cost.payment)],
    ["Convex", (plan) => dollars(plan.cost.convex)],
    ["margin at full use", (plan) => dollars(plan.marginDollars)],
    ["margin of an extra minute", (plan) => dollars(plan.extraMinuteDollars)],
  ] satisfies [string, (plan: ReturnType<typeof planMargins>[number]) => string][];
  return {
    title: "Each plan at full use",
    columns: columns.map(([name]) => name),
    rows: planMargins().map((plan) => columns.map(([, cell]) => cell(plan))),
  };
}

const COUNT_COLUMNS = [
  "queries",
  "mutations",
  "actions",
  "HTTP actions",
  "files",
  "scheduled",
  "documents read",
  "written",
  "KB read",
  "written",
  "to Stripe",
  "to Vapi",
  "Convex",
];

function countsTable(measured: Measured): Table {
  const { firstView, nextView, call, watched, opened, clock, sync, payment, charge } = measured;
  const rows: [string, Counts][] = [
    ["1,000 first page views", times(firstView.counts, 1_000)],
    ["1,000 next page views", times(nextView.counts, 1_000)],
    ["1,000 page tokens", times(measured.pageToken, 1_000)],
    ["a call of two minutes", call],
    ["more, with the dashboard open", watched.dashboard],
    ["more, with the calls open", watched.calls],
    ["opening the dashboard", opened.dashboard],
    ["opening the calls", opened.calls],
    ["looking at a call", measured.lookedAt],
    ["a search", measured.searchedFor],
    ["an hour of the clock", clock],
    ["asking Stripe about a subscriber", sync],
    ["a month's payment", payment],
    ["extra minutes that are charged", charge],
  ];
  return {
    title: "Measured",
    columns: ["", ...COUNT_COLUMNS],
    rows: rows.map(([name, counts]) => [name, ...countCells(counts)]),
  };
}

function countCells(counts: Counts): string[] {
  return [
    counts.queries,
    counts.mutations,
    counts.actions,
    counts.httpActions,
    counts.storageCalls,
    counts.scheduled,
    counts.documentsRead,
    counts.documentsWritten,
    counts.bytesRead / 1e3,
    counts.bytesWritten / 1e3,
    counts.stripeRequests,
    counts.voiceRequests,
  ]
    .map((value) => number(value))
    .concat(dollars(convexDollars(counts)));
}

function filesTable(first: PageView, next: PageView): Table {
  const row = (name: string, { files, ahead }: PageView) => [
    name,
    number(files.requests),
    number(files.bytes / 1e3),
    number(ahead.bytes / 1e3),
  ];
  return {
    title: "Of one page view, over the network",
    columns: ["", "files", "KB of files, compressed", "KB fetched ahead for a call"],
    rows: [row("first", first), row("next", next)],
  };
}

function monthTable({ counts, total }: ReturnType<typeof ownersMonth>): Table {
  const { callsAMonth, viewsPerCall } = ASSUMED;
  const rows: [string, Counts][] = [
    [`${number(callsAMonth * viewsPerCall)} page views`, counts.views],
    [`${number(pageTokensOf(callsAMonth * viewsPerCall))} page tokens`, counts.pageTokens],
    [`${number(callsAMonth)} calls`, counts.calls],
    ["the owner's own pages", counts.pages],
    ["asking Stripe about the owner", counts.syncs],
    ["payment and extra minutes", counts.money],
    ["together", total],
  ];
  return {
    title: "An owner's month",
    columns: [
      "",
      "function calls",
      "documents read",
      "written",
      "MB read",
      "written",
      "to Stripe",
      "Convex",
    ],
    rows: rows.map(([name, of]) => [
      name,
      number(functionCalls(of)),
      number(of.documentsRead),
      number(of.documentsWritten),
      number(of.bytesRead / 1e6),
      number(of.bytesWritten / 1e6),
      number(of.stripeRequests),
      dollars(convexDollars(of)),
    ]),
  };
}

function moneyTable(month: ReturnType<typeof ownersMonth>, costs: Costs, plan: Plan): Table {
  const { convex, kept, voice, stripe } = month.dollars;
  const minutes = (ASSUMED.callsAMonth * ASSUMED.callSeconds) / 60;
  const spent = convex + kept + voice + stripe;
  return {
    title: "An owner's month in dollars",
    columns: ["", "dollars"],
    rows: [
      ["Convex: calls, database, actions", dollars(convex)],
      ["Convex: keeping the month's calls, each month again", dollars(kept)],
      [`Vapi and the models: ${number(minutes)} minutes`, dollars(voice)],
      ["Stripe", dollars(stripe)],
      ["together", dollars(spent)],
      ["what the owner pays", dollars(month.paidDollars)],
      ["a call of two minutes, without what watches it", dollars(convexDollars(costs.call))],
      ["keeping one call for a month", dollars(keptDollars(costs.keptBytes))],
      ["Convex, for each call", dollars((convex + kept) / ASSUMED.callsAMonth)],
      [
        `the plan's ${number(plan.includedMinutes)} minutes at Vapi`,
        dollars(voiceDollars(plan.includedMinutes)),
      ],
      [
        "the plan's price less Stripe's share",
        dollars(plan.priceCents / 100 - paymentDollars(plan.priceCents)),
      ],
    ],
  };
}

function pricesTable(): Table {
  return {
    title: "Prices",
    columns: ["vendor", "dollars", "for a", "found"],
    rows: ALL_PRICES.flatMap(({ vendor, prices }) =>
      prices.map((price) => [vendor, String(price.dollars), price.per, price.source]),
    ),
  };
}

function limitsTable(): Table {
  const { S16, S256, ...others } = LIMITS;
  const words: Record<keyof typeof others, string> = {
    vapiLines: "calls at once of a Vapi account, as it begins",
    stripeRequestsPerSecond: "requests a second to Stripe",
    stripeRequestsPerSecondOfOneKind: "of one kind",
    linesForVisitors: "of them, for one owner's visitors",
    callsOfOneButtonAMinute: "calls a minute of one button",
  };
  const classes: Record<Exclude<keyof typeof S16, "source">, string> = {
    queries: "queries at once",
    mutations: "mutations at once",
    actions: "actions at once, and as many HTTP actions",
    scheduledJobs: "scheduled jobs at once",
    sessions: "open pages",
    writtenBytesPerSecond: "bytes written a second",
    datasetBytes: "bytes in all",
  };
  const own = Object.keys(others) as (keyof typeof others)[];
  const ofClass = Object.keys(classes) as (keyof typeof classes)[];
  return {
    title: "Limits",
    columns: ["what", "at most", "found"],
    rows: [
      ...own.map((name) => [words[name], number(others[name].most), others[name].source]),
      ...[S16, S256].flatMap((limits) =>
        ofClass.map((name) => [
          `${limits === S16 ? "S16" : "S256"}: ${classes[name]}`,
          number(limits[name]),
          limits.source,
        ]),
      ),
    ],
  };
}

function sourcesTable(): Table {
  return { title: "Where it was found", columns: ["name", "where"], rows: Object.entries(SOURCES) };
}

function number(value: number): string {
  return new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 }).format(value);
}

/** Of small sums the first two digits, of large ones whole dollars. */
function dollars(value: number): string {
  if (value < 0) return `-${dollars(-value)}`;
  if (value === 0) return "$0";
  if (value >= 100) return `$${number(value)}`;
  if (value >= 1) return `$${value.toFixed(2)}`;
  const digits = Math.min(8, 1 - Math.floor(Math.log10(value)));
  return `$${value.toFixed(digits)}`;
}
