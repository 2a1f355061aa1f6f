/** Checks that background jobs run, and that the clocks agree. */
import { checkWork } from "../../../convex/shared/deploymentChecks.ts";
import { findingsOn } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Target } from "./target.ts";

const clocks = findingsOn("clocks");

const MINUTE_MS = 60_000;

export function examineWork({ facts }: Target, nowMs: number): Finding[] {
  const { jobsDueSinceMs, deadJobs, unfinishedMigrations = [] } = facts;
  const work = checkWork({ jobsDueSinceMs, deadJobs, unfinishedMigrations }, facts.nowMs);
  return [
    ...work.map((check) => ({ topic: "work" as const, ...check })),
    examineClock(facts.nowMs, nowMs),
  ];
}

function examineClock(deploymentMs: number, hereMs: number): Finding {
  const apartMs = Math.abs(deploymentMs - hereMs);
  if (apartMs <= MINUTE_MS) {
    return clocks.ok("clock", "The deployment's clock and this machine's agree.");
  }
  const message = `The deployment's clock and this machine's are ${Math.round(apartMs / 1000)} seconds apart.`;
  return clocks.fault(
    "clock",
    message,
    "Set the one that is wrong (NTP): sessions and signatures depend on it.",
  );
}
