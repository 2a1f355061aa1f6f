/** The dashboard's filters (npm-packages/system-udfs/convex/_system/frontend/lib/filters.ts). */
import { jsonToConvex } from "convex/values";
import type { JSONValue, Value } from "convex/values";
import type { Index, Table } from "../engine/catalog.ts";
import type { QueryOperator, SerializedQuery } from "../engine/document-stream.ts";
import type { RangeBound } from "../engine/index-range.ts";
import { tableNumberOf } from "../values/document-id.ts";
import { isJsonObject } from "../values/json.ts";
import type { JsonObject } from "../values/json.ts";
import { reasonOf } from "../values/reason.ts";
import { UNDEFINED_PLACEHOLDER } from "./undefined-placeholder.ts";

interface Clause {
  op: string;
  field?: string;
  value?: JSONValue;
  enabled?: boolean;
}

interface IndexClause {
  type: "indexEq" | "indexRange";
  enabled: boolean;
  value?: JSONValue;
  lowerOp?: "gte" | "gt";
  lowerValue?: JSONValue;
  upperOp?: "lte" | "lt";
  upperValue?: JSONValue;
}

export interface PageFilters {
  clauses: Clause[];
  order: "asc" | "desc";
  index: { name: string; clauses: IndexClause[] } | null;
}

/** Shown beside the filter that it is about; -1 is none of them. */
export interface FilterProblem {
  filter: number;
  error: string;
}

const COMPARISONS = { eq: "$eq", neq: "$neq", gt: "$gt", gte: "$gte", lt: "$lt", lte: "$lte" };

/** They come as base 64 of their JSON, which may hold what arguments cannot. */
export function parseFilters(filters: string | null): PageFilters {
  if (filters === null || filters === "") return { clauses: [], order: "desc", index: null };
  const parsed: unknown = JSON.parse(Buffer.from(filters, "base64").toString("utf8"));
  if (!isJsonObject(parsed) || !Array.isArray(parsed.clauses)) {
    throw new Error("The filters must be an object with a list of `clauses`.");
  }
  const { clauses, order = "desc", index = null } = parsed as unknown as Partial<PageFilters>;
  for (const { op } of clauses ?? []) {
    if (op in COMPARISONS || OTHER_OPERATORS.has(op)) continue;
    throw new Error(`The filters hold an unknown operator ${JSON.stringify(op)}.`);
  }
  return { clauses: clauses ?? [], order, index };
}

const TYPE_OPERATORS = new Set(["type", "notype"]);
const OTHER_OPERATORS = new Set([...TYPE_OPERATORS, "anyOf", "noneOf"]);

export function queryOf(
  { name: tableName, indexes }: Table,
  filters: PageFilters,
): SerializedQuery | FilterProblem {
  const enabled = filters.clauses.filter((clause) => clause.enabled !== false);
  for (const [filter, { value }] of filters.clauses.entries()) {
    const error = valueProblem(value);
    if (error !== null) return { filter, error };
  }
  const conditions = enabled.filter(({ op }) => !TYPE_OPERATORS.has(op)).flatMap(conditionOf);
  const operators: QueryOperator[] =
    conditions.length === 0 ? [] : [{ filter: { $and: conditions } }];
  const { index: wanted, order } = filters;
  const isIndexed = wanted?.clauses.some((clause) => clause.enabled) === true;
  if (wanted === null || !isIndexed) {
    return { source: { type: "FullTableScan", tableName, order }, operators };
  }
  if ("search" in wanted) {
    return { filter: -1, error: "This backend does not page through the results of a search." };
  }
  const index = indexes.get(wanted.name);
  const problem = indexProblem(wanted.name, wanted.clauses, index);
  if (problem !== null) return { filter: -1, error: problem };
  const range = wanted.clauses
    .filter((clause) => clause.enabled)
    .flatMap((clause, i) => boundsOf(index?.fields[i] ?? "", clause));
  const indexName = `${tableName}.${wanted.name}`;
  return { source: { type: "IndexRange", indexName, range, order }, operators };
}

function valueProblem(value: JSONValue | undefined): string | null {
  if (value === undefined || value === null) return null;
  try {
    jsonToConvex(value);
    return null;
  } catch (error) {
    return error instanceof Error ? `Invalid value: ${JSON.stringify(value)}.` : reasonOf(error);
  }
}

function conditionOf({ op, field, value }: Clause): JSONValue[] {
  if (field === undefined) return [];
  const compare = (operator: string, other: JSONValue | undefined): JSONValue => ({
    [operator]: [{ $field: field }, { $literal: literalOf(other) }],
  });
  if (op === "anyOf" || op === "noneOf") {
    const values = Array.isArray(value) ? value : [];
    if (values.length === 0) return [];
    return op === "anyOf"
      ? [{ $or: values.map((item) => compare("$eq", item)) }]
      : values.map((item) => compare("$neq", item));
  }
  return [compare(COMPARISONS[op as keyof typeof COMPARISONS], value)];
}

function literalOf(value: JSONValue | undefined): JSONValue {
  return value === undefined || value === UNDEFINED_PLACEHOLDER ? { $undefined: null } : value;
}

function boundsOf(fieldPath: string, clause: IndexClause): RangeBound[] {
  const bound = (type: RangeBound["type"], value: JSONValue | undefined): RangeBound => ({
    type,
    fieldPath,
    value: literalOf(value),
  });
  if (clause.type === "indexEq") return [bound("Eq", clause.value)];
  const { lowerOp, lowerValue, upperOp, upperValue } = clause;
  return [
    ...(lowerOp === undefined ? [] : [bound(lowerOp === "gt" ? "Gt" : "Gte", lowerValue)]),
    ...(upperOp === undefined ? [] : [bound(upperOp === "lt" ? "Lt" : "Lte", upperValue)]),
  ];
}

function indexProblem(
  name: string,
  clauses: readonly IndexClause[],
  index: Index | undefined,
): string | null {
  if (index === undefined) return `Index ${name} does not exist.`;
  if (index.kind === "search") {
    return `Index ${name} is a search index, but the query is trying to use it as a database index.`;
  }
  // Its own fields, without the id that ends every index.
  const fields = index.fields.slice(0, Math.max(1, index.fields.length - 1));
  if (clauses.length > fields.length) {
    return `Index ${name} has ${fields.length} fields, but the query has ${clauses.length} clauses.`;
  }
  const end = clauses.findIndex((clause) => !clause.enabled);
  const used = end < 0 ? clauses : clauses.slice(0, end);
  if (clauses.slice(used.length).some((clause) => clause.enabled)) {
    return "Invalid index filter selection: found an enabled clause after an disabled clause.";
  }
  const range = used.findIndex(({ type }) => type === "indexRange");
  return range < 0 || range === used.length - 1
    ? null
    : "Invalid index filter selection: found a range filter after a non-range filter.";
}

export function passesTypeFilters(document: JsonObject, { clauses }: PageFilters): boolean {
  return clauses.every(({ op, field, value, enabled }) => {
    if (enabled === false || field === undefined || !TYPE_OPERATORS.has(op)) return true;
    const item = document[field];
    const fits = isOfType(item === undefined ? undefined : jsonToConvex(item), value);
    return fits === (op === "type");
  });
}

function isOfType(value: Value | undefined, type: JSONValue | undefined): boolean {
  if (type === "id") return typeof value === "string" && tableNumberOf(value) !== null;
  if (value === undefined) return type === "unset";
  if (value === null) return type === "null";
  if (Array.isArray(value)) return type === "array";
  if (value instanceof ArrayBuffer) return type === "bytes";
  return type === typeof value;
}
