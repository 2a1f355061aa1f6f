/** Makes documents of what stands in a file (crates/database/src/bootstrap_model/import_facing.rs). */
import { jsonToConvex } from "convex/values";
import type { JSONValue, Value } from "convex/values";
import type { Database } from "../engine/database.ts";
import { documentFromJson } from "../engine/document.ts";
import type { Document } from "../engine/document.ts";
import type { TableSchema } from "../deploy/deployment.ts";
import { newDocumentId, tableNumberOf } from "../values/document-id.ts";
import { findBadShape } from "../values/document-shape.ts";
import { isJsonObject } from "../values/json.ts";
import type { JsonObject } from "../values/json.ts";
import { findMismatch } from "../values/validator.ts";
import type { TableOfId } from "../values/validator.ts";
import { refuseDollarFields, storedForm } from "./export-json.ts";
import { ImportRefusal, invalidRow, notAnObject } from "./import-error.ts";

export interface RowContext {
  database: Database;
  table: { name: string; number: number };
  isExport: boolean;
  /** Of the table in the live schema, if that checks its documents. */
  schema: TableSchema | null;
  /** As it will be when the import is over. */
  tableOfId: TableOfId;
}

export function documentOfRow(value: JSONValue, row: number, context: RowContext): Document {
  const json = convexObject(value, row, context.isExport);
  const { database, table } = context;
  const { _id: givenId, _creationTime: givenTime, ...fields } = json;
  const odd = Object.keys(fields).find((field) => field.startsWith("_"));
  if (odd !== undefined) {
    throw new ImportRefusal(
      "InvalidField",
      `Field '${odd}' starts with an underscore, which is only allowed for system fields like '_id'`,
    );
  }
  const _id = typeof givenId === "string" ? givenId : newDocumentId(table.number);
  requireIdOf(table, _id);
  const _creationTime = typeof givenTime === "number" ? givenTime : database.newCreationTime();
  const document = documentFromJson({ ...fields, _id, _creationTime });
  requireFit(document, fields, context);
  return document;
}

function requireIdOf(table: { name: string; number: number }, id: string): void {
  const number = tableNumberOf(id);
  if (number === null) throw new ImportRefusal("InvalidId", `invalid _id '${id}'`);
  if (number === table.number) return;
  throw new ImportRefusal(
    "ImportConflict",
    `_id ${id} cannot be imported into '${table.name}' because it came from a different deployment and conflict with preexisting tables in this deployment. Try deleting preexisting tables or importing into an empty deployment.`,
  );
}

function convexObject(value: JSONValue, row: number, isExport: boolean): JsonObject {
  if (!isJsonObject(value)) throw notAnObject(row);
  try {
    if (!isExport) refuseDollarFields(value);
    const stored = storedForm(value);
    if (isJsonObject(stored)) return stored;
  } catch (error) {
    throw invalidRow(row, error);
  }
  throw notAnObject(row);
}

function requireFit(
  document: Document,
  fields: JsonObject,
  { table, schema, tableOfId }: RowContext,
): void {
  const badShape = findBadShape(document.json(), document.sizeBytes);
  if (badShape !== null) throw new ImportRefusal("InvalidDocument", badShape);
  if (schema === null) return;
  const value = jsonToConvex(fields) as Record<string, Value>;
  const wrong = findMismatch(schema.documentType, value, tableOfId);
  if (wrong === null) return;
  throw new ImportRefusal(
    "SchemaEnforcementError",
    `Failed to insert or update a document in table "${table.name}" because it does not match the schema: ${wrong}`,
  );
}

/** Optional fields for which a CSV file has nothing (mod.rs, remap_empty_string_by_schema). */
export function withoutEmptyOptionals(value: JSONValue, schema: TableSchema | null): JSONValue {
  if (!isJsonObject(value) || schema?.documentType.type !== "object") return value;
  const { value: shape } = schema.documentType;
  return Object.fromEntries(
    Object.entries(value).filter(([field, item]) => item !== "" || shape[field]?.optional !== true),
  );
}
