/** The stand-in's data, in one SQLite file that only transactions change. */
import { atomically } from "@hark/stand-in-kit/atomic";
import { openDatabaseFile } from "@hark/stand-in-kit/database-file";
import { customerOf, ownerOf } from "./records.ts";
import type { Kind, Records, StoredRecord } from "./records.ts";

export interface Due {
  kind: Kind;
  id: string;
  /** Seconds since the epoch. */
  at: number;
}

export interface Selection {
  customer?: string | undefined;
  owner?: string | undefined;
}

export interface Store {
  /** One transaction: if it throws, everything is rolled back. */
  transaction<T>(run: () => T): T;
  get<K extends Kind>(kind: K, id: string): Records[K] | null;
  put(record: StoredRecord): void;
  remove(kind: Kind, id: string): void;
  count(kind: Kind): number;
  /** Oldest first. */
  all<K extends Kind>(kind: K, selection?: Selection): Records[K][];
  /** Schedules or removes a record's next transition. At equal times, the lower rank runs first. */
  plan(due: Omit<Due, "at">, at: number | null, rank: number): void;
  nextDue(): Due | null;
  clear(): void;
  close(): void;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS records (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, id TEXT NOT NULL,
    customer TEXT, owner TEXT, json TEXT NOT NULL
  );
  CREATE UNIQUE INDEX IF NOT EXISTS by_id ON records (kind, id);
  CREATE INDEX IF NOT EXISTS by_customer ON records (kind, customer);
  CREATE INDEX IF NOT EXISTS by_owner ON records (kind, owner);
  CREATE TABLE IF NOT EXISTS dues (
    kind TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, rank INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS by_time ON dues (at, rank);
`;

export function openStore(file: string): Store {
  const database = openDatabaseFile({ file, synchronous: "NORMAL", schema: SCHEMA });

  const read = (sql: string) => database.prepare(sql).raw(true);
  const write = (sql: string) => database.prepare(sql);
  const getRecord = read("SELECT json FROM records WHERE kind = ? AND id = ?");
  const countRecords = read("SELECT count(*) FROM records WHERE kind = ?");
  const scans = {
    all: read("SELECT json FROM records WHERE kind = ? ORDER BY seq"),
    customer: read("SELECT json FROM records WHERE kind = ? AND customer = ? ORDER BY seq"),
    owner: read("SELECT json FROM records WHERE kind = ? AND owner = ? ORDER BY seq"),
  };
  const putRecord = write(`
    INSERT INTO records (kind, id, customer, owner, json) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (kind, id) DO UPDATE SET
      customer = excluded.customer, owner = excluded.owner, json = excluded.json`);
  const dropRecord = write("DELETE FROM records WHERE kind = ? AND id = ?");
  const putDue = write("INSERT OR REPLACE INTO dues VALUES (?, ?, ?, ?)");
  const dropDue = write("DELETE FROM dues WHERE kind = ? AND id = ?");
  const firstDue = read("SELECT kind, id, at FROM dues ORDER BY at, rank, id LIMIT 1");

  function all<K extends Kind>(kind: K, { customer, owner }: Selection = {}): Records[K][] {
    const rows =
      owner !== undefined
        ? scans.owner.all(kind, owner)
        : customer !== undefined
          ? scans.customer.all(kind, customer)
          : scans.all.all(kind);
    const records = (rows as [string][]).map(([json]) => JSON.parse(json) as Records[K]);
    return customer === undefined
      ? records
      : records.filter((record) => customerOf(record) === customer);
  }

  return {
    all,
    transaction: (run) => atomically(database, run),
    get<K extends Kind>(kind: K, id: string) {
      const row = getRecord.get(kind, id) as [string] | undefined;
      return row === undefined ? null : (JSON.parse(row[0]) as Records[K]);
    },
    count: (kind) => (countRecords.get(kind) as [number])[0],
    put(record) {
      const { object, id } = record;
      putRecord.run(object, id, customerOf(record), ownerOf(record), JSON.stringify(record));
    },
    remove(kind, id) {
      dropRecord.run(kind, id);
      dropDue.run(kind, id);
    },
    plan({ kind, id }, at, rank) {
      if (at === null) dropDue.run(kind, id);
      else putDue.run(kind, id, at, rank);
    },
    nextDue() {
      const row = firstDue.get() as [Kind, string, number] | undefined;
      return row === undefined ? null : { kind: row[0], id: row[1], at: row[2] };
    },
    clear() {
      database.exec("DELETE FROM records; DELETE FROM dues;");
    },
    close() {
      database.close();
    },
  };
}
