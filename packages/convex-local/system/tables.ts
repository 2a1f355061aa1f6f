import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { must } from "@hark/stand-in-kit/must";
import type { JsonObject } from "../values/json.ts";
import { inComponent, systemQuery } from "./system-function.ts";
import type { SystemContext, SystemModule } from "./system-function.ts";

export const tables: SystemModule = {
  "_system/cli/tables:default": systemQuery(
    { paginationOpts: paginationOptsValidator },
    (context) => ({
      page: userTables(context).map(({ name }) => ({ name })),
      isDone: true,
      continueCursor: "end",
    }),
  ),
  "_system/cli/tableSize:default": systemQuery({ tableName: v.string() }, sizeOfTable),
  "_system/frontend/tableSize:default": systemQuery(
    { tableName: v.string(), ...inComponent },
    sizeOfTable,
  ),
  // Returns something new each time, so that its watchers are notified of every change.
  "_system/cli/queryTable:default": systemQuery({ tableName: v.string() }, (context, args) => {
    sizeOf(context, args.tableName as string);
    return Math.random();
  }),
};

function userTables({ host, component }: SystemContext) {
  const all = host.database.catalog.tablesOf(component);
  return all.filter(({ name }) => !name.startsWith("_"));
}

function sizeOfTable(context: SystemContext, { tableName }: JsonObject): number {
  return sizeOf(context, tableName as string);
}

/** Counts as a read of the whole table, so that watchers of the size are notified of every change. */
export function sizeOf({ host, transaction, component }: SystemContext, name: string): number {
  const table = host.database.catalog.table(component, name);
  if (table === undefined) return 0;
  const index = must(table.indexes.get("by_id"), "by_id");
  transaction.recordRead(index, { lower: Buffer.alloc(0), upper: null });
  return host.database.store.count(table.tablet);
}
