import type { ValidatorJson } from "../values/validator.ts";
import type { Schema } from "./deployment.ts";

/** Why a schema needs a table that is to be deleted, in upstream's words (crates/common/src/schemas/mod.rs), or null. */
export function deletionProblem(schema: Schema | null | undefined, table: string): string | null {
  const failure = `Failed to delete table "${table}" because`;
  if (schema === null || schema === undefined) return null;
  if (schema.tables.has(table)) return `${failure} it appears in the schema`;
  const referring = [...schema.tables].find(([, { documentType }]) =>
    refersTo(documentType, table),
  );
  return referring === undefined
    ? null
    : `${failure} \`v.id("${table}")\` appears in the schema of table "${referring[0]}"`;
}

/** Whether documents of this form can hold ids of the table. */
export function refersTo(validator: ValidatorJson, table: string): boolean {
  switch (validator.type) {
    case "id":
      return validator.tableName === table;
    case "array":
      return refersTo(validator.value, table);
    case "record":
      return refersTo(validator.keys, table) || refersTo(validator.values.fieldType, table);
    case "object":
      return Object.values(validator.value).some(({ fieldType }) => refersTo(fieldType, table));
    case "union":
      return validator.value.some((member) => refersTo(member, table));
    default:
      return false;
  }
}
