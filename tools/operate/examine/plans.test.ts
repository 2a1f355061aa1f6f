import { expect, test } from "vitest";
import { examinePlans } from "./plans.ts";

test("no current plan loses money", () => {
  expect(examinePlans()).toEqual([
    expect.objectContaining({ code: "plans", topic: "plans", verdict: "ok" }),
  ]);
});

test("a plan that loses money at full use is a fault, and so are extra minutes sold below cost", () => {
  const limits = { includedMinutes: 1_000, overageRate: 10 };
  const findings = examinePlans([{ name: "Pro", priceCents: 4_900, limits }]);
  expect(findings.map(({ code, verdict, message }) => [code, verdict, message])).toEqual([
    [
      "Pro-loses-money",
      "fault",
      "The plan Pro loses $53.71 a month when its owner uses every included minute.",
    ],
    [
      "Pro-extra-minutes-lose-money",
      "fault",
      "The plan Pro sells extra minutes for 0.9 cents less than they cost.",
    ],
  ]);
  expect(findings[0]?.fix).toContain("convex/shared/plans.ts");
});
