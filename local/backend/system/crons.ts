import type { JSONValue } from "convex/values";
import { must } from "../../must.ts";
import { ensureTable } from "../engine/catalog-store.ts";
import { CRON_JOBS, SCHEDULED_FUNCTIONS } from "../engine/system-tables.ts";
import { newestOf } from "../snapshots/job-records.ts";
import { int64Json, isJsonObject } from "../values/json.ts";
import type { JsonObject } from "../values/json.ts";
import { argsBytes, nanoseconds } from "./schedule.ts";
import { inComponent, systemQuery } from "./system-function.ts";
import type { SystemContext, SystemModule } from "./system-function.ts";

// Runs are found among the newest scheduled functions, which they are.
const LOOKED_THROUGH = 1_000;

export const crons: SystemModule = {
  "_system/frontend/listCronJobs:default": systemQuery(inComponent, (context) => {
    const runs = runsOf(context);
    return jobsOf(context).map((job) => ({
      _id: job._id ?? null,
      _creationTime: job._creationTime ?? null,
      name: job.name ?? null,
      cronSpec: {
        udfPath: udfPathOf(job.path),
        udfArgs: argsBytes([job.args ?? {}]),
        cronSchedule: scheduleOf(job.schedule as JsonObject),
      },
      lastRun: runs.find(({ name }) => name === job.name) ?? null,
      nextRun: {
        _id: job._id ?? null,
        _creationTime: job._creationTime ?? null,
        cronJobId: job._id ?? null,
        state: { type: "pending" },
        prevTs: typeof job.lastTime === "number" ? nanoseconds(job.lastTime) : null,
        nextTs: nanoseconds(job.nextTime as number),
      },
    }));
  }),
  "_system/frontend/listCronJobRuns:default": systemQuery(inComponent, (context) =>
    runsOf(context).reverse(),
  ),
};

function jobsOf({ host, transaction, component }: SystemContext): JsonObject[] {
  const table = ensureTable(host.database, "", CRON_JOBS);
  const index = must(table.indexes.get("by_creation_time"), "by_creation_time");
  const range = { lower: Buffer.alloc(0), upper: null };
  const rows = transaction.walk({ table, index, range, order: "asc" });
  const found: JsonObject[] = [];
  for (let row = rows.next(); row !== null; row = rows.next()) {
    const job = row.document.json();
    if (job.component === component) found.push(job);
  }
  return found;
}

/** Newest first. */
function runsOf({ host, transaction, component }: SystemContext): JsonObject[] {
  const table = ensureTable(host.database, component, SCHEDULED_FUNCTIONS);
  return newestOf(transaction, table, LOOKED_THROUGH).flatMap((run) => {
    const { cron, completedTime, scheduledTime, state, args, name, _id, _creationTime } = run;
    const status = statusOf(state);
    if (typeof cron !== "string" || typeof completedTime !== "number" || status === null) return [];
    return [
      {
        _id: _id ?? null,
        _creationTime: _creationTime ?? null,
        name: cron,
        ts: nanoseconds(scheduledTime as number),
        udfPath: name ?? null,
        udfArgs: argsBytes(args ?? []),
        status,
        logLines: { logLines: [], isTruncated: false },
        // From when it was due.
        executionTime: Math.max(0, completedTime - (scheduledTime as number)) / 1000,
      },
    ];
  });
}

function statusOf(state: JSONValue | undefined): JsonObject | null {
  if (!isJsonObject(state)) return null;
  if (state.kind === "success") return { type: "success", result: null };
  if (state.kind === "failed") return { type: "err", error: state.error ?? null };
  return state.kind === "canceled" ? { type: "canceled", num_canceled: int64Json(1n) } : null;
}

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const SECONDS = { seconds: 1, minutes: 60, hours: 3_600 };

/** A schedule as `cronJobs()` exports it, in the form in which upstream keeps it. */
function scheduleOf({ type, cron, dayOfWeek, ...numbers }: JsonObject): JsonObject {
  if (type === "cron") return { type, cronExpr: cron ?? "" };
  if (type === "interval") {
    const [[unit, count] = ["seconds", 0]] = Object.entries(numbers);
    const seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS];
    return { type, seconds: int64Json(BigInt(seconds)) };
  }
  const day = typeof dayOfWeek === "string" ? { dayOfWeek: int64(DAYS.indexOf(dayOfWeek)) } : {};
  const rest = Object.entries(numbers).map(([field, value]) => [field, int64(Number(value))]);
  return { type: type ?? null, ...day, ...Object.fromEntries(rest) } as JsonObject;
}

function int64(value: number) {
  return int64Json(BigInt(value));
}

function udfPathOf(path: JSONValue | undefined): string {
  return (path as string).replace(":", ".js:");
}
