/** The tables and indexes of every component, in memory and written through to the store. */
import type { IndexAddress } from "../storage/store.ts";

/** The path of a mounted component; the app itself is "". */
export type ComponentPath = string;

export interface Index {
  name: string;
  address: IndexAddress;
  /** A number for each readable ordering; read sets use it as their key. */
  rangeId: number;
  kind: "database" | "search";
  /** For a database index, the fields in order, ending in _creationTime and _id; for others, the one. */
  fields: readonly string[];
  /** For a search index, the fields that may be compared with `eq`. */
  filterFields: readonly string[];
}

export interface Table {
  tablet: number;
  /** The number inside this table's document ids, unique in its component. */
  number: number;
  name: string;
  component: ComponentPath;
  indexes: Map<string, Index>;
}

type TableDefinition = Pick<Table, "tablet" | "number" | "name" | "component">;

const FIRST_USER_TABLE_NUMBER = 10_001;

export class Catalog {
  private readonly tables = new Map<string, Table>();
  private readonly tablesByNumber = new Map<string, Table>();
  private nextTablet = 1;
  private nextIndex = 1;

  table(component: ComponentPath, name: string): Table | undefined {
    return this.tables.get(`${component}/${name}`);
  }

  tableByNumber(component: ComponentPath, number: number): Table | undefined {
    return this.tablesByNumber.get(`${component}/${number}`);
  }

  allTables(): Table[] {
    return [...this.tables.values()];
  }

  tablesOf(component: ComponentPath): Table[] {
    return [...this.tables.values()].filter((table) => table.component === component);
  }

  /** Every component that has tables, the app first. */
  components(): ComponentPath[] {
    return [...new Set([...this.tables.values()].map(({ component }) => component))].sort();
  }

  /** Adds a table that the store already knows, or that is about to be written to it. */
  addTable(definition: TableDefinition): Table {
    const table = this.hiddenTable(definition);
    this.show(table);
    return table;
  }

  /** A hidden table: it is in the store, but cannot be found by name or number. */
  hiddenTable(definition: TableDefinition): Table {
    const table: Table = { ...definition, indexes: new Map() };
    table.indexes.set("by_id", {
      name: "by_id",
      address: { tablet: table.tablet, index: null },
      rangeId: -table.tablet,
      kind: "database",
      fields: ["_id"],
      filterFields: [],
    });
    this.nextTablet = Math.max(this.nextTablet, table.tablet + 1);
    return table;
  }

  show(table: Table): void {
    this.tables.set(`${table.component}/${table.name}`, table);
    this.tablesByNumber.set(`${table.component}/${table.number}`, table);
  }

  hide(table: Table): void {
    this.tables.delete(`${table.component}/${table.name}`);
    this.tablesByNumber.delete(`${table.component}/${table.number}`);
  }

  addIndex(table: Table, definition: IndexDefinition & { index: number }): Index {
    const index: Index = {
      name: definition.name,
      address: { tablet: table.tablet, index: definition.index },
      rangeId: definition.index,
      kind: definition.kind,
      fields: definition.fields,
      filterFields: definition.filterFields,
    };
    table.indexes.set(index.name, index);
    this.nextIndex = Math.max(this.nextIndex, definition.index + 1);
    return index;
  }

  removeIndex(table: Table, name: string): void {
    table.indexes.delete(name);
  }

  newTablet(): number {
    return this.nextTablet;
  }

  newIndex(): number {
    return this.nextIndex;
  }

  newTableNumber(component: ComponentPath): number {
    const used = this.tablesOf(component).map(({ number }) => number);
    return Math.max(FIRST_USER_TABLE_NUMBER - 1, ...used) + 1;
  }
}

export interface IndexDefinition {
  name: string;
  kind: Index["kind"];
  fields: readonly string[];
  filterFields: readonly string[];
}

export function sameIndex(a: IndexDefinition, b: IndexDefinition): boolean {
  const shape = ({ kind, fields, filterFields }: IndexDefinition) =>
    JSON.stringify([kind, fields, filterFields]);
  return shape(a) === shape(b);
}
