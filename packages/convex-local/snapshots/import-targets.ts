/** The tables that an import writes to: hidden ones that are to take others' places, or those that are there. */
import { must } from "@hark/stand-in-kit/must";
import type { ComponentPath, Table } from "../engine/catalog.ts";
import type { Database } from "../engine/database.ts";
import { documentKey } from "../engine/document.ts";
import type { Document } from "../engine/document.ts";
import { fillStaged, stageTable, swapTables } from "../engine/staged-tables.ts";
import { tableNumberOf } from "../values/document-id.ts";
import { ImportRefusal, inComponent, tableExists } from "./import-error.ts";
import type { ImportMode } from "./table-changes.ts";
import { requireFreeNumbers } from "./table-numbers.ts";
import type { NumberedTable } from "./table-numbers.ts";

interface Target {
  table: Table;
  isStaged: boolean;
}

export class ImportTargets {
  private readonly database: Database;
  private readonly mode: ImportMode;
  private readonly targets: Target[];

  constructor(database: Database, mode: ImportMode, numbered: readonly NumberedTable[]) {
    this.database = database;
    this.mode = mode;
    for (const table of numbered) this.check(table);
    this.targets = numbered.map((table) => this.target(table));
  }

  get(component: ComponentPath, name: string): Table {
    return must(this.find(component, name), `target of ${name}`).table;
  }

  /** What an id of this component will belong to when the import is over. */
  tableOfId(component: ComponentPath, id: string): string | null {
    const number = tableNumberOf(id);
    if (number === null) return null;
    const own = this.targets.find(
      ({ table }) => table.component === component && table.number === number,
    );
    if (own !== undefined) return own.table.name;
    const existing = this.database.catalog.tableByNumber(component, number);
    return existing !== undefined && this.stays(existing) ? existing.name : null;
  }

  write(table: Table, documents: readonly Document[]): void {
    const { store } = this.database;
    const keys = new Set(documents.map(({ id }) => id));
    const isKnown = ({ id }: Document) => store.get(table.tablet, documentKey(id)) !== null;
    if (keys.size < documents.length || documents.some(isKnown)) {
      throw new ImportRefusal(
        "DuplicateId",
        `Objects in table "${table.name}" have duplicate _id fields`,
      );
    }
    if (this.targets.some((target) => target.table === table && target.isStaged)) {
      return fillStaged(this.database, table, documents);
    }
    this.database.transact((transaction) => {
      for (const document of documents) transaction.put(table, document);
    });
  }

  /** Makes all of it visible at one moment; answers with the tables that are gone by that. */
  activate(): { timestamp: bigint; outgoing: Table[] } {
    const { catalog } = this.database;
    const incoming = this.staged();
    requireFreeNumbers(incoming, catalog, (table) => this.stays(table));
    const outgoing = this.outgoing();
    return { timestamp: swapTables(this.database, { incoming, outgoing }), outgoing };
  }

  /** The tables that go without another in their place. */
  deleted(): Table[] {
    return this.outgoing().filter(({ component, name }) => !this.find(component, name));
  }

  private outgoing(): Table[] {
    const { catalog } = this.database;
    return catalog
      .components()
      .flatMap((component) => catalog.tablesOf(component))
      .filter((table) => !this.stays(table));
  }

  staged(): Table[] {
    return this.targets.filter(({ isStaged }) => isStaged).map(({ table }) => table);
  }

  /** Whether a table that is there now is still there after the import. */
  private stays(table: Pick<Table, "component" | "name">): boolean {
    const target = this.find(table.component, table.name);
    if (target !== undefined) return !target.isStaged;
    return this.mode !== "replaceAll" || table.name.startsWith("_");
  }

  private find(component: ComponentPath, name: string): Target | undefined {
    return this.targets.find(({ table }) => table.component === component && table.name === name);
  }

  private check({ component, name, number }: NumberedTable): void {
    const { catalog, store } = this.database;
    const existing = catalog.table(component, name);
    if (existing === undefined) return;
    if (this.mode === "requireEmpty" && store.count(existing.tablet) > 0) throw tableExists(name);
    if (this.mode !== "append" || existing.number === number) return;
    throw new ImportRefusal(
      "TableNumberConflict",
      `table ${name}${inComponent(component)} wants table number ${number} but was already assigned ${existing.number}`,
    );
  }

  private target(table: NumberedTable): Target {
    const existing = this.database.catalog.table(table.component, table.name);
    if (this.mode === "append" && existing !== undefined) {
      return { table: existing, isStaged: false };
    }
    return { table: stageTable(this.database, table, existing ?? null), isStaged: true };
  }
}
