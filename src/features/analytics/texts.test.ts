import { expect, test } from "vitest";
import { CHARTS } from "./texts";

test("one call and one minute are singular", () => {
  expect([CHARTS.callsTotal("1"), CHARTS.callsTotal("2")]).toEqual(["1 call", "2 calls"]);
  expect([CHARTS.minutesTotal("1"), CHARTS.minutesTotal("0.4")]).toEqual([
    "1 minute",
    "0.4 minutes",
  ]);
});
