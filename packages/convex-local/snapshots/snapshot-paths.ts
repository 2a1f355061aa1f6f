/** The paths in a snapshot's ZIP file (crates/application/src/snapshot_import/parse.rs). */
import type { ComponentPath } from "../engine/catalog.ts";
import { ImportRefusal } from "./import-error.ts";

const COMPONENT = /^(.*\/)?_components\/([^/]+)\/$/;
const GENERATED_SCHEMA = /^(.*\/)?([^/]+)\/generated_schema\.jsonl$/;
const DOCUMENTS = /^(.*\/)?([^/]+)\/documents\.jsonl$/;
// A prefix and an extension may stand around the id.
const STORED_FILE = /^(.*\/)?_storage\/([^/.]+)(?:\.[^/]+)?$/;

export interface PathInSnapshot {
  component: ComponentPath;
  name: string;
}

/** `_components/outer/_components/inner/`, or nothing for the app itself. */
export function prefixOf(component: ComponentPath): string {
  if (component === "") return "";
  return component
    .split("/")
    .map((name) => `_components/${name}/`)
    .join("");
}

export function documentsPath(name: string, base: ComponentPath): PathInSnapshot | null {
  return tablePath(DOCUMENTS, name, base);
}

export function generatedSchemaPath(name: string, base: ComponentPath): PathInSnapshot | null {
  return tablePath(GENERATED_SCHEMA, name, base);
}

/** The component of a stored file, and its id. */
export function storedFilePath(name: string, base: ComponentPath): PathInSnapshot | null {
  const [, prefix = "", id] = STORED_FILE.exec(name) ?? [];
  if (id === undefined || id === "documents") return null;
  return { component: componentOf(prefix, base), name: id };
}

function tablePath(pattern: RegExp, name: string, base: ComponentPath): PathInSnapshot | null {
  const [, prefix = "", table] = pattern.exec(name) ?? [];
  if (table === undefined) return null;
  const wrong = tableNameProblem(table);
  if (wrong !== null) {
    throw new ImportRefusal("InvalidTableName", `table name '${table}' invalid: ${wrong}`);
  }
  return { component: componentOf(prefix, base), name: table };
}

function componentOf(prefix: string, base: ComponentPath): ComponentPath {
  const names: string[] = [];
  for (let rest = prefix; ;) {
    const [, before = "", name] = COMPONENT.exec(rest) ?? [];
    if (name === undefined) break;
    names.unshift(name);
    rest = before;
  }
  return [...(base === "" ? [] : [base]), ...names].join("/");
}

const LONGEST_NAME = 64;

/** crates/convex/sync_types/src/identifier.rs, check_valid_identifier */
export function tableNameProblem(name: string): string | null {
  const [first] = name;
  if (first === undefined) return "Identifier cannot be empty";
  if (!/[A-Za-z_]/.test(first)) {
    return `Invalid first character '${first}' in ${name}: Identifiers must start with an alphabetic character or underscore`;
  }
  const odd = /[^A-Za-z0-9_]/u.exec(name)?.[0];
  if (odd !== undefined) {
    return `Identifier ${name} has invalid character '${odd}': Identifiers can only contain alphanumeric characters or underscores`;
  }
  if (name.length > LONGEST_NAME) {
    return `Identifier is too long (${name.length} > maximum ${LONGEST_NAME})`;
  }
  return /^_+$/.test(name) ? `Identifier ${name} cannot have exclusively underscores` : null;
}
