/**
 * Runs scheduled functions. The queue is the `_scheduled_functions` table itself, so it survives a
 * crash: a mutation's end commits with its writes (exactly once), an action that was under way when
 * the backend stopped counts as failed (at most once).
 */
import type { Clock } from "@hark/stand-in-kit/clock";
import { must } from "@hark/stand-in-kit/must";
import { ensureTable } from "../engine/catalog-store.ts";
import type { ComponentPath, Table } from "../engine/catalog.ts";
import type { Database } from "../engine/database.ts";
import { keyRange } from "../engine/index-range.ts";
import { SCHEDULED_FUNCTIONS } from "../engine/system-tables.ts";
import type { Transaction } from "../engine/transaction.ts";
import type { Deployment } from "../deploy/deployment.ts";
import { canonicalPath } from "../functions/function-addresses.ts";
import { DeveloperError, TooManyConflicts, failureFrom } from "../functions/failure.ts";
import type { Call, FunctionRunner } from "../functions/runner.ts";
import type { JsonObject } from "../values/json.ts";

export interface SchedulerOptions {
  database: Database;
  clock: Clock;
  runner: Pick<FunctionRunner, "call" | "runMutation" | "newRequest">;
  deployment(): Deployment;
  onError(error: unknown): void;
}

type JobState = "pending" | "inProgress" | "success" | "failed" | "canceled";

interface Job {
  id: string;
  table: Table;
  call: Call;
  isCron: boolean;
}

/** crates/common/src/knobs.rs `SCHEDULED_JOB_EXECUTION_PARALLELISM`: so many scheduled functions, and so many cron jobs. */
const AT_ONCE = 8;
const DUE_BATCH = 64;
const RETRY_MS = 1_000;
const CLOSING_GRACE_MS = 1_000;

export class Scheduler {
  private readonly options: SchedulerOptions;
  /** By id. */
  private readonly running = new Map<string, Job>();
  private readonly jobs = new Set<Promise<void>>();
  private cancelAlarm: () => void = () => undefined;
  private stopListening: () => void = () => undefined;
  private isRunning = false;
  private isWaking = false;

  constructor(options: SchedulerOptions) {
    this.options = options;
  }

  /** Nothing runs before this, so jobs that the last process left in progress are recognized. */
  start(): void {
    for (const component of this.components()) this.failInterrupted(component);
    this.stopListening = this.options.database.onCommit(({ keys }) => {
      const queues = new Set(this.components().map((component) => this.queue(component).rangeId));
      if (keys.some(({ rangeId }) => queues.has(rangeId))) this.wakeSoon();
    });
    this.isRunning = true;
    this.wake();
  }

  /** Starts no more jobs, and waits a moment for running ones. The rest counts as interrupted. */
  async close(): Promise<void> {
    this.isRunning = false;
    this.cancelAlarm();
    this.stopListening();
    const grace = new Promise((resolve) => setTimeout(resolve, CLOSING_GRACE_MS).unref());
    await Promise.race([Promise.allSettled(this.jobs), grace]);
  }

  /** Whether nothing is running and nothing that is due waits to run. */
  isIdle(): boolean {
    const { clock } = this.options;
    return (
      this.running.size === 0 &&
      this.components().every((component) => {
        const [first] = this.upcoming(component);
        return first === undefined || first.scheduledTimeMs > clock.now();
      })
    );
  }

  /** Clients get their turn first: jobs that schedule the next one could keep it to themselves. */
  private wakeSoon(): void {
    if (this.isWaking) return;
    this.isWaking = true;
    setImmediate(() => {
      this.isWaking = false;
      this.wake();
    });
  }

  /** Starts due jobs while slots are free, earliest first, and sets the alarm for the next one. */
  wake(): void {
    if (!this.isRunning) return;
    this.cancelAlarm();
    const waiting = this.components()
      .flatMap((component) => this.upcoming(component))
      .filter(({ job }) => !this.running.has(job.id))
      .sort((a, b) => a.scheduledTimeMs - b.scheduledTimeMs);
    for (const { job, scheduledTimeMs } of waiting) {
      if (scheduledTimeMs > this.options.clock.now()) {
        this.cancelAlarm = this.options.clock.schedule(scheduledTimeMs, () => this.wake());
        return;
      }
      // Releasing a slot wakes the scheduler.
      if (this.isSlotFree(job)) this.launch(job);
    }
  }

  private isSlotFree({ isCron }: Job): boolean {
    return [...this.running.values()].filter((job) => job.isCron === isCron).length < AT_ONCE;
  }

  private launch(job: Job): void {
    this.running.set(job.id, job);
    const done = this.run(job)
      .catch((error: unknown) => {
        this.options.onError(error);
        // Not the function's own fault: the job stays in the queue and is tried again.
        const { clock } = this.options;
        clock.schedule(clock.now() + RETRY_MS, () => this.wake());
      })
      .finally(() => {
        this.running.delete(job.id);
        this.jobs.delete(done);
        this.wakeSoon();
      });
    this.jobs.add(done);
  }

  private async run(job: Job): Promise<void> {
    const deployed = this.options.deployment().mounts.get(job.call.component);
    const type = deployed?.functions.get(job.call.path)?.type;
    if (type === "mutation") return this.runMutation(job);
    if (type === "query") {
      this.finish(job, { ok: false, thrown: new DeveloperError(notSchedulable(job.call.path)) });
      return;
    }
    if (!this.move(job, "pending", "inProgress")) return;
    const outcome = await this.options.runner.call(type ?? "action", job.call);
    this.finish(job, outcome);
  }

  private async runMutation(job: Job): Promise<void> {
    const outcome = await this.options.runner.runMutation(job.call, {
      before: (transaction) => {
        const state = this.stateIn(transaction, job);
        if (state !== "pending") throw new Error(`The scheduled function is ${state ?? "gone"}`);
        // The job sees itself in progress; other transactions do not.
        this.setState(transaction, job, { kind: "inProgress" });
      },
      after: (transaction) => {
        if (this.stateIn(transaction, job) !== "inProgress") return;
        this.setState(transaction, job, { kind: "success" });
      },
    });
    if (outcome.ok) return;
    if (outcome.thrown instanceof TooManyConflicts) throw outcome.thrown;
    this.finish(job, outcome);
  }

  private finish(job: Job, outcome: { ok: true } | { ok: false; thrown: unknown }): void {
    this.options.database.transact((transaction) => {
      const state = this.stateIn(transaction, job);
      if (state !== "pending" && state !== "inProgress") return;
      const end: JsonObject = outcome.ok
        ? { kind: "success" }
        : { kind: "failed", error: failureFrom(outcome.thrown).message };
      this.setState(transaction, job, end);
    });
  }

  private move(job: Job, from: JobState, to: JobState): boolean {
    return this.options.database.transact((transaction) => {
      if (this.stateIn(transaction, job) !== from) return false;
      this.setState(transaction, job, { kind: to });
      return true;
    });
  }

  private failInterrupted(component: ComponentPath): void {
    const { table } = this.queue(component);
    this.options.database.transact((transaction) => {
      for (const { job } of this.inState(transaction, component, "inProgress")) {
        this.setState(
          transaction,
          { ...job, table },
          {
            kind: "failed",
            // Upstream's text: crates/application/src/scheduled_jobs/mod.rs `handle_action`.
            error: "Transient error while executing action",
          },
        );
      }
    });
  }

  private upcoming(component: ComponentPath) {
    return this.options.database.transact((transaction) =>
      this.inState(transaction, component, "pending"),
    );
  }

  private inState(transaction: Transaction, component: ComponentPath, state: JobState) {
    const { table, index } = this.queue(component);
    const range = keyRange(index.fields, [{ type: "Eq", fieldPath: "state.kind", value: state }]);
    const rows = transaction.walk({ table, index, range, order: "asc", expectedRows: DUE_BATCH });
    const found: { job: Job; scheduledTimeMs: number }[] = [];
    // Running jobs come first in the index, so read past them.
    const most = DUE_BATCH + this.running.size;
    for (let row = rows.next(); row !== null && found.length < most; row = rows.next()) {
      const json = row.document.json();
      const { id } = row.document;
      const job = { id, table, call: this.toCall(json, id), isCron: json.cron !== undefined };
      found.push({ job, scheduledTimeMs: json.scheduledTime as number });
    }
    return found;
  }

  private toCall({ name, args, target }: JsonObject, id: string): Call {
    return {
      component: (target ?? "") as ComponentPath,
      path: canonicalPath(name as string),
      args: must((args as JsonObject[])[0], "arguments of a scheduled function"),
      identity: null,
      mayCallInternal: true,
      request: this.options.runner.newRequest({ scheduledFunctionId: id }),
    };
  }

  private stateIn(transaction: Transaction, { table, id }: Job): JobState | null {
    const json = transaction.get(table, id)?.json();
    return json === undefined ? null : (json.state as { kind: JobState }).kind;
  }

  private setState(transaction: Transaction, { table, id }: Job, state: JsonObject): void {
    const json = must(transaction.get(table, id), "scheduled function").json();
    const isOver = state.kind !== "inProgress";
    const completed: JsonObject = isOver ? { completedTime: this.options.clock.now() } : {};
    transaction.put(table, { ...json, ...completed, state });
  }

  private queue(component: ComponentPath) {
    const table = ensureTable(this.options.database, component, SCHEDULED_FUNCTIONS);
    const index = must(table.indexes.get("by_state_kind_and_scheduledTime"), "job index");
    return { table, index, rangeId: index.rangeId };
  }

  private components(): ComponentPath[] {
    return [...this.options.deployment().mounts.keys()];
  }
}

/** After crates/application/src/scheduled_jobs/mod.rs `run_function`. */
function notSchedulable(path: string): string {
  const [module = "", name = ""] = path.split(":");
  return (
    `Unsupported function type. "${name}" in module "${module}.js" is defined as a Query. ` +
    "Only Mutation and Action can be scheduled."
  );
}
