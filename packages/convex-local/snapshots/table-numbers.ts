/**
 * Which number each imported table gets, since ids carry their table's number
 * (crates/application/src/snapshot_import/mod.rs, assign_table_numbers).
 */
import type { Catalog, ComponentPath } from "../engine/catalog.ts";
import { isReadableSystemTable } from "../engine/system-tables.ts";
import { tableNumberOf } from "../values/document-id.ts";
import { isJsonObject } from "../values/json.ts";
import { ImportRefusal, inComponent, invalidRow } from "./import-error.ts";
import { TABLES } from "./parse-import.ts";
import type { ImportedTable, ParsedImport } from "./parse-import.ts";
import { tableEntry } from "./table-changes.ts";
import type { ImportMode } from "./table-changes.ts";

export interface NumberedTable {
  component: ComponentPath;
  name: string;
  number: number;
}

export interface NumberingOptions {
  catalog: Catalog;
  mode: ImportMode;
  /** The tables of the live schemas, which stay when everything is replaced. */
  schemaTables: readonly { component: ComponentPath; name: string }[];
}

export async function numberTables(
  { tables }: ParsedImport,
  { catalog, mode, schemaTables }: NumberingOptions,
): Promise<NumberedTable[]> {
  const assigned = new Assigned();
  const imported = tables.filter(({ name }) => name !== TABLES);
  for (const table of tables) {
    if (table.name === TABLES) await assignListed(assigned, table);
  }
  for (const table of imported) {
    if (assigned.has(table)) continue;
    const number = await numberOfFirstId(table);
    if (number !== null) assigned.add({ component: table.component, name: table.name, number });
  }
  const replaced = mode === "replaceAll" ? [...imported, ...schemaTables] : imported;
  for (const { component, name } of replaced) {
    if (assigned.has({ component, name })) continue;
    const existing = catalog.table(component, name)?.number;
    const number =
      existing !== undefined && assigned.nameOf(component, existing) === undefined
        ? existing
        : Math.max(catalog.newTableNumber(component), assigned.highest(component) + 1);
    assigned.add({ component, name, number });
  }
  if (mode !== "replaceAll") requireFreeNumbers(assigned.all(), catalog, () => true);
  return assigned.all();
}

/** Throws when a table that is not imported, and stays, has the number of one that is. */
export function requireFreeNumbers(
  tables: readonly NumberedTable[],
  catalog: Catalog,
  stays: (table: { component: ComponentPath; name: string }) => boolean,
): void {
  for (const { component, name, number } of tables) {
    const existing = catalog.tableByNumber(component, number);
    if (existing === undefined || !stays(existing)) continue;
    const isImported = tables.some(
      (table) => table.component === component && table.name === existing.name,
    );
    if (!isImported) throw conflict(component, name, existing.name);
  }
}

/** crates/database/src/bootstrap_model/table.rs, table_conflict_error */
function conflict(component: ComponentPath, table: string, existing: string): ImportRefusal {
  const start = `New table \`${table}\`${inComponent(component)} has IDs that conflict with existing`;
  if (isReadableSystemTable(existing)) {
    return new ImportRefusal("TableConflict", `${start} system table`);
  }
  return new ImportRefusal(
    "TableConflict",
    existing.startsWith("_")
      ? `${start} internal table. Consider importing this table without \`_id\` fields or import into a new deployment.`
      : `${start} table \`${existing}\`. To delete all existing tables, import with \`npx convex import --replace-all\`.`,
  );
}

async function assignListed(assigned: Assigned, table: ImportedTable): Promise<void> {
  let row = 0;
  for await (const value of table.rows()) {
    row += 1;
    const { name, id } = tableEntry(value, row);
    if (typeof id !== "number" || !Number.isInteger(id) || id < 1) {
      throw invalidRow(row, new Error(`table requires id (received ${JSON.stringify(id)})`));
    }
    const { component } = table;
    if (assigned.has({ component, name })) {
      throw new ImportRefusal(
        "DuplicateTableName",
        `\`_tables\` contains duplicate entries for \`${name}\`${inComponent(component)}`,
      );
    }
    assigned.add({ component, name, number: id });
  }
}

async function numberOfFirstId({ rows }: ImportedTable): Promise<number | null> {
  try {
    for await (const value of rows()) {
      return isJsonObject(value) && typeof value._id === "string" ? tableNumberOf(value._id) : null;
    }
  } catch {
    // Whoever reads all of it will say what is wrong.
  }
  return null;
}

class Assigned {
  private readonly tables = new Map<string, NumberedTable>();
  private readonly names = new Map<string, string>();

  has({ component, name }: { component: ComponentPath; name: string }): boolean {
    return this.tables.has(`${component}/${name}`);
  }

  nameOf(component: ComponentPath, number: number): string | undefined {
    return this.names.get(`${component}/${number}`);
  }

  add(table: NumberedTable): void {
    const { component, name, number } = table;
    const other = this.nameOf(component, number);
    if (other !== undefined) {
      throw new ImportRefusal(
        "InvalidId",
        `conflict between \`${other}\` and \`${name}\`${inComponent(component)} with number ${number}`,
      );
    }
    this.names.set(`${component}/${number}`, name);
    this.tables.set(`${component}/${name}`, table);
  }

  highest(component: ComponentPath): number {
    const own = this.all().filter((table) => table.component === component);
    return Math.max(0, ...own.map(({ number }) => number));
  }

  all(): NumberedTable[] {
    return [...this.tables.values()];
  }
}
