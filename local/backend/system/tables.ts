import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { must } from "../../must.ts";
import { SCHEDULED_FUNCTIONS, STORAGE } from "../engine/system-tables.ts";
import type { JsonObject } from "../values/json.ts";
import { inComponent, systemMutation, systemQuery } from "./system-function.ts";
import type { SystemContext, SystemModule } from "./system-function.ts";
import { removeDocument, insertDocument } from "./write-documents.ts";

// What upstream's own tables are called, behind what functions see of them.
const INNER_NAMES: Record<string, string> = {
  [SCHEDULED_FUNCTIONS]: "_scheduled_jobs",
  [STORAGE]: "_file_storage",
};

export const tables: SystemModule = {
  "_system/cli/tables:default": systemQuery(
    { paginationOpts: paginationOptsValidator },
    (context) => ({
      page: userTables(context).map(({ name }) => ({ name })),
      isDone: true,
      continueCursor: "end",
    }),
  ),
  "_system/frontend/getTableMapping:default": systemQuery(inComponent, ({ host, component }) => {
    const shown = host.database.catalog.tablesOf(component).flatMap(({ name, number }) => {
      const inner = INNER_NAMES[name];
      return name.startsWith("_") && inner === undefined ? [] : [[number, inner ?? name] as const];
    });
    return Object.fromEntries(shown);
  }),
  "_system/cli/tableSize:default": systemQuery({ tableName: v.string() }, sizeOfTable),
  "_system/frontend/tableSize:default": systemQuery(
    { tableName: v.string(), ...inComponent },
    sizeOfTable,
  ),
  "_system/frontend/tableSize:sizeOfAllTables": systemQuery(inComponent, (context) =>
    userTables(context).reduce((sum, { name }) => sum + sizeOf(context, name), 0),
  ),
  // Another result every time, so that whoever watches it hears of every change.
  "_system/cli/queryTable:default": systemQuery({ tableName: v.string() }, (context, args) => {
    sizeOf(context, args.tableName as string);
    return Math.random();
  }),
  "_system/frontend/createTable:default": systemMutation(
    { table: v.string(), ...inComponent },
    (context, { table }) => {
      const id = insertDocument(context, table as string, {});
      removeDocument(context, id);
      return null;
    },
  ),
  "_system/frontend/indexes:default": systemQuery(
    {
      tableName: v.optional(v.union(v.string(), v.null())),
      tableNamespace: v.union(v.string(), v.null()),
    },
    ({ host }, { tableName, tableNamespace }) => {
      const component = typeof tableNamespace === "string" ? tableNamespace : "";
      const table = host.database.catalog.table(component, (tableName ?? "") as string);
      return [...(table?.indexes.values() ?? [])]
        .filter(({ name }) => name !== "by_id" && name !== "by_creation_time")
        .map(({ name, kind, fields, filterFields }) => ({
          name,
          staged: false,
          fields:
            kind === "database"
              ? fields.slice(0, -1)
              : { searchField: fields[0] ?? "", filterFields: [...filterFields] },
          backfill: { state: "done" },
        }));
    },
  ),
};

function userTables({ host, component }: SystemContext) {
  const all = host.database.catalog.tablesOf(component);
  return all.filter(({ name }) => !name.startsWith("_"));
}

function sizeOfTable(context: SystemContext, { tableName }: JsonObject): number {
  return sizeOf(context, tableName as string);
}

/** Counts as having read all of the table, so that whoever watches the size hears of every change. */
export function sizeOf({ host, transaction, component }: SystemContext, name: string): number {
  const table = host.database.catalog.table(component, name);
  if (table === undefined) return 0;
  const index = must(table.indexes.get("by_id"), "by_id");
  transaction.recordRead(index, { lower: Buffer.alloc(0), upper: null });
  return host.database.store.count(table.tablet);
}
