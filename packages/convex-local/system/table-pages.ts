/** A table's documents, page by page. */
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import type { JSONValue } from "convex/values";
import { must } from "@hark/stand-in-kit/must";
import type { Table } from "../engine/catalog.ts";
import { visible } from "../engine/document-stream.ts";
import type { SerializedQuery } from "../engine/document-stream.ts";
import { readPage } from "../engine/pagination.ts";
import { isReadableSystemTable } from "../engine/system-tables.ts";
import type { JsonObject } from "../values/json.ts";
import { inComponent, systemQuery } from "./system-function.ts";
import type { SystemContext, SystemModule } from "./system-function.ts";

/** The options of a paginated query that the server uses. */
export interface PageOptions {
  cursor: string | null;
  numItems: number;
  endCursor?: string | null;
}

// npm-packages/system-udfs/convex/_system/paginationLimits.ts
const MOST_READ = { maximumRowsRead: 10_000, maximumBytesRead: 5_000_000 };

export const tablePages: SystemModule = {
  "_system/cli/tableData:default": systemQuery(
    {
      table: v.string(),
      order: v.union(v.literal("asc"), v.literal("desc")),
      paginationOpts: paginationOptsValidator,
    },
    (context, { table, order, paginationOpts }) => {
      const tableName = table as string;
      const source = { type: "FullTableScan" as const, tableName, order: order as "asc" | "desc" };
      return pageOf(context, { source, operators: [] }, paginationOpts);
    },
  ),
  "_system/frontend/listTableScan:default": systemQuery(
    { table: v.string(), limit: v.number(), ...inComponent },
    (context, { table: name, limit }) => {
      const table = tableNamed(context, name as string);
      if (table === undefined) return [];
      const index = must(table.indexes.get("by_creation_time"), "by_creation_time");
      const range = { lower: Buffer.alloc(0), upper: null };
      const rows = context.transaction.walk({ table, index, range, order: "desc" });
      const found: JsonObject[] = [];
      while (found.length < (limit as number)) {
        const row = rows.next();
        if (row === null) break;
        found.push(visible(row.document, table.name).json());
      }
      return found;
    },
  ),
};

export interface PageOfDocuments {
  page: JsonObject[];
  isDone: boolean;
  continueCursor: string;
  splitCursor: string | null;
  pageStatus: string | null;
}

export function pageOf(
  context: SystemContext,
  query: SerializedQuery,
  options: JSONValue | undefined,
): PageOfDocuments & JsonObject {
  const { cursor, numItems, endCursor = null } = options as unknown as PageOptions;
  const findTable = (name: string) =>
    must(tableNamed(context, name), `table ${JSON.stringify(name)}`);
  const { page, ...rest } = readPage(
    context.transaction,
    { query, cursor, endCursor, pageSize: numItems, ...MOST_READ },
    findTable,
  );
  return { ...rest, page: page.map((document) => document.json()) };
}

/** A table that admins may read. */
function tableNamed({ host, component }: SystemContext, name: string): Table | undefined {
  if (name.startsWith("_") && !isReadableSystemTable(name)) return undefined;
  return host.database.catalog.table(component, name);
}
