/**
 * Vector search: the documents whose vectors point most nearly where the given one does. Every vector is
 * looked at, so the answer is exact. As get-convex/convex-backend, crates/vector/src/qdrant_index.rs
 * `compile` and crates/vector/src/memory_index.rs `query`.
 */
import { compareValues } from "convex/values";
import type { JSONValue, Value } from "convex/values";
import { isJsonObject, maybeUndefined, valueAtPath } from "../values/json.ts";
import type { JsonObject } from "../values/json.ts";
import type { ComponentPath, Index } from "./catalog.ts";
import type { Database } from "./database.ts";
import { documentFromRow } from "./document.ts";

export interface VectorQuery {
  /** `table.index` */
  indexName: string;
  limit?: number | null;
  vector: number[];
  expressions?: JSONValue;
}

export interface VectorHit extends JsonObject {
  _id: string;
  _score: number;
}

const USUAL_LIMIT = 10;
const MOST_RESULTS = 256;
const MOST_CONDITIONS = 64;
const SCAN_BATCH = 256;

export function vectorSearch(
  database: Database,
  component: ComponentPath,
  query: VectorQuery,
): VectorHit[] {
  const [tableName = "", indexName = ""] = query.indexName.split(".");
  const table = database.catalog.table(component, tableName);
  if (table === undefined) return [];
  const index = table.indexes.get(indexName);
  if (index?.kind !== "vector") throw new Error(`Index ${query.indexName} not found.`);
  const { limit, conditions } = compile(query, index);
  const wanted = unitVector(query.vector);
  const hits: VectorHit[] = [];
  for (const json of documentsOf(database, index)) {
    const isWanted =
      conditions.length === 0 || conditions.some((condition) => isMet(condition, json));
    const vector = isWanted ? vectorOf(index, json) : null;
    if (vector === null) continue;
    hits.push({ _id: json._id as string, _score: similarity(wanted, unitVector(vector)) });
  }
  const byScore = (a: VectorHit, b: VectorHit) => b._score - a._score || (a._id < b._id ? 1 : -1);
  return hits.sort(byScore).slice(0, limit);
}

/** The document's vector, or null if it has none of the index's dimensions. */
export function vectorOf({ fields, dimensions }: Index, json: JsonObject): number[] | null {
  const value = valueAtPath(json, fields[0] ?? "");
  if (!Array.isArray(value) || value.length !== dimensions) return null;
  return value.every((item) => typeof item === "number") ? value : null;
}

interface Condition {
  fieldPath: string;
  value: Value | undefined;
}

function compile({ limit, vector, expressions, indexName }: VectorQuery, index: Index) {
  const most = limit ?? USUAL_LIMIT;
  if (!Number.isInteger(most) || most < 0) {
    throw new Error(`\`limit\` of a vector search must be a whole number, not ${most}`);
  }
  if (most > MOST_RESULTS) {
    throw new Error(`Vector queries can fetch at most ${MOST_RESULTS} results, requested ${most}.`);
  }
  const conditions = expressions == null ? [] : distinct(conditionsOf(expressions));
  for (const { fieldPath } of conditions) {
    if (index.filterFields.includes(fieldPath)) continue;
    throw new Error(
      `Vector query against ${indexName} contains a filter on "${fieldPath}" but that field isn't indexed for ` +
        "filtering in `filterFields`.",
    );
  }
  if (conditions.length > MOST_CONDITIONS) {
    throw new Error(
      `Vector query against ${indexName} has too many conditions. Max: ${MOST_CONDITIONS} Actual: ${conditions.length}`,
    );
  }
  if (vector.length !== index.dimensions) {
    throw new Error(
      `Expected a vector with dimensions ${index.dimensions}, received ${vector.length}.`,
    );
  }
  return { limit: most, conditions };
}

/** `q.eq` and `q.or` are all there is, so that a filter is a list of which any may hold. */
function conditionsOf(expression: JSONValue): Condition[] {
  const { $eq: equal, $or: any } = isJsonObject(expression) ? expression : {};
  if (Array.isArray(any)) return any.flatMap(conditionsOf);
  if (!Array.isArray(equal)) {
    throw new Error("Filters should be a combination of `q.eq` and `q.or`.");
  }
  const [field, literal] = equal;
  if (!isJsonObject(field) || !isJsonObject(literal) || !("$literal" in literal)) {
    throw new Error(
      "`q.eq` must take a field path as its first argument and a value as its second",
    );
  }
  return [{ fieldPath: field.$field as string, value: maybeUndefined(literal.$literal ?? null) }];
}

function distinct(conditions: Condition[]): Condition[] {
  return conditions.filter(
    (one, i) =>
      conditions.findIndex(
        (other) => other.fieldPath === one.fieldPath && compareValues(other.value, one.value) === 0,
      ) === i,
  );
}

function isMet({ fieldPath, value }: Condition, json: JsonObject): boolean {
  return compareValues(valueAtPath(json, fieldPath), value) === 0;
}

function* documentsOf(database: Database, { address }: Index): Iterable<JsonObject> {
  let lower = Buffer.alloc(0);
  for (;;) {
    const rows = database.store.scan(address, { lower, upper: null }, "asc", SCAN_BATCH);
    for (const row of rows) yield documentFromRow(row).json();
    const last = rows.at(-1);
    if (last === undefined || rows.length < SCAN_BATCH) return;
    lower = Buffer.concat([last.key, Buffer.from([0])]);
  }
}

/** Upstream reckons in single precision, and leaves a vector without a direction as it is. */
function unitVector(vector: readonly number[]): Float32Array {
  const unit = Float32Array.from(vector);
  const length = Math.sqrt(similarity(unit, unit));
  return length === 0 ? unit : unit.map((item) => item / length);
}

function similarity(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (const [i, item] of a.entries()) sum += item * (b[i] ?? 0);
  return Math.fround(sum);
}
