import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { formatTable } from "./table.ts";
import { planMargins } from "../../tools/operate/costs/plan-margin.ts";
import { ALL_PRICES, LIMITS, SOURCES } from "../../tools/operate/costs/prices.ts";
import type { Table } from "./bench.ts";

test.each([plansTable(), ...priceTables()].map((table) => [table.title, table] as const))(
  "docs/scale.md shows the table: %s",
  (_, table) => {
    const document = readFileSync(path.resolve(import.meta.dirname, "../../docs/scale.md"), "utf8");
    expect(document).toContain(formatTable(table).slice(2).join("\n"));
  },
);

/** The vendors' prices and limits, with their sources. */
function priceTables(): Table[] {
  return [pricesTable(), limitsTable(), sourcesTable()];
}

/** What each plan earns if its owner uses every included minute. */
function plansTable(): Table {
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

/** Two significant digits below a dollar, whole dollars from a hundred on. */
function dollars(value: number): string {
  if (value < 0) return `-${dollars(-value)}`;
  if (value === 0) return "$0";
  if (value >= 100) return `$${number(value)}`;
  if (value >= 1) return `$${value.toFixed(2)}`;
  const digits = Math.min(8, 1 - Math.floor(Math.log10(value)));
  return `$${value.toFixed(digits)}`;
}
