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
export const SESSION_REQUESTS = "_session_requests";
export const CRON_JOBS = "_cron_jobs";

function by(...fields: string[]): IndexDefinition {
  return {
    name: `by_${fields.map((field) => field.replace(".", "_")).join("_and_")}`,
    kind: "database",
    fields: [...fields, "_creationTime", "_id"],
    filterFields: [],
  };
}

export const SYSTEM_TABLES: Record<string, SystemTable> = {
  [SCHEDULED_FUNCTIONS]: {
    number: 1,
    indexes: [by("state.kind", "scheduledTime")],
    isPerComponent: true,
  },
  [STORAGE]: { number: 2, indexes: [by("file")], isPerComponent: true },
  [ENVIRONMENT]: { number: 3, indexes: [], isPerComponent: false },
  [DEPLOYMENT]: { number: 4, indexes: [], isPerComponent: false },
  [SESSION_REQUESTS]: { number: 5, indexes: [by("sessionId", "requestId")], isPerComponent: false },
  [CRON_JOBS]: { number: 6, indexes: [by("nextTime")], isPerComponent: false },
};

/** Kept by the backend beside what functions may see of a system document. */
const HIDDEN_FIELDS: Record<string, readonly string[]> = {
  [SCHEDULED_FUNCTIONS]: ["target"],
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
