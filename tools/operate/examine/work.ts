/** Checks that background jobs run, and that the clocks agree. */
import { JOBS_LATE_AFTER_MS } from "../../../convex/shared/jobDelay.ts";
import type { MigrationState } from "../../start/migrations.ts";
import { findingsOn } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Target } from "./target.ts";

const work = findingsOn("work");
const clocks = findingsOn("clocks");

const MINUTE_MS = 60_000;

export function examineWork({ facts }: Target, nowMs: number): Finding[] {
  const findings: Finding[] = [];
  const lateMs = facts.jobsDueSinceMs === null ? 0 : facts.nowMs - facts.jobsDueSinceMs;
  if (lateMs > JOBS_LATE_AFTER_MS) {
    const message = `A job has been due for ${Math.round(lateMs / MINUTE_MS)} minutes.`;
    const fix = "Crons do not run: push the functions again, and check the deployment's log.";
    findings.push(work.fault("work-late", message, fix));
  }
  if (facts.deadJobs > 0) {
    const message = `Jobs failed for good (${facts.deadJobs}).`;
    const fix = "npx convex run operator:attention lists them, operator:retry retries them.";
    findings.push(work.fault("work-given-up", message, fix));
  }
  findings.push(...(facts.unfinishedMigrations ?? []).map(examineMigration));
  if (findings.length === 0) findings.push(work.ok("work", "No job is late or failed for good."));
  return [...findings, examineClock(facts.nowMs, nowMs)];
}

function examineMigration({ name, state, rows, error }: MigrationState): Finding {
  if (state === "stopped") {
    const message = `Updating the stored data stopped: ${name}, after ${rows} rows (${error ?? "cancelled"}).`;
    return work.fault("migration-stopped", message, "npm run deploy continues it.");
  }
  const message = `Stored data is not updated yet: ${name}, ${rows} rows so far.`;
  return work.unknown("migration-unfinished", message, "npm run deploy runs it and waits for it.");
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
