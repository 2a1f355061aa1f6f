/** The deployment's environment variables: documents on disk, a plain object in memory. */
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
  all(): Record<string, string>;
  apply(changes: readonly EnvironmentChange[]): void;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const MOST_VARIABLES = 1_000;

export class InvalidVariable extends Error {}

export function loadEnvironment(database: Database): Environment {
  const table = ensureTable(database, "", ENVIRONMENT);
  const ids = new Map<string, string>();
  const values: Record<string, string> = {};
  const remember = (id: string, name: string, value: string) => {
    ids.set(name, id);
    values[name] = value;
  };
  const forget = (name: string) => {
    ids.delete(name);
    // oxlint-disable-next-line typescript/no-dynamic-delete -- functions read this object as it is
    delete values[name];
  };
  const address = { tablet: table.tablet, index: null };
  const range = { lower: Buffer.alloc(0), upper: null };
  for (const row of database.store.scan(address, range, "asc", MOST_VARIABLES)) {
    const { _id, name, value } = documentFromRow(row).json() as Record<string, string>;
    if (_id !== undefined && name !== undefined && value !== undefined) remember(_id, name, value);
  }

  return {
    all: () => values,
    apply(changes) {
      for (const { name } of changes) {
        if (NAME.test(name) && !name.startsWith("CONVEX_")) continue;
        throw new InvalidVariable(
          `${JSON.stringify(name)} can't be set: names are letters, digits and underscores, and CONVEX_ is reserved`,
        );
      }
      database.transact((transaction) => {
        for (const { name, value } of changes) {
          const _id = ids.get(name);
          if (value !== null) {
            const _creationTime = database.newCreationTime();
            const id = _id ?? newDocumentId(table.number);
            transaction.put(table, { _id: id, _creationTime, name, value });
            transaction.afterCommit.push(() => remember(id, name, value));
          } else if (_id !== undefined) {
            transaction.remove(table, _id);
            transaction.afterCommit.push(() => forget(name));
          }
        }
      });
    },
  };
}
