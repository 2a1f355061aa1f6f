/** `ctx.db`: documents, queries and ids. */
import type { JSONValue, Value } from "convex/values";
import { jsonToConvex } from "convex/values";
import { must } from "@hark/stand-in-kit/must";
import { ensureTable } from "../engine/catalog-store.ts";
import type { Table } from "../engine/catalog.ts";
import { documentFromJson } from "../engine/document.ts";
import type { Document } from "../engine/document.ts";
import { openStream, visible } from "../engine/document-stream.ts";
import type { SerializedQuery } from "../engine/document-stream.ts";
import { readPage } from "../engine/pagination.ts";
import type { PageRequest } from "../engine/pagination.ts";
import type { Transaction } from "../engine/transaction.ts";
import { usageReport } from "../engine/usage.ts";
import { newDocumentId, tableNumberOf, whyNoId } from "../values/document-id.ts";
import { isJsonObject } from "../values/json.ts";
import type { JsonObject } from "../values/json.ts";
import { findBadShape } from "../values/document-shape.ts";
import { findMismatch } from "../values/validator.ts";
import type { Execution } from "./execution.ts";
import type { Answered } from "./function-thread.ts";
import type { Host } from "./host.ts";
import { tableOfId } from "./tables.ts";

/** Answers as JSON text. */
export type Syscall = (
  execution: Execution,
  args: JsonObject,
) => string | Answered | Promise<string>;

const OUTSIDE = "ctx.db can only be used in queries and mutations.";

export function databaseSyscalls(host: Host): {
  sync: Record<string, Syscall>;
  async: Record<string, Syscall>;
  /** The function continues immediately. An invalid query fails when it is read. */
  openStream(execution: Execution, stream: number, args: JsonObject): void;
} {
  const tableNamed =
    ({ component }: Execution) =>
    (name: string) =>
      ensureTable(host.database, component, name);

  return {
    openStream(execution, stream, { query }) {
      try {
        const opened = openStream(
          transactionOf(execution),
          query as unknown as SerializedQuery,
          tableNamed(execution),
        );
        execution.streams.set(stream, opened);
      } catch (error) {
        execution.streams.set(stream, error as Error);
      }
    },
    sync: {
      "1.0/queryCleanup": (execution, { queryId }) => {
        execution.streams.delete(queryId as number);
        return "{}";
      },
      "1.0/db/normalizeId": (execution, { table, idString }) => {
        const named = host.database.catalog.table(execution.component, table as string);
        const number = tableNumberOf(idString as string);
        return JSON.stringify({
          id: number !== null && number === named?.number ? idString : null,
        });
      },
    },
    async: {
      "1.0/get": (execution, { id, table, isSystem }) => {
        const found = locate(host, execution, id, {
          table,
          operation: "get",
          isSystem: isSystem === true,
        });
        if (found === null) return "null";
        const document = transactionOf(execution).get(found, id as string);
        return document === null ? "null" : visible(document, found.name).text;
      },
      "1.0/queryStreamNext": (execution, { queryId }) => {
        const text = nextOf(execution, queryId as number);
        const isEnd = text === STREAM_END;
        return isEnd ? { text } : { text, ahead: prefetch(execution, queryId as number) };
      },
      "1.0/queryPage": (execution, args) => {
        const { pagination } = execution;
        if (pagination.hasPaginated) {
          throw new Error(
            "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
          );
        }
        if (execution.component !== "") {
          throw new Error(
            "paginate() is only supported in the app. Learn more at https://docs.convex.dev/components/authoring#pagination",
          );
        }
        pagination.hasPaginated = true;
        const request = args as unknown as PageRequest;
        const page = readPage(
          transactionOf(execution),
          { ...request, endCursor: request.endCursor ?? pagination.previousJournal },
          tableNamed(execution),
        );
        pagination.journal = page.continueCursor;
        const documents = page.page.map(({ text }) => text).join(",");
        const { page: _, ...rest } = page;
        return `{"page":[${documents}],${JSON.stringify(rest).slice(1)}`;
      },
      "1.0/count": (execution, { table }) => {
        const found = tableNamed(execution)(table as string);
        const rows = transactionOf(execution).walk({
          table: found,
          index: must(found.indexes.get("by_id"), "by_id"),
          range: { lower: Buffer.alloc(0), upper: null },
          order: "asc",
        });
        let count = 0;
        while (rows.next() !== null) count += 1;
        return JSON.stringify(count);
      },
      "1.0/insert": (execution, { table, value }) => {
        const found = tableNamed(execution)(table as string);
        const fields = fieldsOf(value, "insert");
        checkNoSystemFields(fields);
        const id = newDocumentId(found.number);
        const _creationTime = host.database.newCreationTime();
        const document = checked(host, execution, found, { ...fields, _id: id, _creationTime });
        transactionOf(execution).add(found, document);
        return JSON.stringify({ _id: id });
      },
      "1.0/shallowMerge": (execution, { id, table, value }) => {
        const { found, json } = existing(host, execution, id, {
          table,
          operation: "patch",
          verb: "Update",
        });
        const changes = fieldsOf(value, "patch");
        checkSameIdentity(changes, json);
        const merged = {
          ...json,
          ...changes,
          _id: json._id as string,
          _creationTime: json._creationTime as number,
        };
        const document = checked(host, execution, found, withoutUndefined(merged));
        transactionOf(execution).put(found, document);
        return "{}";
      },
      "1.0/replace": (execution, { id, table, value }) => {
        const { found, json } = existing(host, execution, id, {
          table,
          operation: "replace",
          verb: "Replace",
        });
        const fields = fieldsOf(value, "replace");
        checkSameIdentity(fields, json);
        const document = checked(host, execution, found, {
          ...fields,
          _id: json._id as string,
          _creationTime: json._creationTime as number,
        });
        transactionOf(execution).put(found, document);
        return "{}";
      },
      "1.0/remove": (execution, { id, table }) => {
        const { found } = existing(host, execution, id, {
          table,
          operation: "delete",
          verb: "Delete",
        });
        transactionOf(execution).remove(found, id as string);
        return "{}";
      },
      "1.0/getTransactionMetrics": (execution) => {
        const { usage, limits } = transactionOf(execution);
        return JSON.stringify(usageReport(usage, limits));
      },
    },
  };
}

const STREAM_END = '{"value":null,"done":true}';
const MAX_PREFETCHED = 100;

function nextOf({ streams }: Execution, queryId: number): string {
  const stream = must(streams.get(queryId), "open query");
  if (stream instanceof Error) throw stream;
  const document = stream.next();
  return document === null ? STREAM_END : `{"value":${document.text},"done":false}`;
}

/**
 * The rest of a limited query, which functions read to its end. Upstream fetches it at once too, so later writes do not
 * change it: crates/database/src/query/index_range.rs.
 */
function prefetch(execution: Execution, queryId: number): string[] {
  const ahead: string[] = [];
  const stream = execution.streams.get(queryId);
  if (stream === undefined || stream instanceof Error || !stream.hasLimit) return ahead;
  try {
    while (ahead.at(-1) !== STREAM_END && ahead.length < MAX_PREFETCHED) {
      ahead.push(nextOf(execution, queryId));
    }
  } catch (error) {
    // The function hears of it when it has come so far.
    execution.streams.set(queryId, error as Error);
  }
  return ahead;
}

export function transactionOf({ transaction }: Pick<Execution, "transaction">): Transaction {
  if (transaction === null) throw new Error(OUTSIDE);
  return transaction;
}

interface Expectation {
  table: JSONValue | undefined;
  operation: string;
  isSystem?: boolean;
}

/** The table of an id, or null when this component has no such table. */
function locate(
  { database }: Host,
  { component }: Execution,
  id: JSONValue | undefined,
  { table: expected, operation, isSystem = false }: Expectation,
): Table | null {
  const number = typeof id === "string" ? tableNumberOf(id) : null;
  if (number === null) {
    throw new Error(
      `Invalid argument \`id\` for \`db.${operation}\`: ${whyNoId(typeof id === "string" ? id : "")}`,
    );
  }
  const table = database.catalog.tableByNumber(component, number) ?? null;
  if (typeof expected === "string" && table?.name !== expected) {
    throw new Error(
      `Invalid argument \`id\` for \`db.${operation}\`: expected to be an Id<"${expected}">, got Id<"${table?.name ?? "unknown"}"> instead.`,
    );
  }
  if (table !== null && table.name.startsWith("_") !== isSystem) {
    throw new Error(
      isSystem
        ? "User tables cannot be accessed with db.system."
        : "System tables can only be accessed with db.system.",
    );
  }
  return table;
}

function existing(
  host: Host,
  execution: Execution,
  id: JSONValue | undefined,
  { verb, ...expectation }: Expectation & { verb: string },
): { found: Table; json: JsonObject } {
  if (execution.kind !== "mutation") throw new Error("Only mutations can write to the database.");
  const found = locate(host, execution, id, expectation);
  const document = found === null ? null : transactionOf(execution).get(found, id as string);
  if (found === null || document === null) {
    throw new Error(`${verb} on nonexistent document ID ${id as string}`);
  }
  return { found, json: document.json() };
}

function checked(host: Host, execution: Execution, table: Table, json: JsonObject): Document {
  if (execution.kind !== "mutation") throw new Error("Only mutations can write to the database.");
  const wrong = schemaMismatch(host, execution, table, json);
  if (wrong !== null) {
    throw new Error(
      `Failed to insert or update a document in table "${table.name}" because it does not match the schema: ${wrong}`,
    );
  }
  const document = documentFromJson(json);
  const badShape = findBadShape(json, document.sizeBytes);
  if (badShape !== null) throw new Error(badShape);
  return document;
}

function schemaMismatch(
  host: Host,
  { component }: Execution,
  table: Table,
  json: JsonObject,
): string | null {
  const schema = host.deployment().mounts.get(component)?.schema;
  if (!schema?.schemaValidation) return null;
  const definition = schema.tables.get(table.name);
  if (definition === undefined) return null;
  const { _id, _creationTime, ...fields } = jsonToConvex(json) as Record<string, Value>;
  return findMismatch(definition.documentType, fields, tableOfId(host.database.catalog, component));
}

function fieldsOf(value: JSONValue | undefined, operation: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw new Error(`Invalid argument \`value\` for \`db.${operation}\`: expected an object`);
}

/** Setting a field to undefined in a patch removes it. */
function withoutUndefined(json: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(json).filter(([, value]) => !isJsonObject(value) || !("$undefined" in value)),
  );
}

function checkNoSystemFields(fields: JsonObject): void {
  for (const field of Object.keys(fields)) {
    if (field.startsWith("_")) {
      throw new Error(
        `Field "${field}" starts with "_", which is reserved for system fields like "_id".`,
      );
    }
  }
}

function checkSameIdentity(fields: JsonObject, json: JsonObject): void {
  for (const field of ["_id", "_creationTime"]) {
    if (field in fields && fields[field] !== json[field]) {
      throw new Error(
        `Provided \`${field}\` field value ${JSON.stringify(fields[field])} does not match the document's ${JSON.stringify(json[field])}`,
      );
    }
  }
}
