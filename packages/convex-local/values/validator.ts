/** Checks values against validators in the JSON form that functions and schemas export. */
import type { JSONValue, Value } from "convex/values";
import { jsonToConvex } from "convex/values";
import { describeValidator, describeValue } from "./describe.ts";

export type ValidatorJson =
  | { type: "null" | "number" | "bigint" | "commitTs" | "boolean" | "string" | "bytes" | "any" }
  | { type: "literal"; value: JSONValue }
  | { type: "id"; tableName: string }
  | { type: "array"; value: ValidatorJson }
  | { type: "record"; keys: ValidatorJson; values: FieldJson }
  | { type: "object"; value: Record<string, FieldJson> }
  | { type: "union"; value: ValidatorJson[] };

export interface FieldJson {
  fieldType: ValidatorJson;
  optional: boolean;
}

/** Names the table that an id belongs to, or null when it belongs to none. */
export type TableOfId = (id: string) => string | null;

/** Returns what is wrong in Convex's words, or null when the value fits. */
export function findMismatch(
  validator: ValidatorJson,
  value: Value | undefined,
  tableOfId: TableOfId,
): string | null {
  return check(validator, value, { tableOfId, path: "" });
}

interface Context {
  tableOfId: TableOfId;
  path: string;
}

function check(validator: ValidatorJson, value: Value | undefined, at: Context): string | null {
  switch (validator.type) {
    case "any":
      return value === undefined ? mismatch(validator, value, at) : null;
    case "null":
      return expect(value === null, validator, value, at);
    case "number":
      return expect(typeof value === "number", validator, value, at);
    case "bigint":
      return expect(typeof value === "bigint", validator, value, at);
    case "commitTs":
      return expect(typeof value === "bigint" || isPlaceholder(value), validator, value, at);
    case "boolean":
      return expect(typeof value === "boolean", validator, value, at);
    case "string":
      return expect(typeof value === "string", validator, value, at);
    case "bytes":
      return expect(value instanceof ArrayBuffer, validator, value, at);
    case "literal":
      return checkLiteral(validator, value, at);
    case "id":
      return checkId(validator, value, at);
    case "array":
      return checkArray(validator, value, at);
    case "record":
      return checkRecord(validator, value, at);
    case "object":
      return checkObject(validator, value, at);
    case "union":
      return checkUnion(validator, value, at);
  }
  return validator satisfies never;
}

function expect(
  fits: boolean,
  validator: ValidatorJson,
  value: Value | undefined,
  at: Context,
): string | null {
  return fits ? null : mismatch(validator, value, at);
}

function mismatch(validator: ValidatorJson, value: Value | undefined, { path }: Context): string {
  const where = path === "" ? "" : `Path: ${path}\n`;
  return `Value does not match validator.\n${where}Value: ${describeValue(value)}\nValidator: ${describeValidator(validator)}`;
}

function checkLiteral(
  validator: ValidatorJson & { type: "literal" },
  value: Value | undefined,
  { path }: Context,
): string | null {
  if (value === jsonToConvex(validator.value)) return null;
  const where = path === "" ? "" : `\nPath: ${path}`;
  return `\`${describeValue(value)}\` does not match literal validator \`${describeValidator(validator)}\`.${where}`;
}

function checkId(
  validator: ValidatorJson & { type: "id" },
  value: Value | undefined,
  at: Context,
): string | null {
  if (typeof value !== "string") return mismatch(validator, value, at);
  const table = at.tableOfId(value);
  if (table === validator.tableName) return null;
  if (table === null) return mismatch(validator, value, at);
  const where = at.path === "" ? "" : `\nPath: ${at.path}`;
  const from = table.startsWith("_") ? "a system table" : `table \`${table}\``;
  return `Found ID "${value}" from ${from}, which does not match the table name in validator \`${describeValidator(validator)}\`.${where}`;
}

function checkArray(
  validator: ValidatorJson & { type: "array" },
  value: Value | undefined,
  at: Context,
): string | null {
  if (!Array.isArray(value)) return mismatch(validator, value, at);
  for (const [i, item] of value.entries()) {
    const wrong = check(validator.value, item, { ...at, path: `${at.path}[${i}]` });
    if (wrong !== null) return wrong;
  }
  return null;
}

function checkRecord(
  validator: ValidatorJson & { type: "record" },
  value: Value | undefined,
  at: Context,
): string | null {
  if (!isPlainObject(value)) return mismatch(validator, value, at);
  for (const [key, item] of Object.entries(value)) {
    const wrong =
      check(validator.keys, key, { ...at, path: `${at.path}.keys()` }) ??
      check(validator.values.fieldType, item, { ...at, path: `${at.path}.values()` });
    if (wrong !== null) return wrong;
  }
  return null;
}

function checkObject(
  validator: ValidatorJson & { type: "object" },
  value: Value | undefined,
  at: Context,
): string | null {
  if (!isPlainObject(value)) return mismatch(validator, value, at);
  const where = at.path === "" ? "" : `Path: ${at.path}\n`;
  const evidence = () =>
    `\n${where}Object: ${describeValue(value)}\nValidator: ${describeValidator(validator)}`;
  for (const [field, { fieldType, optional }] of Object.entries(validator.value)) {
    const item = value[field];
    if (item === undefined) {
      if (optional) continue;
      return `Object is missing the required field \`${field}\`. Consider wrapping the field validator in \`v.optional(...)\` if this is expected.${evidence()}`;
    }
    const wrong = check(fieldType, item, { ...at, path: `${at.path}.${field}` });
    if (wrong !== null) return wrong;
  }
  for (const field of Object.keys(value)) {
    if (!Object.hasOwn(validator.value, field)) {
      return `Object contains extra field \`${field}\` that is not in the validator.${evidence()}`;
    }
  }
  return null;
}

function checkUnion(
  validator: ValidatorJson & { type: "union" },
  value: Value | undefined,
  at: Context,
): string | null {
  const fits = validator.value.some((member) => check(member, value, at) === null);
  return expect(fits, validator, value, at);
}

function isPlainObject(value: Value | undefined): value is Record<string, Value> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ArrayBuffer) &&
    !isPlaceholder(value)
  );
}

function isPlaceholder(value: Value | undefined): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    (value as object).constructor.name === "CommitTsPlaceholder"
  );
}
