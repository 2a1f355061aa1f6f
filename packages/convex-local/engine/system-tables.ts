/** The tables that the backend itself keeps, in the same store and the same transactions as the app's. */
import type { ComponentPath, IndexDefinition } from "./catalog.ts";

interface SystemTable {
  number: number;
  indexes: readonly IndexDefinition[];
  /** Every component has its own, readable through `ctx.db.system`. */
  isPerComponent: boolean;
}

export const SCHEDULED_FUNCTIONS = "_scheduled_functions";
export const STORAGE = "_storage";
export const ENVIRONMENT = "_environment_variables";
export const DEPLOYMENT = "_deployment";
export const CRON_JOBS = "_cron_jobs";
export const EXPORTS = "_exports";
export const SNAPSHOT_IMPORTS = "_snapshot_imports";

function by(...fields: string[]): IndexDefinition {
  return {
    name: `by_${fields.map((field) => field.replace(".", "_")).join("_and_")}`,
    kind: "database",
    fields: [...fields, "_creationTime", "_id"],
    filterFields: [],
  };
}

// The numbers are those of a new deployment in the cloud (get-convex/convex-backend, crates/model/src/lib.rs,
// DefaultTableNumber, after 512 reserved ones), so that ids of files and of scheduled functions mean the
// same there; 515 is none of its.
export const SYSTEM_TABLES: Record<string, SystemTable> = {
  [SCHEDULED_FUNCTIONS]: {
    number: 539,
    indexes: [by("state.kind", "scheduledTime")],
    isPerComponent: true,
  },
  [STORAGE]: { number: 540, indexes: [by("file")], isPerComponent: true },
  [ENVIRONMENT]: { number: 525, indexes: [], isPerComponent: false },
  [DEPLOYMENT]: { number: 515, indexes: [], isPerComponent: false },
  [CRON_JOBS]: { number: 531, indexes: [by("nextTime")], isPerComponent: false },
  [EXPORTS]: { number: 516, indexes: [], isPerComponent: false },
  [SNAPSHOT_IMPORTS]: { number: 541, indexes: [], isPerComponent: false },
};

/** Fields of system documents that functions do not see. */
const HIDDEN_FIELDS: Record<string, readonly string[]> = {
  [SCHEDULED_FUNCTIONS]: ["target", "cron"],
  [STORAGE]: ["file"],
};

export function isSystemTableOf(component: ComponentPath, name: string): boolean {
  const table = SYSTEM_TABLES[name];
  return table !== undefined && (table.isPerComponent || component === "");
}

export function isReadableSystemTable(name: string): boolean {
  return SYSTEM_TABLES[name]?.isPerComponent === true;
}

export function withoutHiddenFields<T extends object>(table: string, document: T): T {
  const hidden = HIDDEN_FIELDS[table];
  if (hidden === undefined) return document;
  return Object.fromEntries(
    Object.entries(document).filter(([field]) => !hidden.includes(field)),
  ) as T;
}
