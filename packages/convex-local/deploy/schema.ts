import type { IndexDefinition } from "../engine/catalog.ts";
import type { JsonObject } from "../values/json.ts";
import { findBadIdentifier } from "../values/identifier.ts";
import type { ValidatorJson } from "../values/validator.ts";
import { canContainField } from "../values/validator-fields.ts";
import type { Schema, TableSchema } from "./deployment.ts";
import { PushError } from "./push-request.ts";

interface ExportedTable {
  tableName: string;
  indexes: { indexDescriptor: string; fields: string[] }[];
  stagedDbIndexes?: { indexDescriptor: string; fields: string[] }[];
  searchIndexes?: { indexDescriptor: string; searchField: string; filterFields: string[] }[];
  vectorIndexes?: { indexDescriptor: string }[];
  documentType: ValidatorJson;
}

export function parseSchema(exported: JsonObject): Schema {
  const tables = exported.tables as unknown as ExportedTable[];
  const schemaValidation = exported.schemaValidation === true;
  const parsed = tables.map((table) => [table.tableName, parseTable(table)] as const);
  for (const [name, table] of parsed) checkSizes(name, table);
  if (schemaValidation) for (const [name, table] of parsed) checkIndexes(name, table);
  return { tables: new Map(parsed), schemaValidation, exported };
}

function parseTable(table: ExportedTable): TableSchema {
  const [vectorIndex] = table.vectorIndexes ?? [];
  if (vectorIndex !== undefined) {
    throw new PushError(
      "VectorIndexesUnsupported",
      `Table "${table.tableName}" has the vector index "${vectorIndex.indexDescriptor}", and this backend has no vector search.`,
    );
  }
  const indexes = table.indexes.map(({ indexDescriptor, fields }): IndexDefinition => ({
    name: indexDescriptor,
    kind: "database",
    // Ties are broken by creation time and then id, as in every Convex index.
    fields: [...fields.filter((field) => field !== "_creationTime"), "_creationTime", "_id"],
    filterFields: [],
  }));
  const searchIndexes = (table.searchIndexes ?? []).map(
    ({ indexDescriptor, searchField, filterFields }): IndexDefinition => ({
      name: indexDescriptor,
      kind: "search",
      fields: [searchField],
      filterFields,
    }),
  );
  return {
    documentType: table.documentType,
    indexes: [...indexes, ...searchIndexes],
  };
}

const MOST_FILTER_FIELDS = 16;
const MOST_FIELDS = 16;
const MOST_INDEXES = 64;

/** In the words of crates/common/src/bootstrap_model/index/index_validation_error.rs. */
function checkSizes(tableName: string, { indexes }: TableSchema): void {
  if (indexes.length > MOST_INDEXES) {
    throw new PushError(
      "TooManyIndexes",
      `Table "${tableName}" cannot have more than ${MOST_INDEXES} indexes.`,
    );
  }
  for (const { name, fields, filterFields } of indexes) {
    if (findBadIdentifier(name) !== null) {
      throw new PushError(
        "InvalidIndexName",
        `Invalid index name: "${name}". Identifiers must be 64 characters or less, start with a letter, and ` +
          "only contain letters, digits, underscores.",
      );
    }
    if (fields.filter((field) => !BUILT_IN.includes(field)).length > MOST_FIELDS) {
      throw new PushError("IndexTooManyFields", `Indexes may have up to ${MOST_FIELDS} fields.`);
    }
    if (filterFields.length > MOST_FILTER_FIELDS) {
      throw new PushError(
        "IndexTooManyFilterFields",
        `Search indexes may have up to ${MOST_FILTER_FIELDS} filter fields.`,
      );
    }
  }
}

/** The fields at the end of each index. */
const BUILT_IN = ["_creationTime", "_id"];

/** In the words of get-convex/convex-backend, crates/common/src/schemas/mod.rs `check_index_references`. */
function checkIndexes(tableName: string, { documentType, indexes }: TableSchema): void {
  for (const { name, fields, filterFields } of indexes) {
    const missing = [...fields, ...filterFields].find(
      (field) => !canContainField(documentType, field),
    );
    if (missing !== undefined) {
      throw new PushError(
        "SchemaDefinitionError",
        `In table "${tableName}" the index "${name}" is invalid because it references the field ` +
          `"${missing}" that does not exist.`,
      );
    }
  }
}
