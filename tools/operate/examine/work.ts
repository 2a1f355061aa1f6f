/** Whether what is to happen by itself does happen, and at the right time. */
import { findingsAbout } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Patient } from "./patient.ts";

const work = findingsAbout("work");
const clocks = findingsAbout("clocks");

const MINUTE_MS = 60_000;
const LATE_AFTER_MS = 5 * MINUTE_MS;

export function examineWork({ facts }: Patient, nowMs: number): Finding[] {
  const findings: Finding[] = [];
  const lateMs = facts.jobsDueSinceMs === null ? 0 : facts.nowMs - facts.jobsDueSinceMs;
  if (lateMs > LATE_AFTER_MS) {
    const says = `Work at a vendor has been waiting for ${Math.round(lateMs / MINUTE_MS)} minutes to be begun.`;
    const mend = "Crons do not run: push the functions again, and look at the deployment's log.";
    findings.push(work.fault("work-late", says, mend));
  }
  if (facts.deadJobs > 0) {
    const says = `Work at vendors was given up (${facts.deadJobs}).`;
    const mend = "npx convex run operator:attention lists it, operator:retry tries it again.";
    findings.push(work.fault("work-given-up", says, mend));
  }
  if (findings.length === 0)
    findings.push(work.sound("work", "Nothing waits, nothing was given up."));
  return [...findings, examineClock(facts.nowMs, nowMs)];
}

function examineClock(deploymentMs: number, hereMs: number): Finding {
  const apartMs = Math.abs(deploymentMs - hereMs);
  if (apartMs <= MINUTE_MS) {
    return clocks.sound("clock", "The deployment's clock and this machine's agree.");
  }
  const says = `The deployment's clock and this machine's are ${Math.round(apartMs / 1000)} seconds apart.`;
  return clocks.fault(
    "clock",
    says,
    "Set the one that is wrong (NTP): sessions and signatures depend on it.",
  );
}
