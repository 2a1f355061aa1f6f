import { expect, test } from "vitest";
import { examinePlans } from "./plans.ts";

test("the plans as they are sold lose no money", () => {
  expect(examinePlans()).toEqual([
    expect.objectContaining({ code: "plans", about: "plans", verdict: "sound" }),
  ]);
});

test("a plan that loses money at full use is a fault, and so are extra minutes below cost", () => {
  const limits = { includedMinutes: 1_000, overageRate: 10 };
  const findings = examinePlans([{ name: "Pro", priceCents: 4_900, limits }]);
  expect(findings.map(({ code, verdict, says }) => [code, verdict, says])).toEqual([
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
  expect(findings[0]?.mend).toContain("convex/shared/plans.ts");
});
