import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { decodeJwt } from "jose";
import type { Backend } from "@hark/convex-local";
import type { AdjustableClock } from "@hark/stand-in-kit/clock";
import { must } from "@hark/stand-in-kit/must";
import type { Id, TableNames } from "../../convex/_generated/dataModel";
import { adminClient, functionLog, postAsAdmin } from "../admin-client.ts";
import type { LoggedFunction } from "../admin-client.ts";
import { PRODUCT_FOLDER, startLocalDeployment } from "../contract/local-deployment.ts";
import { eventually } from "../eventually.ts";
import { createAccount, newSession } from "../inside-accounts.ts";
import { callerOf } from "../caller.ts";
import type { Caller } from "../caller.ts";
import type { World } from "./world.ts";

const ALARM_MS = 1;

/** How many documents a function read and wrote, including the functions that it called. */
export interface Documents {
  read: number;
  written: number;
}

export interface LocalWorld extends World {
  /** The backend's URL. */
  url: string;
  /** Runs code that calls a function once, and returns what the function cost. */
  documentsOf(name: string, run: () => Promise<unknown>): Promise<Documents>;
  /** The cost of all functions that run meanwhile. */
  documentsWithin(run: () => Promise<unknown>): Promise<Documents>;
  /** Deletes a document, as Convex's dashboard does. */
  remove<Table extends TableNames>(table: Table, id: Id<Table>): Promise<void>;
  /** Cancels all scheduled functions, because an export does not contain them either. */
  dropScheduled(): Promise<void>;
  /** Calls as the user with this token. */
  as(token: string): Caller;
  /** The newest rows of a component's table, at most a hundred. */
  rowsOfComponent(componentId: string, table: string): Promise<unknown[]>;
}

/** What the world needs of a backend on which the product is deployed. */
export interface Reached extends Pick<Backend, "url" | "siteUrl" | "adminKey" | "setEnvironment"> {
  isIdle(): boolean | Promise<boolean>;
  clock: AdjustableClock;
  /** Advances the backend's clock, if it is not the world's own. */
  advance?(ms: number): Promise<void>;
  close(): Promise<void>;
}

export async function openLocal(): Promise<LocalWorld> {
  const deployment = await startLocalDeployment(PRODUCT_FOLDER);
  const { backend, clock } = deployment;
  await backend.setEnvironment({ TRIAL_KEYS: "a-key-of-these-tests" });
  return worldOn({ ...backend, clock, close: () => deployment.close() });
}

export function worldOn(backend: Reached): LocalWorld {
  const { clock } = backend;
  const client = () => new ConvexHttpClient(backend.url, { logger: false });
  const admin = adminClient(backend.url, backend.adminKey);
  const settle = async () => {
    // The clock's timers fire a moment after it was moved.
    await new Promise((resolve) => setTimeout(resolve, ALARM_MS));
    await eventually(() => backend.isIdle());
  };
  let owners = 0;

  return {
    url: backend.url,
    visitor: callerOf(client()),
    inside: callerOf(admin),
    async signUp(address) {
      owners += 1;
      const email = address ?? `owner-${owners}@example.com`;
      const own = client();
      const userId = await createAccount(admin, email);
      const signIn = async () => {
        const { token } = await newSession(admin, userId);
        own.setAuth(token);
        return token;
      };
      let token = await signIn();
      // A token is valid for an hour, and tests advance months.
      const freshToken = async () => {
        if (must(decodeJwt(token).exp, "expiry") * 1000 <= clock.now()) token = await signIn();
        return token;
      };
      return {
        ...callerOf(own, freshToken),
        userId,
        email,
        token: freshToken,
        async otherSession() {
          const { token: other } = await newSession(admin, userId);
          const { sub } = decodeJwt(other);
          return must(must(sub, "subject").split("|")[1], "session") as Id<"authSessions">;
        },
      };
    },
    clock,
    async advance(ms) {
      await backend.advance?.(ms);
      clock.advance(ms);
      await settle();
    },
    skip: (ms) => clock.advance(ms),
    knowsAddresses: true,
    siteUrl: backend.siteUrl,
    rows: async (table) => (await allRows(admin, table)) as never,
    async storedFiles() {
      const files = (await allRows(admin, "_storage")) as { _id: string }[];
      return files.map(({ _id }) => _id);
    },
    setVariables: (variables) => backend.setEnvironment(variables),
    settle,
    unfinished: () => unfinished(admin, clock.now()),
    async documentsOf(name, run) {
      const { newCursor } = await functionLog(backend, 0);
      await run();
      const { entries } = await functionLog(backend, newCursor);
      const own = entries.filter(({ identifier }) => identifier === name);
      const [first, ...others] = own;
      if (first === undefined || others.length > 0) {
        throw new Error(`${name} ran ${own.length} times`);
      }
      return documentsIn(entries.filter(({ requestId }) => requestId === first.requestId));
    },
    async documentsWithin(run) {
      const { newCursor } = await functionLog(backend, 0);
      await run();
      return documentsIn((await functionLog(backend, newCursor)).entries);
    },
    async insert(table, documents) {
      for (let from = 0; from < documents.length; from += ADDED_AT_ONCE) {
        const some = documents.slice(from, from + ADDED_AT_ONCE);
        const answer = await admin.mutation(ADD_DOCUMENT, { table, documents: some });
        if (!answer.success) throw new Error(`Not inserted: ${JSON.stringify(answer)}`);
      }
    },
    async remove(tableName, id) {
      await admin.mutation(DELETE_DOCUMENTS, { toDelete: [{ id, tableName }] });
    },
    async dropScheduled() {
      await postAsAdmin(backend, "cancel_all_jobs");
    },
    as(token) {
      const own = client();
      own.setAuth(token);
      return callerOf(own);
    },
    rowsOfComponent: (componentId, table) =>
      admin.query(TABLE_SCAN, { componentId, table, limit: 100 }),
    close: () => backend.close(),
  };
}

function documentsIn(entries: LoggedFunction[]): Documents {
  return {
    read: sumOf(entries, ({ usageStats }) => usageStats.databaseReadDocuments),
    written: sumOf(entries, ({ usageStats }) => usageStats.databaseWriteDocuments),
  };
}

function sumOf<T>(list: T[], part: (one: T) => number): number {
  return list.reduce((sum, one) => sum + part(one), 0);
}

interface PaginationOptions {
  cursor: string | null;
  numItems: number;
}

interface ScheduledFunction {
  scheduledTime: number;
  state: { kind: string };
}

async function allRows(admin: ConvexHttpClient, table: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  let cursor: string | null = null;
  for (;;) {
    const paginationOpts: PaginationOptions = { cursor, numItems: 200 };
    const answer = await admin.query(TABLE_DATA, { table, order: "asc", paginationOpts });
    rows.push(...answer.page);
    if (answer.isDone) return rows;
    cursor = answer.continueCursor;
  }
}

async function unfinished(admin: ConvexHttpClient, nowMs: number): Promise<number> {
  const { page } = await admin.query(TABLE_DATA, {
    table: "_scheduled_functions",
    order: "desc",
    paginationOpts: { cursor: null, numItems: 200 },
  });
  return (page as ScheduledFunction[]).filter(
    ({ scheduledTime, state }) =>
      state.kind === "inProgress" || (state.kind === "pending" && scheduledTime <= nowMs),
  ).length;
}

const TABLE_DATA = makeFunctionReference<
  "query",
  { table: string; order: string; paginationOpts: PaginationOptions },
  { page: unknown[]; isDone: boolean; continueCursor: string }
>("_system/cli/tableData");

const ADDED_AT_ONCE = 500;
const ADD_DOCUMENT = makeFunctionReference<
  "mutation",
  { table: string; documents: unknown[] },
  { success: boolean }
>("_system/frontend/addDocument");

const DELETE_DOCUMENTS = makeFunctionReference<
  "mutation",
  { toDelete: { id: string; tableName: string }[] },
  { success: boolean }
>("_system/frontend/deleteDocuments");

const TABLE_SCAN = makeFunctionReference<
  "query",
  { componentId: string; table: string; limit: number },
  unknown[]
>("_system/frontend/listTableScan");
