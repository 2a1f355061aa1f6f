import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import type { JSONValue } from "convex/values";
import { ensureTable } from "../engine/catalog-store.ts";
import type { RangeBound } from "../engine/index-range.ts";
import { STORAGE, withoutHiddenFields } from "../engine/system-tables.ts";
import { isJsonObject } from "../values/json.ts";
import type { JsonObject } from "../values/json.ts";
import { inComponent, systemMutation, systemQuery } from "./system-function.ts";
import type { SystemContext, SystemModule } from "./system-function.ts";
import { pageOf } from "./table-pages.ts";
import { sizeOf } from "./tables.ts";

export const files: SystemModule = {
  "_system/frontend/fileStorageV2:numFiles": systemQuery(inComponent, (context) =>
    sizeOf(context, STORAGE),
  ),
  "_system/frontend/fileStorageV2:fileMetadata": systemQuery(
    {
      paginationOpts: paginationOptsValidator,
      filters: v.optional(
        v.object({
          minCreationTime: v.optional(v.number()),
          maxCreationTime: v.optional(v.number()),
          order: v.optional(v.union(v.literal("asc"), v.literal("desc"))),
        }),
      ),
      ...inComponent,
    },
    (context, { filters, paginationOpts }) => {
      const { order = "desc", ...times } = isJsonObject(filters) ? filters : {};
      const source = {
        type: "IndexRange" as const,
        indexName: `${STORAGE}.by_creation_time`,
        range: boundsOf(times),
        order: order as "asc" | "desc",
      };
      const { page, ...rest } = pageOf(context, { source, operators: [] }, paginationOpts);
      const ids = page.map(({ _id }) => _id as string);
      return { ...rest, page: ids.map((id) => fileOf(context, id)) };
    },
  ),
  "_system/frontend/fileStorageV2:deleteFiles": systemMutation(
    { storageIds: v.array(v.id(STORAGE)), ...inComponent },
    (context, { storageIds }) => {
      for (const id of storageIds as string[]) removeFile(context, id);
      return null;
    },
  ),
};

function boundsOf({ minCreationTime, maxCreationTime }: JsonObject): RangeBound[] {
  const bound = (type: RangeBound["type"], value: JSONValue | undefined): RangeBound[] =>
    value === undefined ? [] : [{ type, fieldPath: "_creationTime", value }];
  return [...bound("Gte", minCreationTime), ...bound("Lte", maxCreationTime)];
}

function recordOf({ host, transaction, component }: SystemContext, id: string): JsonObject | null {
  const table = ensureTable(host.database, component, STORAGE);
  return transaction.get(table, id)?.json() ?? null;
}

function fileOf(context: SystemContext, id: string): JsonObject | null {
  const record = recordOf(context, id);
  if (record === null) return null;
  const url = `${context.host.cloudUrl()}/api/storage/${record.file as string}`;
  return { url, ...withoutHiddenFields(STORAGE, record) };
}

function removeFile(context: SystemContext, id: string): void {
  const { host, transaction, component } = context;
  const record = recordOf(context, id);
  if (record === null) throw new Error(`storage id ${id} not found`);
  transaction.remove(ensureTable(host.database, component, STORAGE), id);
  transaction.afterCommit.push(() => void host.files.remove(record.file as string));
}
