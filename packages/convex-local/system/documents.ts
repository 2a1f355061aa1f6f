import { ConvexError, v } from "convex/values";
import type { JSONValue } from "convex/values";
import { readPage } from "../engine/pagination.ts";
import { reasonOf } from "../values/reason.ts";
import type { JsonObject } from "../values/json.ts";
import { inComponent, systemMutation } from "./system-function.ts";
import type { SystemModule } from "./system-function.ts";
import { insertDocument, removeDocument } from "./write-documents.ts";

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

function failed(error: string) {
  return { success: false, error };
}

/** Validation errors are shown as ConvexErrors, because the text of other errors may be redacted. */
function shown<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    // As text of JSON, which is how convex/server leaves the data of an error that a function threw.
    throw new ConvexError(JSON.stringify(reasonOf(error)));
  }
}
