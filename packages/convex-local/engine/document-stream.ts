/** Runs a query as functions describe it: a source, then filters and limits in order. */
import type { JSONValue } from "convex/values";
import { isReadableSystemTable, withoutHiddenFields } from "./system-tables.ts";
import type { Index, Table } from "./catalog.ts";
import { documentFromJson } from "./document.ts";
import type { Document } from "./document.ts";
import { passesFilter } from "./filter.ts";
import { keyRange } from "./index-range.ts";
import type { RangeBound } from "./index-range.ts";
import type { CursorRow } from "./range-cursor.ts";
import { searchRows } from "./search.ts";
import type { SearchFilter } from "./search.ts";
import type { Transaction } from "./transaction.ts";
import type { KeyRange } from "../storage/store.ts";

export interface SerializedQuery {
  source:
    | { type: "FullTableScan"; tableName: string; order: "asc" | "desc" | null }
    | { type: "IndexRange"; indexName: string; range: RangeBound[]; order: "asc" | "desc" | null }
    | { type: "Search"; indexName: string; filters: SearchFilter[] };
  operators: QueryOperator[];
}

export type QueryOperator = { filter: JSONValue } | { limit: number };

export interface DocumentStream {
  /** Whether a limit ends the stream, so that functions read all of it. */
  hasLimit: boolean;
  next(): Document | null;
}

/** Where a query's rows come from, before its operators. */
export interface RowSource {
  next(): CursorRow | null;
}

/** A query of an ordered range, which is the kind that can be paginated. */
export interface RangePlan {
  table: Table;
  index: Index;
  range: KeyRange;
  order: "asc" | "desc";
}

export type FindTable = (name: string) => Table;

export function openStream(
  transaction: Transaction,
  query: SerializedQuery,
  findTable: FindTable,
): DocumentStream {
  const { source, operators } = query;
  const rows =
    source.type === "Search"
      ? searchRows(transaction, planSearch(source, findTable))
      : transaction.walk({ ...planRange(source, findTable), expectedRows: rowsWanted(operators) });
  return applyOperators(rows, operators, tableNameOf(source));
}

export function planRange(
  source: Exclude<SerializedQuery["source"], { type: "Search" }>,
  findTable: FindTable,
): RangePlan {
  const order = source.order ?? "asc";
  const indexName =
    source.type === "IndexRange" ? source.indexName : `${source.tableName}.by_creation_time`;
  const { table, index } = resolveIndex(indexName, "database", findTable);
  return {
    table,
    index,
    order,
    range: keyRange(index.fields, source.type === "IndexRange" ? source.range : [], indexName),
  };
}

export function tableNameOf(source: SerializedQuery["source"]): string {
  return source.type === "FullTableScan"
    ? source.tableName
    : (source.indexName.split(".")[0] ?? "");
}

/** A document as functions may see it. */
export function visible(document: Document, table: string): Document {
  if (!isReadableSystemTable(table)) return document;
  return documentFromJson(withoutHiddenFields(table, document.json()));
}

function applyOperators(
  rows: RowSource,
  operators: readonly QueryOperator[],
  table: string,
): DocumentStream {
  const remaining = operators.map((operator) => ("limit" in operator ? operator.limit : 0));
  const isExhausted = () =>
    operators.some((operator, i) => "limit" in operator && (remaining[i] ?? 0) <= 0);
  const passes = (document: Document) => {
    for (const [i, operator] of operators.entries()) {
      if ("limit" in operator) remaining[i] = (remaining[i] ?? 0) - 1;
      else if (!passesFilter(operator.filter, document.json())) return false;
    }
    return true;
  };
  return {
    hasLimit: operators.some((operator) => "limit" in operator),
    next() {
      while (!isExhausted()) {
        const row = rows.next();
        if (row === null) return null;
        if (passes(row.document)) return visible(row.document, table);
      }
      return null;
    },
  };
}

/** The number of rows to fetch, if a limit comes before any filter. */
function rowsWanted(operators: readonly QueryOperator[]): number | undefined {
  const [first] = operators;
  return first !== undefined && "limit" in first ? first.limit : undefined;
}

export function planSearch(
  source: SerializedQuery["source"] & { type: "Search" },
  findTable: FindTable,
) {
  const { table, index } = resolveIndex(source.indexName, "search", findTable);
  return { table, index, filters: source.filters };
}

function resolveIndex(fullName: string, kind: Index["kind"], findTable: FindTable) {
  const [tableName = "", indexName = ""] = fullName.split(".");
  const table = findTable(tableName);
  const index = table.indexes.get(indexName);
  if (index === undefined) throw new Error(`Index ${fullName} not found.`);
  if (index.kind !== kind) {
    throw new Error(
      `Index ${fullName} is a ${index.kind} index and can't be used as a ${kind} index.`,
    );
  }
  return { table, index };
}
