import type { IndexDefinition } from "../engine/catalog.ts";
import type { JsonObject } from "../values/json.ts";
import type { ValidatorJson } from "../values/validator.ts";
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
  return {
    tables: new Map(tables.map((table) => [table.tableName, parseTable(table)])),
    schemaValidation: exported.schemaValidation === true,
    exported,
  };
}

function parseTable(table: ExportedTable): TableSchema {
  const [vector] = table.vectorIndexes ?? [];
  if (vector !== undefined) {
    throw new PushError(
      "VectorIndexNotSupported",
      `Vector index "${vector.indexDescriptor}" of table "${table.tableName}": this backend has no vector search.`,
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
  return { documentType: table.documentType, indexes: [...indexes, ...searchIndexes] };
}
