import { expect, test } from "vitest";
import { BAKERY } from "./businesses/bakery.ts";
import { BIKE_SHOP } from "./businesses/bike-shop.ts";
import { DENTIST } from "./businesses/dentist.ts";
import { calendarUntil, stopsOf } from "./calendar.ts";
import { reportOf } from "./planned-call.ts";
import { minutesFrom, plannedCalls } from "./quarter.ts";
import type { PlannedCall } from "./planned-call.ts";

const BUSINESSES = [BAKERY, DENTIST, BIKE_SHOP];
const NOW_MS = Date.UTC(2026, 4, 20, 15);
const DAY_MS = 86_400_000;

const calendar = calendarUntil(NOW_MS);
const plan = () => plannedCalls({ ...calendar, businesses: BUSINESSES, timeZone: "Etc/UTC" });
const calls = plan();
const of = (business: string) => calls.filter((call) => call.business === business);
const shareOn = (some: PlannedCall[], weekdays: number[]) =>
  some.filter(({ createdAtMs }) => weekdays.includes(new Date(createdAtMs).getUTCDay())).length /
  some.length;

test("the same calls are planned each time", () => {
  expect(plan()).toEqual(calls);
});

test("the demo ends now, with most of the plan's minutes used in the last period", () => {
  const first = calls[0]?.createdAtMs ?? 0;
  expect((NOW_MS - first) / DAY_MS).toBeGreaterThan(85);
  expect(Math.max(...calls.map((call) => reportOf(call).endedAtMs))).toBeLessThanOrEqual(NOW_MS);
  const minutes = minutesFrom(calls, calendar.target.fromMs);
  expect(minutes).toBeGreaterThan(380);
  expect(minutes).toBeLessThan(430);
});

test("calls come when they usually do in each trade", () => {
  expect(shareOn(of("bakery"), [6])).toBeGreaterThan(0.2);
  expect(shareOn(of("dentist"), [0, 6])).toBeLessThan(0.05);
  expect(shareOn(of("bike-shop"), [5, 6])).toBeGreaterThan(0.4);
  const inTheMorning = of("bakery").filter(
    ({ createdAtMs }) => new Date(createdAtMs).getUTCHours() < 12,
  );
  expect(inTheMorning.length / of("bakery").length).toBeGreaterThan(0.6);
});

test("dozens of conversations differ in more than their names", () => {
  const withoutNames = ({ conversation: { lines } }: PlannedCall) =>
    lines
      .filter(({ role }) => role === "user")
      .slice(0, 2)
      .map(({ text }) => text.replaceAll(/\b[A-Z]\w+|\d+/g, ""))
      .join("\n");
  expect(new Set(calls.map(withoutNames)).size).toBeGreaterThan(100);
});

test("no placeholder is left, and no line is empty", () => {
  for (const { conversation } of calls) {
    const texts = [...conversation.lines.map(({ text }) => text), conversation.summary];
    expect(texts.filter((text) => /undefined|\$\{|\[object|null/.test(text))).toEqual([]);
    expect(conversation.lines.filter(({ text }) => text === "")).toEqual([]);
  }
});

test("each call has its own ID", () => {
  const ids = calls.map(({ platformCallId }) => platformCallId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("results have the keys of the questions", () => {
  const keyOf = (label: string) => label.toLowerCase().replaceAll(/[^a-z]+/g, "_");
  for (const { id, assistant } of BUSINESSES) {
    const keys = assistant.findings.map(({ label }) => keyOf(label));
    const found = new Set(
      of(id).flatMap(({ conversation }) => Object.keys(conversation.found ?? {})),
    );
    expect([...found].filter((key) => !keys.includes(key))).toEqual([]);
  }
});

test("the clock stops before and after the start of each Monday, and finally now", () => {
  const stops = stopsOf(calendar);
  expect(stops).toEqual([...stops].sort((a, b) => a - b));
  expect(stops.at(-1)).toBe(NOW_MS);
  const mondays = stops.filter((ms) => new Date(ms).getUTCDay() === 1 && ms % DAY_MS === 3_600_000);
  expect(mondays.length).toBeGreaterThanOrEqual(12);
});
