/** The errors of an import, with upstream's texts (crates/application/src/snapshot_import/import_error.rs). */
import { reasonOf } from "../values/reason.ts";

/** Shown as it is. */
export class ImportError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Found during the import, and shown below a heading. */
export class ImportRefusal extends ImportError {}

export function tableExists(table: string): ImportError {
  return new ImportError(
    "TableExists",
    `Table ${table} already exists. Please choose a new table name or use replace/append modes.`,
  );
}

export function invalidRow(row: number, error: unknown): ImportError {
  return new ImportError(
    "InvalidConvexValue",
    `Row ${row} wasn't a valid Convex value: ${reasonOf(error)}`,
  );
}

export function notAnObject(row: number): ImportError {
  return new ImportError("NotAnObject", `Row ${row} wasn't an object`);
}

export function notJson(row: number, error: unknown): ImportError {
  return new ImportError("JsonInvalidRow", `Row ${row} wasn't valid JSON: ${reasonOf(error)}`);
}

/** The text for the person who imports; null for an internal error. */
export function importMessage(error: unknown): string | null {
  if (error instanceof ImportRefusal) return `Hit an error while importing:\n${error.message}`;
  return error instanceof ImportError ? error.message : null;
}

export function inComponent(component: string): string {
  return component === "" ? "" : ` in '${component}'`;
}

export function withCommas(count: number): string {
  return count.toLocaleString("en-US");
}
