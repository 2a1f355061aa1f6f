/** Calls from one function to another: nested, from an action, or scheduled for later. */
import { jsonToConvex, getConvexSize } from "convex/values";
import { ensureTable } from "../engine/catalog-store.ts";
import { SCHEDULED_FUNCTIONS } from "../engine/system-tables.ts";
import { use } from "../engine/usage.ts";
import type { Usage } from "../engine/usage.ts";
import { cancelScheduled } from "../scheduler/cancel-jobs.ts";
import { enqueue } from "../scheduler/queue.ts";
import type { Transaction } from "../engine/transaction.ts";
import type { JsonObject } from "../values/json.ts";
import { findBadArguments } from "../values/value-limits.ts";
import { resolveAddress, toHandle } from "./function-addresses.ts";
import type { FunctionTarget } from "./function-addresses.ts";
import { transactionOf } from "./database-syscalls.ts";
import type { Syscall } from "./database-syscalls.ts";
import type { Execution } from "./execution.ts";
import { toCallerError } from "./failure.ts";
import type { Host } from "./host.ts";
import type { FunctionRunner, Operation } from "./runner.ts";

export function callSyscalls(host: Host, runner: FunctionRunner): Record<string, Syscall> {
  const target = (execution: Execution, args: JsonObject): FunctionTarget =>
    resolveAddress(host.deployment(), execution.component, args);

  const toJob = (execution: Execution, args: JsonObject): JobRequest => ({
    target: target(execution, args),
    args: args.args as JsonObject,
    atMs: (args.ts as number) * 1000,
    parentJob: execution.request.scheduledFunctionId,
  });
  const cancel = (execution: Operation, id: string): void =>
    cancelScheduled(
      host,
      { transaction: transactionOf(execution), component: execution.component },
      id,
    );

  const fromAction =
    (kind: "query" | "mutation" | "action"): Syscall =>
    async (execution, args) => {
      const to = target(execution, args);
      const call = {
        ...to,
        args: args.args as JsonObject,
        identity: to.component === execution.component ? execution.identity : null,
        request: execution.request,
        // Internal functions of another component can be addressed only by a handle.
        mayCallInternal: true,
        log: execution.log,
      };
      const outcome = await runner.call(kind, call);
      if (!outcome.ok) throw toCallerError(outcome.thrown);
      return outcome.value;
    };

  return {
    "1.0/actions/query": fromAction("query"),
    "1.0/actions/mutation": fromAction("mutation"),
    "1.0/actions/action": fromAction("action"),
    "1.0/runUdf": (execution, args) =>
      runner.callNested(execution, {
        ...target(execution, args),
        kind: args.udfType as "query" | "mutation" | "snapshotQuery",
        args: args.args as JsonObject,
        limits: args.transactionLimits as Partial<Usage> | undefined,
      }),
    "1.0/createFunctionHandle": (execution, args) =>
      JSON.stringify(toHandle(host.deployment(), target(execution, args))),
    "1.0/schedule": (execution, args) =>
      JSON.stringify(schedule(host, execution, toJob(execution, args))),
    "1.0/actions/schedule": async (execution, args) => {
      const job = toJob(execution, args);
      return JSON.stringify(
        await runner.inTransaction(execution, (inside) => schedule(host, inside, job)),
      );
    },
    "1.0/cancel_job": (execution, { id }) => {
      if (id === execution.request.scheduledFunctionId) refuseToCancelItself(host, execution);
      else cancel(execution, id as string);
      return "null";
    },
    "1.0/actions/cancel_job": async (execution, { id }) => {
      await runner.inTransaction(execution, (inside) => cancel(inside, id as string));
      return "null";
    },
  };
}

interface JobRequest {
  target: FunctionTarget;
  args: JsonObject;
  atMs: number;
  /** The scheduled function that schedules this one, directly or through calls. */
  parentJob: string | null;
}

function schedule(
  host: Host,
  execution: Operation,
  { target, args, atMs, parentJob }: JobRequest,
): string {
  const { database, clock } = host;
  const transaction = transactionOf(execution);
  requireSchedulable(host, target);
  requireNearbyTime(atMs, clock.now());
  const value = jsonToConvex(args);
  if (JSON.stringify(args).includes('"$commitTs"')) {
    throw new Error(
      `Invalid arguments for "${target.path}": a scheduled function cannot take an unresolved placeholder value.`,
    );
  }
  const tooMuch = findBadArguments(target.path, JSON.stringify([args]), [args]);
  if (tooMuch !== null) throw new Error(tooMuch);
  use(transaction.usage, transaction.limits, "functionsScheduled", 1);
  use(transaction.usage, transaction.limits, "scheduledFunctionArgsBytes", getConvexSize(value));
  return enqueue(database, transaction, {
    component: execution.component,
    target,
    args,
    atMs,
    canceledAtMs: isCanceled(host, transaction, parentJob) ? clock.now() : undefined,
  });
}

/** Searches all components, because the id does not say whose queue holds the job. */
function isCanceled(host: Host, transaction: Transaction, job: string | null): boolean {
  if (job === null) return false;
  return [...host.deployment().mounts.keys()].some((component) => {
    const table = ensureTable(host.database, component, SCHEDULED_FUNCTIONS);
    const state = transaction.get(table, job)?.json().state as { kind: string } | undefined;
    return state?.kind === "canceled";
  });
}

function requireSchedulable(host: Host, { component, path }: FunctionTarget): void {
  const functions = host.deployment().mounts.get(component)?.functions;
  if (functions?.has(path) === true) return;
  const [module = "", name = ""] = path.split(":");
  const isModule = [...(functions?.keys() ?? [])].some((known) => known.startsWith(`${module}:`));
  throw new Error(
    isModule
      ? `Attempted to schedule function, but no exported function ${name} found in the file: ${module}. Did you forget to export it?`
      : `Attempted to schedule function at nonexistent path: ${module}`,
  );
}

const FIVE_YEARS_MS = 5 * 365 * 24 * 60 * 60 * 1000;

function requireNearbyTime(atMs: number, nowMs: number): void {
  if (atMs > nowMs + FIVE_YEARS_MS) {
    throw new Error("A function can't be scheduled more than 5 years in the future");
  }
  if (atMs < nowMs - FIVE_YEARS_MS) {
    throw new Error("A function can't be scheduled more than 5 years in the past");
  }
}
/**
 * What upstream does up to version 1.49 of the client; from 1.50 on it is an error: crates/isolate/src/
 * environment/udf/async_syscall.rs `cancel_job`.
 */
function refuseToCancelItself({ clock }: Host, { log }: Execution): void {
  log({
    level: "WARN",
    messages: [
      "A scheduled mutation canceling itself is deprecated and will throw an error in a future version of Convex.",
    ],
    isTruncated: false,
    timestamp: clock.now(),
  });
}
