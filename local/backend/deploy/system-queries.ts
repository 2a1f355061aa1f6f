/** The queries behind the CLI's own commands (`env`, `data`, `function-spec`), for admins only. */
import type { JSONValue } from "convex/values";
import { must } from "../../must.ts";
import { DeveloperError } from "../functions/failure.ts";
import type { QueryOutcome } from "../functions/runner.ts";
import type { Host } from "../functions/host.ts";
import { readPage } from "../engine/pagination.ts";
import { ensureTable } from "../engine/catalog-store.ts";
import { ENVIRONMENT, isReadableSystemTable } from "../engine/system-tables.ts";
import type { Transaction } from "../engine/transaction.ts";
import type { ComponentPath } from "../engine/catalog.ts";
import type { JsonObject } from "../values/json.ts";
import type { WatchedQuery } from "../sync/live-queries.ts";
import type { FunctionType } from "./deployment.ts";

interface SystemContext {
  host: Host;
  transaction: Transaction;
  component: ComponentPath;
  args: JsonObject;
}

type SystemQuery = (context: SystemContext) => JSONValue;

const TYPE_NAME: Record<FunctionType, string> = {
  query: "Query",
  mutation: "Mutation",
  action: "Action",
};

const SYSTEM_QUERIES: Record<string, SystemQuery> = {
  "_system/cli/queryEnvironmentVariables:default": ({ host, transaction }) =>
    variables(host, transaction),
  "_system/cli/queryEnvironmentVariables:get": ({ host, transaction, args }) =>
    variables(host, transaction).find(({ name }) => name === args.name) ?? null,
  "_system/cli/tables:default": ({ host, component }) => ({
    page: host.database.catalog
      .tablesOf(component)
      .filter(({ name }) => !name.startsWith("_") || isReadableSystemTable(name))
      .map(({ name }) => ({ name })),
    isDone: true,
    continueCursor: "",
  }),
  "_system/cli/tableData:default": ({ host, transaction, component, args }) => {
    const name = args.table as string;
    const table = host.database.catalog.table(component, name);
    if (table === undefined) throw new DeveloperError(`There is no table "${name}"`);
    const { cursor, numItems } = args.paginationOpts as { cursor: string | null; numItems: number };
    const { page, isDone, continueCursor } = readPage(
      transaction,
      {
        query: {
          source: { type: "FullTableScan", tableName: name, order: args.order as "asc" | "desc" },
          operators: [],
        },
        cursor,
        endCursor: null,
        pageSize: numItems,
      },
      () => table,
    );
    return { page: page.map((document) => document.json()), isDone, continueCursor };
  },
  "_system/cli/tableSize:default": ({ host, component, args }) => {
    const table = host.database.catalog.table(component, args.tableName as string);
    return table === undefined ? 0 : host.database.store.count(table.tablet);
  },
  "_system/cli/modules:apiSpec": ({ host, component }) => {
    const functions = host.deployment().mounts.get(component)?.functions ?? new Map();
    return [...functions].map(([path, { type, isPublic, args, returns }]) => ({
      functionType: TYPE_NAME[type as FunctionType],
      identifier: (path as string).replace(":", ".js:"),
      visibility: { kind: isPublic === true ? "public" : "internal" },
      args: args as JSONValue,
      returns: (returns ?? { type: "any" }) as JSONValue,
    }));
  },
  "_system/cli/convexUrl:cloudUrl": ({ host }) => host.cloudUrl(),
  "_system/frontend/components:list": ({ host }) =>
    [...host.deployment().mounts.keys()]
      .filter((component) => component !== "")
      .map((component) => ({ id: component, name: component, path: component, state: "active" })),
};

export function isSystemQuery(path: string): boolean {
  return path.startsWith("_system/");
}

type SystemCall = Pick<WatchedQuery, "path" | "component" | "args" | "mayCallInternal">;

export function runSystemQuery(host: Host, query: SystemCall): QueryOutcome {
  const transaction = host.database.begin();
  try {
    const result = attempt(host, transaction, query);
    return {
      ...result,
      logLines: [],
      reads: transaction.reads,
      timestamp: transaction.snapshotTimestamp,
      journal: null,
      usedIdentity: true,
    };
  } finally {
    host.database.end(transaction);
  }
}

function attempt(
  host: Host,
  transaction: Transaction,
  { path, component, args, mayCallInternal }: SystemCall,
): { ok: true; value: string } | { ok: false; thrown: unknown } {
  try {
    if (!mayCallInternal) throw new DeveloperError(`Could not find public function for '${path}'.`);
    const run = Object.hasOwn(SYSTEM_QUERIES, path) ? SYSTEM_QUERIES[path] : undefined;
    if (run === undefined) throw new DeveloperError(`This backend does not support ${path}.`);
    return { ok: true, value: JSON.stringify(run({ host, transaction, component, args })) };
  } catch (thrown) {
    return { ok: false, thrown };
  }
}

function variables(host: Host, transaction: Transaction): { name: string; value: string }[] {
  const table = ensureTable(host.database, "", ENVIRONMENT);
  const rows = transaction.walk({
    table,
    index: must(table.indexes.get("by_id"), "by_id"),
    range: { lower: Buffer.alloc(0), upper: null },
    order: "asc",
  });
  const found: { name: string; value: string }[] = [];
  for (let row = rows.next(); row !== null; row = rows.next()) {
    const { name, value } = row.document.json();
    found.push({ name: name as string, value: value as string });
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}
