/** The deployment's environment variables: documents on disk, a plain object in memory. */
import type { Variables } from "../runtime/protocol.ts";
import type { Database } from "../engine/database.ts";
import { ensureTable } from "../engine/catalog-store.ts";
import { documentFromRow } from "../engine/document.ts";
import { ENVIRONMENT } from "../engine/system-tables.ts";
import { newDocumentId } from "../values/document-id.ts";

export interface EnvironmentChange {
  name: string;
  /** Null removes the variable. */
  value: string | null;
}

export interface Environment {
  /** Also Convex's own ones. */
  all(): Variables;
  /** All of them once these changes are applied. */
  after(changes: readonly EnvironmentChange[]): Variables;
  apply(changes: readonly EnvironmentChange[]): void;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const MOST_VARIABLES = 1_000;

export class InvalidVariable extends Error {}

/** `own` are the variables that Convex itself sets. */
export function loadEnvironment(database: Database, own: Variables): Environment {
  const table = ensureTable(database, "", ENVIRONMENT);
  const ids = new Map<string, string>();
  const values = new Map<string, string>();
  const address = { tablet: table.tablet, index: null };
  const range = { lower: Buffer.alloc(0), upper: null };
  for (const row of database.store.scan(address, range, "asc", MOST_VARIABLES)) {
    const { _id, name, value } = documentFromRow(row).json() as Record<string, string>;
    if (_id === undefined || name === undefined || value === undefined) continue;
    ids.set(name, _id);
    values.set(name, value);
  }
  const withOwn = (set: ReadonlyMap<string, string>) => ({ ...Object.fromEntries(set), ...own });

  return {
    all: () => withOwn(values),
    after(changes) {
      requireNames(changes);
      const changed = new Map(values);
      for (const { name, value } of changes) {
        if (value === null) changed.delete(name);
        else changed.set(name, value);
      }
      return withOwn(changed);
    },
    apply(changes) {
      requireNames(changes);
      database.transact((transaction) => {
        for (const { name, value } of changes) {
          const _id = ids.get(name);
          if (value !== null) {
            const _creationTime = database.newCreationTime();
            const id = _id ?? newDocumentId(table.number);
            transaction.put(table, { _id: id, _creationTime, name, value });
            transaction.afterCommit.push(() => {
              ids.set(name, id);
              values.set(name, value);
            });
          } else if (_id !== undefined) {
            transaction.remove(table, _id);
            transaction.afterCommit.push(() => {
              ids.delete(name);
              values.delete(name);
            });
          }
        }
      });
    },
  };
}

function requireNames(changes: readonly EnvironmentChange[]): void {
  for (const { name } of changes) {
    if (NAME.test(name) && !name.startsWith("CONVEX_")) continue;
    throw new InvalidVariable(
      `${JSON.stringify(name)} can't be set: names are letters, digits and underscores, and CONVEX_ is reserved`,
    );
  }
}
