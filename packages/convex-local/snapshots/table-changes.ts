/** What an import is about to do, as a table to read before saying yes (snapshot_import/confirmation.rs, table_change.rs). */
import type { ComponentPath } from "../engine/catalog.ts";
import type { Database } from "../engine/database.ts";
import { STORAGE } from "../engine/system-tables.ts";
import { isJsonObject } from "../values/json.ts";
import { inComponent, invalidRow, notAnObject, tableExists, withCommas } from "./import-error.ts";
import { TABLES } from "./parse-import.ts";
import type { ParsedImport } from "./parse-import.ts";

export type ImportMode = "append" | "replace" | "replaceAll" | "requireEmpty";

export interface TableChange {
  component: ComponentPath;
  table: string;
  added: number;
  deleted: number;
  existing: number;
  isMissingId: boolean;
}

export async function tableChanges(
  database: Database,
  { tables }: ParsedImport,
  { mode, yieldNow }: { mode: ImportMode; yieldNow: () => Promise<void> },
): Promise<TableChange[]> {
  const counts = new Map<string, { component: ComponentPath; table: string; added: number }>();
  const missingId = new Set<string>();
  const add = (component: ComponentPath, table: string, added: number) => {
    const key = keyOf(component, table);
    const before = counts.get(key)?.added ?? 0;
    counts.set(key, { component, table, added: before + added });
  };
  for (const { component, name, rows } of tables) {
    let row = 0;
    for await (const value of rows()) {
      row += 1;
      if (name === TABLES) add(component, tableEntry(value, row).name, 0);
      if (!isJsonObject(value) || value._id === undefined) missingId.add(keyOf(component, name));
      await yieldNow();
    }
    add(component, name, row);
  }
  if (mode === "replaceAll") {
    for (const component of database.catalog.components()) {
      for (const { name } of database.catalog.tablesOf(component)) {
        if (!name.startsWith("_")) add(component, name, 0);
      }
    }
  }
  return [...counts.values()]
    .filter(({ table }) => !table.startsWith("_") || table === STORAGE)
    .sort((a, b) => (keyOf(a.component, a.table) < keyOf(b.component, b.table) ? -1 : 1))
    .map(({ component, table, added }): TableChange => {
      const stored = database.catalog.table(component, table);
      const existing = stored === undefined ? 0 : database.store.count(stored.tablet);
      if (mode === "requireEmpty" && existing > 0) throw tableExists(table);
      const deleted = mode === "replace" || mode === "replaceAll" ? existing : 0;
      const isMissingId = missingId.has(keyOf(component, table));
      return { component, table, added, deleted, existing, isMissingId };
    });
}

/** A line of `_tables`. */
export function tableEntry(value: unknown, row: number): { name: string; id: unknown } {
  if (!isJsonObject(value)) throw notAnObject(row);
  const { name, id } = value;
  if (typeof name !== "string") throw invalidRow(row, new Error("table requires name"));
  return { name, id };
}

export function confirmationMessage(changes: readonly TableChange[]): string {
  const lines: string[] = [];
  const components = [...new Set(changes.map(({ component }) => component))];
  for (const component of components) {
    if (component !== "") lines.push(`Component ${component}`);
    lines.push(...rendered(changes.filter((change) => change.component === component)));
  }
  if (lines.length > 0) lines.unshift("Import change summary:");
  lines.push(
    "Once the import has started, it will run in the background.\nInterrupting `npx convex import` will not cancel it.",
  );
  return lines.join("\n");
}

function rendered(changes: readonly TableChange[]): string[] {
  const rows = [
    ["table", "create", "delete"],
    ...changes.map(({ table, added, deleted, existing }) => {
      const unit = table === STORAGE ? " files" : "";
      return [table, withCommas(added), `${withCommas(deleted)} of ${withCommas(existing)}${unit}`];
    }),
  ];
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const [header = "", ...rest] = rows.map(
    (row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`,
  );
  return [header, "-".repeat(header.length), ...rest];
}

// Sorts the components, and within each the tables.
function keyOf(component: ComponentPath, table: string): string {
  return `${component}\u0000${table}`;
}

export function importedMessage(change: Pick<TableChange, "component" | "table">, count: number) {
  const unit = change.table === STORAGE ? "files" : "documents";
  return `Imported "${change.table}"${inComponent(change.component)} (${withCommas(count)} ${unit})`;
}
