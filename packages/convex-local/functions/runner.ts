/** Runs deployed functions: queries and mutations in transactions that rerun on conflict, actions once. */
import { randomUUID } from "node:crypto";
import type { JSONValue } from "convex/values";
import { jsonToConvex } from "convex/values";
import type { Identity } from "../auth/identity.ts";
import type { ComponentPath } from "../engine/catalog.ts";
import type { ReadSet } from "../engine/read-set.ts";
import type { Transaction } from "../engine/transaction.ts";
import { noIo, noUsage } from "../engine/usage.ts";
import type { DatabaseIo, Usage } from "../engine/usage.ts";
import type { JsonObject } from "../values/json.ts";
import { fewRandomBytes } from "../values/random.ts";
import { findMismatch } from "../values/validator.ts";
import type { FunctionType } from "../deploy/deployment.ts";
import type { AnalyzedFunction, RequestStart } from "../runtime/protocol.ts";
import { findBadArguments, findBadResult } from "../values/value-limits.ts";
import { DeveloperError, TooManyConflicts, toCallerError } from "./failure.ts";
import type { Execution, RequestMetadata } from "./execution.ts";
import type { LogLine } from "./function-log.ts";
import { failureFrom } from "./failure.ts";
import { ThreadLost } from "./function-thread.ts";
import type { Host } from "./host.ts";
import { Slots } from "./slots.ts";
import { WriterPriority } from "./writer-priority.ts";
import { tableOfId } from "./tables.ts";

export interface Call {
  component: ComponentPath;
  path: string;
  args: JsonObject;
  identity: Identity | null;
  request: RequestMetadata;
  /** Clients may not; the backend, admins and functions of the same component may. */
  mayCallInternal: boolean;
  log?: (line: LogLine) => void;
}

export type Outcome<Extra = object> =
  | ({ ok: true; value: string; logLines: LogLine[] } & Extra)
  | { ok: false; thrown: unknown; logLines: LogLine[] };

export type QueryOutcome = Outcome & {
  reads: ReadSet;
  timestamp: bigint;
  journal: string | null;
  usedIdentity: boolean;
  /** The time that it read, if it read the clock. */
  sawTimeMs: number | null;
};

export interface NestedCall {
  component: ComponentPath;
  path: string;
  kind: "query" | "mutation" | "snapshotQuery";
  args: JsonObject;
  limits: Partial<Usage> | undefined;
}

/** The part of an execution that a database operation uses. */
export type Operation = Pick<Execution, "component" | "kind" | "transaction">;

export interface MutationHooks {
  /** Runs inside the transaction, before the function. */
  before?: (transaction: Transaction) => void;
  /** Runs inside the transaction, after the function, with its result. */
  after?: (transaction: Transaction, value: string, logLines: LogLine[]) => void;
  /** Runs when other transactions see the commit, before it is on disk. */
  committed?: () => void;
  /** Runs when the commit is on disk, before any client is notified. */
  announce?: (value: string, timestamp: bigint, logLines: LogLine[]) => void;
}

const MOST_ATTEMPTS = 12;
const PATIENT_ATTEMPTS = 3;
const DEEPEST_CALL = 8;
/**
 * Each has a realm to itself, with all modules in it: with hundreds at once, making those is all that is done. The
 * number is upstream's (crates/common/src/knobs.rs, APPLICATION_MAX_CONCURRENT_HTTP_ACTIONS), where who waits for five
 * seconds is refused; here everybody gets a turn.
 */
const HTTP_ACTIONS_AT_ONCE = 16;
const TYPE_NAME: Record<FunctionType, "Query" | "Mutation" | "Action"> = {
  query: "Query",
  mutation: "Mutation",
  action: "Action",
};

export class FunctionRunner {
  private readonly host: Host;
  private readonly writerPriority = new WriterPriority();
  private readonly httpSlots = new Slots(HTTP_ACTIONS_AT_ONCE);

  constructor(host: Host) {
    this.host = host;
  }

  newRequest(from: Partial<RequestMetadata> = {}): RequestMetadata {
    return {
      requestId: fewRandomBytes(8).toString("hex"),
      ip: null,
      userAgent: null,
      scheduledFunctionId: null,
      authToken: null,
      ...from,
    };
  }

  async call(kind: FunctionType, call: Call): Promise<Outcome> {
    if (kind === "query") return this.runCachedQuery(call);
    return kind === "mutation" ? this.runMutation(call) : this.runAction(call);
  }

  private async runCachedQuery(call: Call): Promise<Outcome> {
    const { queries } = this.host;
    const asked = await queries.get({ ...call, journal: null }, (journal) =>
      this.runQuery(call, journal),
    );
    const { outcome, isKnown } = asked;
    if (!isKnown) return outcome;
    return this.observed("Query", { ...call, isKnown }, (log) => {
      for (const line of outcome.logLines) log(line);
      return Promise.resolve(outcome);
    });
  }

  async runQuery(call: Call, previousJournal: string | null = null): Promise<QueryOutcome> {
    return this.observed("Query", call, async (log, logLines) => {
      for (let attempt = 1; ; attempt += 1) {
        logLines.length = 0;
        const transaction = this.host.database.begin();
        try {
          const execution = this.newExecution("query", { ...call, log }, transaction);
          execution.pagination.previousJournal = previousJournal;
          const outcome = await this.attempt(() => this.invoke("query", call, execution));
          await this.host.database.durable(transaction.snapshotTimestamp)?.catch(() => undefined);
          if (mustRunAgain(outcome, transaction, attempt) || !canBeTrue(transaction)) {
            await pauseBeforeRerun(attempt);
            continue;
          }
          return {
            ...outcome,
            logLines,
            io: transaction.io,
            reads: transaction.reads,
            timestamp: transaction.snapshotTimestamp,
            journal: execution.pagination.journal,
            usedIdentity: execution.usedIdentity.value,
            sawTimeMs: execution.usedTime.value ? execution.frozenNowMs : null,
          };
        } finally {
          this.host.database.end(transaction);
        }
      }
    });
  }

  async runMutation(
    call: Call,
    hooks: MutationHooks = {},
  ): Promise<Outcome<{ timestamp: bigint }>> {
    let release: (() => void) | null = null;
    const outcome = this.observed("Mutation", call, async (log, logLines) => {
      for (let attempt = 1; ; attempt += 1) {
        logLines.length = 0;
        if (attempt <= PATIENT_ATTEMPTS) await this.writerPriority.whenFree();
        else release ??= await this.writerPriority.acquire();
        const transaction = this.host.database.begin();
        try {
          const execution = this.newExecution("mutation", { ...call, log }, transaction);
          const outcome = await this.attempt(async () => {
            hooks.before?.(transaction);
            transaction.usage = noUsage();
            const value = await this.invoke("mutation", call, execution);
            hooks.after?.(transaction, value, logLines);
            const timestamp = this.host.database.commit(transaction, (at) =>
              hooks.announce?.(value, at, logLines),
            );
            hooks.committed?.();
            await this.host.database.durable(timestamp);
            return { value, timestamp };
          });
          await this.host.database.durable(transaction.snapshotTimestamp)?.catch(() => undefined);
          if (!mustRunAgain(outcome, transaction, attempt)) {
            const { io } = transaction;
            return outcome.ok
              ? { ok: true, ...outcome.value, logLines, io }
              : { ...outcome, logLines, io };
          }
          if (attempt >= MOST_ATTEMPTS) {
            return { ok: false, thrown: new TooManyConflicts(call.path), logLines };
          }
        } finally {
          this.host.database.end(transaction);
        }
        if (release === null) await pauseBeforeRerun(attempt);
      }
    });
    return outcome.finally(() => release?.());
  }

  async runAction(call: Call): Promise<Outcome> {
    return this.observed("Action", call, async (log, logLines) => {
      const execution = this.newExecution("action", { ...call, log }, null);
      const outcome = await this.attempt(() => this.invoke("action", call, execution));
      return { ...outcome, logLines };
    });
  }

  /** Runs an HTTP action, when it is its turn; an error it lets through is thrown to the caller. */
  async runHttpAction(...given: Parameters<FunctionRunner["runHttpActionNow"]>): Promise<Response> {
    const release = await this.httpSlots.acquire();
    return await this.runHttpActionNow(...given).finally(release);
  }

  private async runHttpActionNow(
    { component, identity, request: metadata }: Pick<Call, "component" | "identity" | "request">,
    path: string,
    request: Pick<RequestStart, "method" | "path" | "url" | "headers" | "body">,
  ): Promise<Response> {
    const call = { component, path, args: {}, identity, request: metadata, mayCallInternal: true };
    const outcome = await this.observed("HttpAction", call, async (log, logLines) => {
      const execution = this.newExecution("httpAction", { ...call, log }, null);
      const result = await this.attempt(() => this.host.threads.respond(execution, request));
      return { ...result, logLines };
    });
    if (!outcome.ok) throw outcome.thrown;
    return outcome.value;
  }

  /** A query or mutation called by another, in the caller's own transaction. */
  async callNested(caller: Execution, call: NestedCall): Promise<string> {
    const transaction = caller.transaction;
    if (transaction === null) throw new Error("runUdf needs a transaction");
    if (caller.depth >= DEEPEST_CALL) {
      throw new Error(
        "Cross component call depth limit exceeded. Do you have an infinite loop in your app?",
      );
    }
    if (call.kind === "mutation") {
      if (caller.kind !== "mutation")
        throw new Error("Cannot call a Mutation function from a Query function");
      // Two at once would overwrite each other's savepoints, so siblings run one after the other.
      const turn = caller.nestedMutation.then(() => this.nestedMutation(caller, transaction, call));
      caller.nestedMutation = turn.catch(() => undefined);
      return turn;
    }
    const run = () => this.nested(caller, transaction, "query", call);
    return call.kind === "snapshotQuery" ? transaction.withoutOwnWrites(run) : run();
  }

  /** Runs `task` in a transaction of its own, for an action's single operations. */
  async inTransaction<T>(
    { component }: Pick<Execution, "component">,
    task: (inside: Operation) => T,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const transaction = this.host.database.begin();
      try {
        const result = task({ component, kind: "mutation", transaction });
        await this.host.database.durable(this.host.database.commit(transaction));
        return result;
      } catch (error) {
        if (!transaction.mustRerun || attempt >= MOST_ATTEMPTS) throw error;
      } finally {
        this.host.database.end(transaction);
      }
    }
  }

  private async nestedMutation(
    caller: Execution,
    transaction: Transaction,
    call: NestedCall,
  ): Promise<string> {
    const mark = transaction.mark();
    try {
      return await this.nested(caller, transaction, "mutation", call);
    } catch (error) {
      transaction.rollBackTo(mark);
      throw error;
    }
  }

  private async nested(
    caller: Execution,
    transaction: Transaction,
    kind: "query" | "mutation",
    { component, path, args, limits }: NestedCall,
  ): Promise<string> {
    const isSameComponent = component === caller.component;
    const execution: Execution = {
      ...caller,
      depth: caller.depth + 1,
      kind,
      component,
      path,
      identity: isSameComponent ? caller.identity : null,
      seed: randomUUID(),
      streams: new Map(),
      pagination: { previousJournal: null, journal: null, hasPaginated: false },
      nestedMutation: Promise.resolve(),
    };
    const outerLimits = transaction.limits;
    if (limits !== undefined) transaction.limits = tighter(transaction, limits);
    try {
      const call = { component, path, args, mayCallInternal: true };
      return await this.invoke(kind, call, execution);
    } catch (error) {
      // The caller cannot go on either, whatever it makes of this.
      if (error instanceof ThreadLost) transaction.giveUp();
      throw toCallerError(error);
    } finally {
      transaction.limits = outerLimits;
    }
  }

  private async invoke(
    type: FunctionType,
    call: Pick<Call, "component" | "path" | "args" | "mayCallInternal">,
    execution: Execution,
  ): Promise<string> {
    const deployed = this.find(type, call);
    const { catalog } = this.host.database;
    const inside = tableOfId(catalog, call.component);
    const args = JSON.stringify([call.args]);
    refuse(findBadArguments(call.path, args, [call.args]));
    const wrongArgs = findMismatch(deployed.args, jsonToConvex(call.args), inside);
    if (wrongArgs !== null) throw new DeveloperError(`ArgumentValidationError: ${wrongArgs}`);
    const { isNode } = deployed;
    const result = await this.host.threads.invoke(execution, { path: call.path, args, isNode });
    await execution.nestedMutation;
    refuse(findBadResult(call.path, result));
    if (deployed.returns !== null) {
      const value = jsonToConvex(JSON.parse(result) as JSONValue);
      const wrongResult = findMismatch(deployed.returns, value, inside);
      if (wrongResult !== null) {
        throw new DeveloperError(`ReturnsValidationError: ${wrongResult}`);
      }
    }
    return result;
  }

  private find(
    type: FunctionType,
    { component, path, mayCallInternal }: Pick<Call, "component" | "path" | "mayCallInternal">,
  ): AnalyzedFunction {
    const mount = this.host.deployment().mounts.get(component);
    const deployed = mount?.functions.get(path);
    if (deployed === undefined || (!deployed.isPublic && !mayCallInternal)) {
      // crates/udf/src/validation.rs `missing_or_internal_error`; the CLI looks for "Could not find function".
      const words = mayCallInternal ? "Could not find function" : "Could not find public function";
      throw new DeveloperError(`${words} for '${path}'.`);
    }
    if (deployed.type !== type) {
      throw new DeveloperError(
        `Trying to execute ${path.replace(":", ".js:")} as ${TYPE_NAME[type]}, but it is defined as ${TYPE_NAME[deployed.type]}.`,
      );
    }
    return deployed;
  }

  private newExecution(
    kind: Execution["kind"],
    call: Pick<Call, "component" | "path" | "identity" | "request"> & Required<Pick<Call, "log">>,
    transaction: Transaction | null,
  ): Execution {
    return {
      kind,
      depth: 0,
      component: call.component,
      path: call.path,
      identity: call.identity,
      request: call.request,
      transaction,
      frozenNowMs: transaction === null ? null : this.host.clock.now(),
      seed: transaction === null ? null : randomUUID(),
      program: this.host.deployment().program,
      streams: new Map(),
      pagination: { previousJournal: null, journal: null, hasPaginated: false },
      usedIdentity: { value: false },
      usedTime: { value: false },
      nestedMutation: Promise.resolve(),
      log: call.log,
    };
  }

  private async attempt<T>(
    task: () => Promise<T>,
  ): Promise<{ ok: true; value: T } | { ok: false; thrown: unknown }> {
    try {
      return { ok: true, value: await task() };
    } catch (thrown) {
      return { ok: false, thrown };
    }
  }

  /** Collects a function's log lines, and adds its completion to the function log. */
  private async observed<T extends { ok: boolean; io?: DatabaseIo }>(
    udfType: "Query" | "Mutation" | "Action" | "HttpAction",
    call: Call & { isKnown?: boolean },
    task: (log: (line: LogLine) => void, logLines: LogLine[]) => Promise<T>,
  ): Promise<T> {
    const logLines: LogLine[] = [];
    const log = (line: LogLine) => {
      logLines.push(line);
      call.log?.(line);
    };
    const startedMs = performance.now();
    const outcome = await task(log, logLines);
    this.host.log.add({
      udfType,
      componentPath: call.component === "" ? null : call.component,
      identifier: call.path,
      timestamp: this.host.clock.now() / 1000,
      executionTime: (performance.now() - startedMs) / 1000,
      requestId: call.request.requestId,
      logLines: [...logLines],
      error: "thrown" in outcome ? failureFrom(outcome.thrown).message : null,
      io: call.isKnown === true ? noIo() : (outcome.io ?? noIo()),
      cachedResult: call.isKnown === true,
    });
    return outcome;
  }
}

/** A conflict, or a thread that ended under it for another's sake; nothing of it is committed yet. */
function mustRunAgain(
  outcome: { ok: boolean; thrown?: unknown },
  transaction: Transaction,
  attempt: number,
): boolean {
  const isLost = outcome.thrown instanceof ThreadLost && attempt < MOST_ATTEMPTS;
  return transaction.mustRerun || isLost;
}

function refuse(wrong: string | null): void {
  if (wrong !== null) throw new DeveloperError(wrong);
}

/** Whether everything the query read is still so: only then is there one moment at which it is true. */
function canBeTrue(transaction: Transaction): boolean {
  try {
    transaction.refresh();
    return true;
  } catch {
    return false;
  }
}

function tighter(transaction: Transaction, limits: Partial<Usage>): Usage {
  const { usage, limits: outer } = transaction;
  const entries = (Object.keys(outer) as (keyof Usage)[]).map((what) => {
    const own = limits[what];
    return [what, own === undefined ? outer[what] : Math.min(outer[what], usage[what] + own)];
  });
  return Object.fromEntries(entries) as Usage;
}

const LONGEST_PAUSE_MS = 50;

/** Spreads the reruns of conflicting functions. */
function pauseBeforeRerun(attempt: number): Promise<void> {
  const pauseMs = Math.random() * Math.min(2 ** attempt, LONGEST_PAUSE_MS);
  return new Promise((resolve) => setTimeout(resolve, attempt === 1 ? 0 : pauseMs));
}
