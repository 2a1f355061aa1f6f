/** What a deployment can check about itself, in the doctor's words. The operator's page shows the same. */
import { MINUTE_MS } from "./durations";
import { JOBS_LATE_AFTER_MS } from "./jobDelay";
import { type RequiredVariable, VARIABLES } from "./variables";

export interface Check {
  /** Stays the same if the message is reworded. */
  code: string;
  verdict: "ok" | "fault" | "unknown";
  message: string;
  /** How to fix it. */
  fix?: string;
}

export interface CheckedWork {
  jobsDueSinceMs: number | null;
  deadJobs: number;
  unfinishedMigrations: CheckedMigration[];
}

interface CheckedMigration {
  name: string;
  state: "waiting" | "running" | "stopped" | "done";
  rows: number;
  error: string | null;
}

export function checkWork(
  { jobsDueSinceMs, deadJobs, unfinishedMigrations }: CheckedWork,
  nowMs: number,
): Check[] {
  const checks: Check[] = [];
  const lateMs = jobsDueSinceMs === null ? 0 : nowMs - jobsDueSinceMs;
  if (lateMs > JOBS_LATE_AFTER_MS) {
    const message = `A job has been due for ${Math.round(lateMs / MINUTE_MS)} minutes.`;
    const fix = "Crons do not run: push the functions again, and check the deployment's log.";
    checks.push(fault("work-late", message, fix));
  }
  if (deadJobs > 0) {
    const message = `Jobs failed for good (${deadJobs}).`;
    const fix = "npx convex run operator:attention lists them, operator:retry retries them.";
    checks.push(fault("work-given-up", message, fix));
  }
  checks.push(...unfinishedMigrations.map(checkMigration));
  return checks.length > 0 ? checks : [ok("work", "No job is late or failed for good.")];
}

function checkMigration({ name, state, rows, error }: CheckedMigration): Check {
  if (state === "stopped") {
    const message = `Updating the stored data stopped: ${name}, after ${rows} rows (${error ?? "cancelled"}).`;
    return fault("migration-stopped", message, "npm run deploy continues it.");
  }
  const message = `Stored data is not updated yet: ${name}, ${rows} rows so far.`;
  return unknown("migration-unfinished", message, "npm run deploy runs it and waits for it.");
}

const MAX_NAMED = 10;

export interface CheckedAssistants {
  /** Whether a job will send it again or is being retried. The name is null if it is not to be shown. */
  assistants: { name: string | null; isWaiting: boolean }[];
  isMore: boolean;
}

/** The version with which all assistants were last sent. `npm start` and `npm run deploy` send outdated ones again. */
export function checkOutdated({ assistants, isMore }: CheckedAssistants): Check {
  if (assistants.length === 0) return ok("up-to-date", "Every assistant was sent by this version.");
  const left = assistants.filter(({ isWaiting }) => !isWaiting);
  const shown = left.length > 0 ? left : assistants;
  const count = `${isMore ? "more than " : ""}${shown.length}`;
  const listed = `${count}${namesOf(shown)}`;
  if (left.length === 0) {
    const message = `Assistants that are being sent again by this version: ${listed}.`;
    return unknown("updating", message, "Check again in a few minutes.");
  }
  const message = `Assistants that the voice platform has from an older version or other settings: ${listed}.`;
  const fix = "npx convex run operator:resendOutdated sends them; npm run deploy does so too.";
  return fault("outdated", message, fix);
}

function namesOf(assistants: CheckedAssistants["assistants"]): string {
  const names = assistants.flatMap(({ name }) => name ?? []);
  if (names.length === 0) return "";
  const others = names.length > MAX_NAMED ? " and others" : "";
  return `, ${names.slice(0, MAX_NAMED).join(", ")}${others}`;
}

/** Null if no call failed because of its voice. */
export function checkVoiceFailures(reasons: readonly string[]): Check | null {
  const failures = new Set(reasons);
  if (failures.size === 0) return null;
  const message = `Calls have failed because a voice is missing (${[...failures].join(", ")}).`;
  return fault("voices-failed", message, "Replace the voice with VOICE_IDS.");
}

/** Null if the voice platform's public key is set. */
export function checkControl(hasPublicKey: boolean): Check | null {
  if (hasPublicKey) return null;
  const message = "Anybody who knows the ID of an ongoing call can control it.";
  const fix =
    "Take the public key from the platform's dashboard: npx convex env set VAPI_PUBLIC_KEY; then npm run deploy.";
  return unknown("control-open", message, fix);
}

const CREATED_BY_DEPLOY: readonly RequiredVariable[] = [
  "STRIPE_WEBHOOK_SECRET",
  "VAPI_WEBHOOK_SECRET",
  "TRIAL_KEYS",
];

export function checkMissingVariable(name: RequiredVariable): Check {
  const fix = CREATED_BY_DEPLOY.includes(name)
    ? "npm run deploy creates it."
    : `npx convex env set ${name}`;
  return fault(`${name}-missing`, `${name} is not set: it is ${VARIABLES[name]}.`, fix);
}

function ok(code: string, message: string): Check {
  return { code, verdict: "ok", message };
}

function fault(code: string, message: string, fix: string): Check {
  return { code, verdict: "fault", message, fix };
}

function unknown(code: string, message: string, fix: string): Check {
  return { code, verdict: "unknown", message, fix };
}
