/**
 * The shape of a table's documents, in the form of crates/common/src/shapes/dashboard.rs. Upstream keeps statistics of
 * all documents; here the newest are sampled.
 */
import { jsonToConvex } from "convex/values";
import type { Value } from "convex/values";
import { must } from "@hark/stand-in-kit/must";
import { yieldEvery } from "../engine/yield-every.ts";
import type { Catalog, ComponentPath, Table } from "../engine/catalog.ts";
import type { Database } from "../engine/database.ts";
import { documentFromRow } from "../engine/document.ts";
import { tableNumberOf } from "../values/document-id.ts";
import type { JsonObject } from "../values/json.ts";

type Shape = JsonObject & { type: string };

const SAMPLE_SIZE = 500;

export async function tableShapes(
  database: Database,
  component: ComponentPath,
): Promise<Record<string, Shape>> {
  const yieldNow = yieldEvery();
  const shapes: Record<string, Shape> = {};
  for (const table of database.catalog.tablesOf(component)) {
    if (table.name.startsWith("_")) continue;
    shapes[table.name] = shapeOfTable(database, table);
    await yieldNow();
  }
  return shapes;
}

function shapeOfTable({ catalog, store }: Database, table: Table): Shape {
  const { address } = must(table.indexes.get("by_creation_time"), "by_creation_time");
  const rows = store.scan(address, { lower: Buffer.alloc(0), upper: null }, "desc", SAMPLE_SIZE);
  return shapeOf(
    rows.map((row) => jsonToConvex(documentFromRow(row).json())),
    { catalog, component: table.component },
  );
}

interface Ids {
  catalog: Catalog;
  component: ComponentPath;
}

/** One shape for all of the values. */
function shapeOf(values: readonly Value[], ids: Ids): Shape {
  const byKind = new Map<string, Value[]>();
  for (const value of values) {
    const kind = kindOf(value, ids);
    const same = byKind.get(kind);
    if (same === undefined) byKind.set(kind, [value]);
    else same.push(value);
  }
  const shapes = [...byKind].map(([kind, same]) => shapeOfKind(kind, same, ids));
  const [only] = shapes;
  if (only === undefined) return { type: "Never" };
  return shapes.length === 1 ? only : { type: "Union", shapes };
}

const ID = "Id ";

function kindOf(value: Value, { catalog, component }: Ids): string {
  if (value === null) return "Null";
  if (typeof value === "bigint") return "Int64";
  if (typeof value === "number") return "Float64";
  if (typeof value === "boolean") return "Boolean";
  if (typeof value === "string") {
    const number = tableNumberOf(value);
    const table = number === null ? undefined : catalog.tableByNumber(component, number);
    return table === undefined ? "String" : `${ID}${table.name}`;
  }
  if (value instanceof ArrayBuffer) return "Bytes";
  return Array.isArray(value) ? "Array" : "Object";
}

function shapeOfKind(kind: string, values: Value[], ids: Ids): Shape {
  if (kind.startsWith(ID)) return { type: "Id", tableName: kind.slice(ID.length) };
  if (kind === "Float64")
    return { type: kind, float64Range: { hasSpecialValues: hasSpecial(values) } };
  if (kind === "Array") return { type: kind, shape: shapeOf((values as Value[][]).flat(), ids) };
  if (kind !== "Object") return { type: kind };
  const objects = values as Record<string, Value>[];
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))].sort();
  const fields = names.map((fieldName) => {
    const held = objects.filter((object) => fieldName in object);
    const items = held.map((object) => object[fieldName] ?? null);
    return {
      fieldName,
      optional: held.length < objects.length,
      shape: shapeOf(items, ids),
    };
  });
  return { type: kind, fields };
}

function hasSpecial(values: readonly Value[]): boolean {
  return values.some((value) => !Number.isFinite(value) || Object.is(value, -0));
}
