/** Checks that no plan loses money if its owner uses every minute, at the prices that we know. */
import { planMargins } from "../costs/plan-margin.ts";
import type { PlanTerms } from "../costs/plan-margin.ts";
import { findingsOn } from "./finding.ts";
import type { Finding } from "./finding.ts";

const { ok, fault } = findingsOn("plans");

const CHANGE =
  "Change the plan in convex/shared/plans.ts, or the prices in tools/operate/costs/prices.ts if you pay others.";

export function examinePlans(plans?: readonly PlanTerms[]): Finding[] {
  const margins = planMargins(plans);
  const findings = margins.flatMap(({ name, marginDollars, extraMinuteDollars }) => [
    ...(marginDollars < 0
      ? [
          fault(
            `${name}-loses-money`,
            `The plan ${name} loses $${(-marginDollars).toFixed(2)} a month when its owner uses every included minute.`,
            CHANGE,
          ),
        ]
      : []),
    ...(extraMinuteDollars < 0
      ? [
          fault(
            `${name}-extra-minutes-lose-money`,
            `The plan ${name} sells extra minutes for ${(-extraMinuteDollars * 100).toFixed(1)} cents less than they cost.`,
            CHANGE,
          ),
        ]
      : []),
  ]);
  if (findings.length > 0) return findings;
  return [ok("plans", "No plan loses money when its owner uses every included minute.")];
}
