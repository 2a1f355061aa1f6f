/** Runs system functions wherever deployed ones can be called: over HTTP, a socket, and watched. */
import { jsonToConvex } from "convex/values";
import type { Database } from "../engine/database.ts";
import { DeveloperError } from "../functions/failure.ts";
import type { Host } from "../functions/host.ts";
import type {
  Call,
  FunctionRunner,
  MutationHooks,
  Outcome,
  QueryOutcome,
} from "../functions/runner.ts";
import { tableOfId } from "../functions/tables.ts";
import type { Transaction } from "../engine/transaction.ts";
import type { JsonObject } from "../values/json.ts";
import { findMismatch } from "../values/validator.ts";
import { SYSTEM_FUNCTIONS } from "./system-functions.ts";
import type { SystemFunction } from "./system-function.ts";

/** The functions that clients can call, ours and the deployed ones. */
export type Functions = Pick<
  FunctionRunner,
  "call" | "runQuery" | "runMutation" | "runAction" | "newRequest"
>;

type SystemCall = Pick<Call, "path" | "component" | "args" | "mayCallInternal">;

export function withSystemFunctions(
  runner: Functions,
  host: Host,
  siteUrl: () => string,
): Functions {
  const system = { host, siteUrl };
  const functions: Functions = {
    newRequest: (from) => runner.newRequest(from),
    runQuery: async (call, journal) =>
      isSystem(call) ? runSystemQuery(system, call) : runner.runQuery(call, journal),
    runMutation: async (call, hooks) =>
      isSystem(call) ? runSystemMutation(system, call, hooks) : runner.runMutation(call, hooks),
    runAction: async (call) => (isSystem(call) ? notFound(call) : runner.runAction(call)),
    async call(type, call) {
      if (!isSystem(call)) return runner.call(type, call);
      if (type === "action") return notFound(call);
      return type === "query" ? functions.runQuery(call) : functions.runMutation(call);
    },
  };
  return functions;
}

/** The kind of a system function; null if there is none of that name. */
export function systemFunctionType(path: string): SystemFunction["type"] | null {
  return Object.hasOwn(SYSTEM_FUNCTIONS, path) ? (SYSTEM_FUNCTIONS[path]?.type ?? null) : null;
}

interface System {
  host: Host;
  siteUrl: () => string;
}

export function isSystemPath(path: string): boolean {
  return path.startsWith("_system/");
}

function isSystem({ path }: SystemCall): boolean {
  return isSystemPath(path);
}

function runSystemQuery(system: System, call: SystemCall): QueryOutcome {
  const { database } = system.host;
  // It is answered immediately, so it must not read commits that are not on disk.
  database.flush();
  return withTransaction(database, (transaction) => {
    const common = {
      logLines: [],
      reads: transaction.reads,
      journal: null,
      usedIdentity: true,
      sawTimeMs: null,
    };
    try {
      const value = run(system, transaction, call, "query");
      return { ok: true, value, ...common, timestamp: transaction.snapshotTimestamp };
    } catch (thrown) {
      return { ok: false, thrown, ...common, timestamp: transaction.snapshotTimestamp };
    }
  });
}

/** In one tick, so that no other commit can intervene. */
function runSystemMutation(
  system: System,
  call: SystemCall,
  { before, after, announce }: MutationHooks = {},
): Outcome<{ timestamp: bigint }> {
  const { database } = system.host;
  return withTransaction(database, (transaction) => {
    try {
      before?.(transaction);
      const value = run(system, transaction, call, "mutation");
      after?.(transaction, value, []);
      const timestamp = database.commit(transaction, (at) => announce?.(value, at, []));
      database.flush();
      return { ok: true, value, timestamp, logLines: [] };
    } catch (thrown) {
      return { ok: false, thrown, logLines: [] };
    }
  });
}

function withTransaction<T>(database: Database, task: (transaction: Transaction) => T): T {
  const transaction = database.begin();
  try {
    return task(transaction);
  } finally {
    database.end(transaction);
  }
}

const TYPE_NAME = { query: "Query", mutation: "Mutation" } as const;

function run(
  { host, siteUrl }: System,
  transaction: Transaction,
  { path, component: called, args, mayCallInternal }: SystemCall,
  type: SystemFunction["type"],
): string {
  // crates/database/src/database.rs, unauthorized_error
  if (!mayCallInternal) throw new DeveloperError(`Operation ${type} not permitted`);
  const definition = Object.hasOwn(SYSTEM_FUNCTIONS, path) ? SYSTEM_FUNCTIONS[path] : undefined;
  if (definition === undefined) throw new DeveloperError(`This backend does not support ${path}.`);
  if (definition.type !== type) {
    throw new DeveloperError(
      `Trying to execute ${path.replace(":", ".js:")} as ${TYPE_NAME[type]}, but it is defined as ${TYPE_NAME[definition.type]}.`,
    );
  }
  const component = componentOf(host, args, called);
  const { catalog } = host.database;
  const wrong = findMismatch(definition.args, jsonToConvex(args), tableOfId(catalog, component));
  if (wrong !== null) throw new Error(`ArgumentValidationError: ${wrong}`);
  return JSON.stringify(definition.run({ host, transaction, component, siteUrl }, args) ?? null);
}

function componentOf(host: Host, { componentId }: JsonObject, called: string): string {
  if (typeof componentId !== "string") return called;
  if (componentId === "" || host.database.catalog.components().includes(componentId)) {
    return componentId;
  }
  throw new Error(`Component ${JSON.stringify(componentId)} not found.`);
}

function notFound({ path }: SystemCall): Outcome {
  const thrown = new DeveloperError(`This backend does not support ${path}.`);
  return { ok: false, thrown, logLines: [] };
}
