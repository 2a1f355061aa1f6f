import { ConvexError, v } from "convex/values";
import type { JSONValue } from "convex/values";
import { must } from "../../must.ts";
import { readPage } from "../engine/pagination.ts";
import { reasonOf } from "../values/reason.ts";
import { isJsonObject } from "../values/json.ts";
import type { JsonObject } from "../values/json.ts";
import { inComponent, systemMutation } from "./system-function.ts";
import type { SystemContext, SystemModule } from "./system-function.ts";
import { sizeOf } from "./tables.ts";
import { UNDEFINED_PLACEHOLDER } from "./undefined-placeholder.ts";
import {
  getDocument,
  insertDocument,
  patchDocument,
  removeDocument,
  replaceDocument,
} from "./write-documents.ts";

const MOST_DOCUMENTS = 4_096;
const CLEARED_AT_ONCE = { rows: 4_000, bytes: 3_000_000 };

export const documents: SystemModule = {
  "_system/frontend/addDocument:default": systemMutation(
    { ...inComponent, table: v.string(), documents: v.array(v.any()) },
    (context, args) => {
      const added = args.documents as JSONValue[];
      if (added.length > MOST_DOCUMENTS) {
        return failed(`Can’t import more than ${MOST_DOCUMENTS} documents at once.`);
      }
      return shown(() => {
        for (const document of added) {
          insertDocument(context, args.table as string, document as JsonObject);
        }
        return { success: true };
      });
    },
  ),
  "_system/frontend/patchDocumentsFields:default": systemMutation(
    {
      table: v.string(),
      fields: v.any(),
      ids: v.optional(v.array(v.string())),
      ...inComponent,
    },
    (context, { table, fields, ids }) => {
      const wanted = Array.isArray(ids) ? (ids as string[]) : idsOf(context, table as string);
      const changes = Object.fromEntries(
        Object.entries(isJsonObject(fields) ? fields : {}).map(([field, value]) => [
          field,
          value === UNDEFINED_PLACEHOLDER ? { $undefined: null } : value,
        ]),
      );
      return shown(() => {
        for (const id of wanted) patchDocument(context, id, changes);
        return { success: true };
      });
    },
  ),
  "_system/frontend/replaceDocument:default": systemMutation(
    { id: v.string(), document: v.any(), ...inComponent },
    (context, { id, document }) => {
      const stored = getDocument(context, id as string, { isSystem: false });
      if (stored === null) return failed("Document does not exist.");
      return shown(() => {
        replaceDocument(context, id as string, document ?? null);
        return { success: true };
      });
    },
  ),
  "_system/frontend/deleteDocuments:default": systemMutation(
    { ...inComponent, toDelete: v.array(v.object({ id: v.string(), tableName: v.string() })) },
    (context, args) => {
      const toDelete = args.toDelete as { id: string }[];
      if (toDelete.length > MOST_DOCUMENTS) {
        return failed(
          `You can't delete more than ${MOST_DOCUMENTS}. Try selecting fewer documents instead..`,
        );
      }
      for (const { id } of toDelete) removeDocument(context, id);
      return { success: true };
    },
  ),
  "_system/frontend/clearTablePage:default": systemMutation(
    { ...inComponent, tableName: v.string(), cursor: v.union(v.string(), v.null()) },
    (context, { tableName, cursor }) => {
      const { host, transaction, component } = context;
      const table = host.database.catalog.table(component, tableName as string);
      if (table === undefined) return { deleted: 0, hasMore: false, continueCursor: "" };
      const { page, isDone, continueCursor } = readPage(
        transaction,
        {
          query: {
            source: { type: "FullTableScan", tableName: table.name, order: "asc" },
            operators: [],
          },
          cursor: cursor as string | null,
          endCursor: null,
          pageSize: CLEARED_AT_ONCE.rows,
          maximumBytesRead: CLEARED_AT_ONCE.bytes,
        },
        () => table,
      );
      for (const { id } of page) removeDocument(context, id);
      return { deleted: page.length, continueCursor, hasMore: !isDone };
    },
  ),
};

function idsOf(context: SystemContext, name: string): string[] {
  const { host, transaction, component } = context;
  const table = host.database.catalog.table(component, name);
  if (table === undefined || sizeOf(context, name) === 0) return [];
  const index = must(table.indexes.get("by_creation_time"), "by_creation_time");
  const range = { lower: Buffer.alloc(0), upper: null };
  const rows = transaction.walk({ table, index, range, order: "asc" });
  const ids: string[] = [];
  for (let row = rows.next(); row !== null; row = rows.next()) ids.push(row.document.id);
  return ids;
}

function failed(error: string) {
  return { success: false, error };
}

/** What is wrong with a document is for whoever entered it: the text of other errors may be hidden. */
function shown<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    // As text of JSON, which is how convex/server leaves the data of an error that a function threw.
    throw new ConvexError(JSON.stringify(reasonOf(error)));
  }
}
