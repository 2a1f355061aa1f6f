/** Assistants, files, tools, calls, sessions, chats, outputs, credentials and simulations on disk: one table, newest first. */
import type Database from "libsql";
import { openDatabaseFile } from "@hark/stand-in-kit/database-file";
import type {
  Assistant,
  Credential,
  Resource,
  SavedOutput,
  StoredCall,
  StoredChat,
  StoredSession,
  Tool,
  UploadedFile,
} from "./resources.ts";
import type { SimulationRun, SimulationRunItem } from "./simulation-resources.ts";

export interface Filter {
  id?: string;
  assistantId?: string;
  /** SQL's own comparisons on ISO times, which sort as text. */
  times: {
    column: "created_at" | "updated_at";
    comparison: ">" | "<" | ">=" | "<=";
    value: string;
  }[];
  /** Other fields that must have these values, by their path in the stored JSON: `$.chat.sessionId`. */
  fields?: Record<string, string>;
  limit: number;
  offset?: number;
  isOldestFirst?: boolean;
}

export interface ResourceTable<Kind extends Resource> {
  get(id: string): Kind | null;
  /** In the order of the list, for whoever takes what is listed one after the other. */
  ids(filter: Filter): string[];
  list(filter: Filter): Kind[];
  /** How many there are, whatever the limit. */
  count(filter: Filter): number;
  put(resource: Kind): void;
  delete(id: string): void;
}

export interface PlatformStore {
  assistants: ResourceTable<Assistant>;
  files: ResourceTable<UploadedFile>;
  tools: ResourceTable<Tool>;
  calls: ResourceTable<StoredCall>;
  sessions: ResourceTable<StoredSession>;
  chats: ResourceTable<StoredChat>;
  outputs: ResourceTable<SavedOutput>;
  credentials: ResourceTable<Credential>;
  simulationRuns: ResourceTable<SimulationRun>;
  simulationRunItems: ResourceTable<SimulationRunItem>;
  clear(): void;
  close(): void;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS resources (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL, id TEXT NOT NULL UNIQUE, assistant TEXT,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL, json TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS newest ON resources (kind, created_at, sequence);
  CREATE INDEX IF NOT EXISTS newest_of_assistant ON resources (kind, assistant, created_at, sequence);
`;

/** `beside` is where the files are that its resources name. */
export function openPlatformStore(file: string, beside: readonly string[]): PlatformStore {
  const database = openDatabaseFile({ file, synchronous: "NORMAL", schema: SCHEMA, beside });
  const table = <Kind extends Resource>(
    kind: string,
    assistantOf: (resource: Kind) => string | null = () => null,
  ) => openShelf(database, kind, assistantOf);

  return {
    assistants: table<Assistant>("assistant"),
    files: table<UploadedFile>("file"),
    tools: table<Tool>("tool"),
    calls: table<StoredCall>("call", ({ call }) => call.assistantId ?? null),
    sessions: table<StoredSession>("session", ({ session }) => session.assistantId ?? null),
    chats: table<StoredChat>("chat", ({ chat }) => chat.assistantId ?? null),
    outputs: table<SavedOutput>("structured-output"),
    credentials: table<Credential>("credential"),
    simulationRuns: table<SimulationRun>("simulation-run"),
    simulationRunItems: table<SimulationRunItem>("simulation-run-item"),
    clear: () => void database.exec("DELETE FROM resources"),
    close: () => void database.close(),
  };
}

function openShelf<Kind extends Resource>(
  database: Database.Database,
  kind: string,
  assistantOf: (resource: Kind) => string | null,
): ResourceTable<Kind> {
  const get = database.prepare("SELECT json FROM resources WHERE kind = ? AND id = ?").raw(true);
  const put = database.prepare(
    `INSERT INTO resources (kind, id, assistant, created_at, updated_at, json) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, json = excluded.json`,
  );
  const drop = database.prepare("DELETE FROM resources WHERE kind = ? AND id = ?");

  const table: ResourceTable<Kind> = {
    get(id) {
      const row = get.get(kind, id) as [string] | undefined;
      return row === undefined ? null : (JSON.parse(row[0]) as Kind);
    },
    ids(filter) {
      const { where, values } = conditionsOf(kind, filter);
      const { limit, offset = 0, isOldestFirst = false } = filter;
      const order = isOldestFirst ? "created_at, sequence" : "created_at DESC, sequence DESC";
      const sql = `SELECT id FROM resources WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`;
      const rows = database
        .prepare(sql)
        .raw(true)
        .all([...values, limit, offset]) as [string][];
      return rows.map(([found]) => found);
    },
    count(filter) {
      const { where, values } = conditionsOf(kind, filter);
      const sql = `SELECT count(*) FROM resources WHERE ${where}`;
      const [count] = database.prepare(sql).raw(true).get(values) as [number];
      return count;
    },
    list: (filter) => table.ids(filter).flatMap((id) => table.get(id) ?? []),
    put(resource) {
      const { id, createdAt, updatedAt } = resource;
      put.run(kind, id, assistantOf(resource), createdAt, updatedAt, JSON.stringify(resource));
    },
    delete(id) {
      drop.run(kind, id);
    },
  };
  return table;
}

function conditionsOf(kind: string, { id, assistantId, times, fields = {} }: Filter) {
  const conditions: [sql: string, ...values: string[]][] = [
    ["kind = ?", kind],
    ...(id === undefined ? [] : [["id = ?", id] as [string, string]]),
    ...(assistantId === undefined ? [] : [["assistant = ?", assistantId] as [string, string]]),
    ...times.map(({ column, comparison, value }): [string, string] => [
      `${column} ${comparison} ?`,
      value,
    ]),
    ...Object.entries(fields).map(([path, value]): [string, string, string] => [
      "json_extract(json, ?) = ?",
      path,
      value,
    ]),
  ];
  return {
    where: conditions.map(([sql]) => sql).join(" AND "),
    values: conditions.flatMap(([, ...values]) => values),
  };
}
