/**
 * The functions and endpoints of the backend itself, which the vendor's dashboard and tools call. Established in
 * get-convex/convex-backend: the functions in npm-packages/system-udfs/convex/_system, each in the file of its name,
 * the endpoints in crates/local_backend/src.
 */
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { must } from "../../local/must.ts";
import { adminClient } from "../admin-client.ts";
import { eventually } from "../eventually.ts";
import { api } from "./app-api.ts";
import { COMPONENTS_APP_FOLDER, PRODUCT_FOLDER, startDeployment } from "./any-deployment.ts";
import type { AnyDeployment } from "./any-deployment.ts";

let deployment: AnyDeployment;
let http: ConvexHttpClient;
let admin: ConvexHttpClient;

beforeAll(async () => {
  deployment = await startDeployment();
  http = new ConvexHttpClient(deployment.backend.url, { logger: false });
  admin = adminClient(deployment.backend.url, deployment.backend.adminKey);
});

afterAll(() => deployment.close());

type Args = Record<string, unknown>;

const ask = <T = unknown>(path: string, args: Args = {}): Promise<T> =>
  admin.query(makeFunctionReference<"query">(`_system/${path}`), args as never) as Promise<T>;
const tell = <T = unknown>(path: string, args: Args = {}): Promise<T> =>
  admin.mutation(makeFunctionReference<"mutation">(`_system/${path}`), args as never) as Promise<T>;
const request = (route: string, init: RequestInit = {}) =>
  fetch(`${deployment.backend.url}/api/${route}`, {
    ...init,
    headers: { Authorization: `Convex ${deployment.backend.adminKey}` },
  });
const post = (route: string, body: object) =>
  request(route, { method: "POST", body: JSON.stringify(body) });

const firstPage = (numItems: number) => ({ numItems, cursor: null });
const encoded = (filters: object) => Buffer.from(JSON.stringify(filters)).toString("base64");

interface Page {
  page: { _id: string; author?: string; rank?: number }[];
  isDone: boolean;
  continueCursor: string;
}

const pageOf = (filters: object | null, paginationOpts: object = firstPage(100)) =>
  ask<Page>("frontend/paginatedTableDocuments", {
    table: "notes",
    filters: filters === null ? null : encoded(filters),
    paginationOpts,
  });

const notes = (...authors: string[]) =>
  tell("frontend/addDocument", {
    table: "notes",
    documents: authors.map((author, rank) => ({ author, rank })),
  });

// crates/database/src/database.rs `unauthorized_error`; crates/keybroker/src/operations.rs `bad_admin_key_error`.
test("[A8] none of it is for anybody but admins", async () => {
  for (const [route, path] of [
    ["query", "_system/frontend/listEnvironmentVariables"],
    ["query", "_system/cli/tables"],
    ["mutation", "_system/frontend/addDocument"],
  ]) {
    const response = await fetch(`${deployment.backend.url}/api/${route}`, {
      method: "POST",
      body: JSON.stringify({ path, args: {}, format: "json" }),
    });
    expect(response.status).toBe(403);
    const message = `Operation ${route ?? ""} not permitted`;
    expect(await response.json()).toEqual({ code: "SystemIdentityRequired", message });
  }
  for (const route of ["check_admin_key", "shapes2", "list_environment_variables"]) {
    expect((await fetch(`${deployment.backend.url}/api/${route}`)).status).toBe(403);
  }
  const socket = new ConvexClient(deployment.backend.url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
  });
  const hidden = makeFunctionReference<"query">("_system/frontend/listEnvironmentVariables");
  await expect(socket.query(hidden, {})).rejects.toThrow("not permitted");
  await socket.close();
});

// dashboard.rs `check_admin_key`.
test("[A2] check_admin_key says that the key is right and what it may", async () => {
  expect(await (await request("check_admin_key")).json()).toMatchObject({
    success: true,
    isReadOnly: false,
    allowedOps: expect.arrayContaining(["ViewData", "WriteData"]) as unknown,
  });
});

// secretSystemTables.ts and server.ts check them as any; crates/udf/src/validation.rs (the wrong kind).
test("[E1] arguments are checked, in Convex's words", async () => {
  await expect(ask("frontend/tableSize", { tableName: 5 })).rejects.toThrow(
    /ArgumentValidationError: Value does not match validator\.\nPath: \.tableName/,
  );
  await expect(tell("frontend/tableSize", { tableName: "notes" })).rejects.toThrow(
    "Trying to execute _system/frontend/tableSize.js:default as Mutation, but it is defined as Query.",
  );
});

// addDocument.ts, patchDocumentsFields.ts, replaceDocument.ts, deleteDocuments.ts, getById.ts.
test("[E1] documents are added, changed, replaced and deleted, and the schema holds for them", async () => {
  await http.mutation(api.notes.clear, {});
  expect(await notes("ada", "bob")).toEqual({ success: true });
  const { page } = await pageOf({ clauses: [], order: "asc" });
  const [ada = "", bob = ""] = page.map(({ _id }) => _id);

  await tell("frontend/patchDocumentsFields", { table: "notes", ids: [ada], fields: { rank: 9 } });
  await tell("frontend/replaceDocument", { id: bob, document: { author: "eve" } });
  expect((await pageOf({ clauses: [], order: "asc" })).page).toMatchObject([
    { _id: ada, author: "ada", rank: 9 },
    { _id: bob, author: "eve" },
  ]);

  const wrong = tell("frontend/addDocument", {
    table: "notes",
    documents: [{ author: "fits" }, { author: 5 }],
  });
  await expect(wrong).rejects.toThrow(ConvexError);
  await expect(wrong).rejects.toThrow("does not match the schema");
  expect(await ask("frontend/tableSize", { tableName: "notes" })).toBe(2);

  await tell("frontend/deleteDocuments", { toDelete: [{ id: ada, tableName: "notes" }] });
  expect(await ask("frontend/getById", { id: ada })).toBeNull();
  expect(await tell("frontend/replaceDocument", { id: ada, document: {} })).toEqual({
    success: false,
    error: "Document does not exist.",
  });
});

// paginatedTableDocuments.ts with lib/filters.ts; listTableScan.ts.
test("[E1] a table is paged through, in either order, with filters of value, type and index", async () => {
  await http.mutation(api.notes.clear, {});
  await notes("a", "b", "c", "d", "e");
  await http.mutation(api.notes.add, { author: "unranked" });
  const authors = ({ page }: Page) => page.map(({ author }) => author).join("");

  const first = await pageOf(null, firstPage(2));
  expect(authors(first)).toBe("unrankede");
  const next = { numItems: 2, cursor: first.continueCursor };
  expect(authors(await pageOf(null, next))).toBe("dc");
  const clauses = (...list: object[]) => pageOf({ clauses: list, order: "asc" }).then(authors);
  expect(await clauses({ op: "gte", field: "rank", value: 3 })).toBe("de");
  expect(await clauses({ op: "anyOf", field: "author", value: ["a", "c"] })).toBe("ac");
  expect(await clauses({ op: "type", field: "rank", value: "unset" })).toBe("unranked");
  expect(await clauses({ op: "eq", field: "rank", value: 1, enabled: false })).toHaveLength(13);
  const byAuthor = (...list: object[]) => ({
    clauses: [],
    order: "desc",
    index: { name: "by_author", clauses: list },
  });
  const range = { type: "indexRange", enabled: true, lowerOp: "gt", lowerValue: "b" };
  expect(authors(await pageOf(byAuthor(range)))).toBe("unrankededc");
  expect(
    (await pageOf({ ...byAuthor(range), index: { name: "none", clauses: [range] } })).page,
  ).toEqual([{ filter: -1, error: "Index none does not exist." }]);
  expect(await ask("frontend/listTableScan", { table: "notes", limit: 2 })).toMatchObject([
    { author: "unranked" },
    { author: "e" },
  ]);
});

// clearTablePage.ts.
test("[E1] a table is cleared page by page", async () => {
  await http.mutation(api.notes.clear, {});
  await notes("a", "b", "c");
  const cleared = await tell("frontend/clearTablePage", { tableName: "notes", cursor: null });
  expect(cleared).toMatchObject({ deleted: 3, hasMore: false });
  expect(await ask("frontend/tableSize", { tableName: "notes" })).toBe(0);
});

// createTable.ts, getTableMapping.ts; dashboard.rs `delete_tables`, crates/common/src/schemas/mod.rs (the words).
test("[E2] tables are made, listed with their numbers, and deleted unless the schema names them", async () => {
  await tell("frontend/createTable", { table: "scratch" });
  const mapping = await ask<Record<string, string>>("frontend/getTableMapping");
  expect(Object.values(mapping)).toEqual(
    expect.arrayContaining(["notes", "scratch", "_file_storage", "_scheduled_jobs"]),
  );
  expect((await post("delete_tables", { tableNames: ["scratch"] })).status).toBe(200);
  const after = await ask<Record<string, string>>("frontend/getTableMapping");
  expect(Object.values(after)).not.toContain("scratch");
  const refused = await post("delete_tables", { tableNames: ["notes"] });
  expect(await refused.json()).toEqual({
    code: "SchemaEnforcementError",
    message: 'Failed to delete table "notes" because it appears in the schema',
  });
});

// getSchemas.ts, indexes.ts; dashboard.rs `shapes2`, crates/common/src/shapes/dashboard.rs.
test("[E2] schemas, indexes and shapes are told", async () => {
  await notes("a");
  const { active } = await ask<{ active: string }>("frontend/getSchemas");
  const { tables } = JSON.parse(active) as { tables: { tableName: string }[] };
  expect(tables.map(({ tableName }) => tableName)).toContain("shapes");
  expect(
    await ask("frontend/indexes", { tableName: "notes", tableNamespace: null }),
  ).toContainEqual({
    name: "by_author",
    staged: false,
    fields: ["author", "rank", "_creationTime"],
    backfill: { state: "done" },
  });
  const shapes = (await (await request("shapes2")).json()) as Record<string, { fields: object[] }>;
  expect(shapes.notes?.fields).toEqual(
    expect.arrayContaining([
      { fieldName: "_id", optional: false, shape: { type: "Id", tableName: "notes" } },
      { fieldName: "author", optional: false, shape: { type: "String" } },
    ]),
  );
});

// modules.ts.
test("[E3] modules are listed with their functions, routes and arguments", async () => {
  const modules = Object.fromEntries(
    await ask<[string, { functions: object[] }][]>("frontend/modules:list"),
  );
  expect(modules["calls.js"]?.functions).toContainEqual({
    name: "hidden",
    udfType: "Mutation",
    visibility: { kind: "internal" },
  });
  expect(modules["http.js"]?.functions).toContainEqual(
    expect.objectContaining({ udfType: "HttpAction" }),
  );
  const args = await ask<string>("frontend/modules:argsValidator", { function: "files:read" });
  expect(JSON.parse(args)).toMatchObject({
    type: "object",
    value: { id: { fieldType: { type: "id", tableName: "_storage" } } },
  });
  expect(await ask("frontend/modules:argsValidator", { function: "files:none" })).toBeNull();
});

// paginatedScheduledJobs.ts; scheduling.rs `cancel_job`, `cancel_all_jobs`.
test("[E3] what waits to run is listed and cancelled", async () => {
  for (const note of ["one", "two"]) {
    await http.mutation(api.later.plan, { job: "write", author: note, delayMs: 3_600_000 });
  }
  const jobs = () =>
    ask<{ page: { _id: string; udfPath: string; state: object }[] }>(
      "frontend/paginatedScheduledJobs",
      { paginationOpts: firstPage(10) },
    ).then(({ page }) => page);
  const [first, second] = await jobs();
  expect(first).toMatchObject({ state: { kind: "pending" } });
  expect((await post("cancel_job", { id: first?._id })).status).toBe(200);
  expect((await jobs()).map(({ _id }) => _id)).toEqual([second?._id]);
  expect((await post("cancel_all_jobs", { udfPath: second?.udfPath })).status).toBe(200);
  expect(await jobs()).toEqual([]);
});

// fileStorageV2.ts.
test("[E3] files are listed with their links and deleted", async () => {
  const storageId = await http.action(api.files.store, { text: "seen" });
  const { page } = await ask<{ page: { _id: string; url: string }[] }>(
    "frontend/fileStorageV2:fileMetadata",
    { paginationOpts: firstPage(5) },
  );
  expect(page[0]).toMatchObject({ _id: storageId, size: 4 });
  expect(await (await fetch(page[0]?.url ?? "")).text()).toBe("seen");
  const upload = await tell<string>("frontend/fileStorageV2:generateUploadUrl");
  expect((await fetch(upload, { method: "POST", body: "new" })).status).toBe(200);
  const before = await ask<number>("frontend/fileStorageV2:numFiles");
  await tell("frontend/fileStorageV2:deleteFiles", { storageIds: [storageId] });
  expect(await ask("frontend/fileStorageV2:getFile", { storageId })).toBeNull();
  expect(await ask("frontend/fileStorageV2:numFiles")).toBe(before - 1);
});

// listEnvironmentVariables.ts; environment_variables.rs.
test("[E3] variables are listed as documents, and as the API has them", async () => {
  await post("update_environment_variables", { changes: [{ name: "SEEN", value: "yes" }] });
  expect(await ask("frontend/listEnvironmentVariables")).toContainEqual(
    expect.objectContaining({ name: "SEEN", value: "yes" }),
  );
  expect(await (await request("list_environment_variables")).json()).toMatchObject({
    environmentVariables: { SEEN: "yes" },
  });
});

// logs.rs `stream_udf_execution`.
test("[L1] logs come after a cursor", async () => {
  const read = async (cursor: number) =>
    (await (await request(`stream_udf_execution?cursor=${cursor}`)).json()) as {
      entries: { identifier: string }[];
      newCursor: number;
    };
  const { newCursor } = await read(0);
  await http.query(api.notes.take, { count: 1 });
  const { entries } = await read(newCursor);
  expect(entries.map(({ identifier }) => identifier)).toEqual(["notes:take"]);
});

// crates/sync/src/worker.rs: an admin's socket runs them like any.
test("[E3] over a socket they are watched, and mutations answered", async () => {
  const client = new ConvexClient(deployment.backend.url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
  });
  (client.client as unknown as { setAdminAuth(key: string): void }).setAdminAuth(
    deployment.backend.adminKey,
  );
  await http.mutation(api.notes.clear, {});
  let size: unknown;
  const query = makeFunctionReference<"query">("_system/frontend/tableSize:default");
  client.onUpdate(query, { tableName: "notes" }, (value) => (size = value));
  await eventually(() => size === 0);
  const mutation = makeFunctionReference<"mutation">("_system/frontend/addDocument:default");
  const args = { table: "notes", documents: [{ author: "watched" }] };
  expect(await client.mutation(mutation, args)).toEqual({ success: true });
  await eventually(() => size === 1);
  await client.close();
});

// components.ts. Ids are paths here, and so what is said of a wrong one is ours.
test("[E3] components are listed, and looked into by their ids", async () => {
  deployment.onlyHere();
  const other = await startDeployment(COMPONENTS_APP_FOLDER);
  const client = adminClient(other.backend.url, other.backend.adminKey);
  const query = <T>(path: string, args: Args) =>
    client.query(makeFunctionReference<"query">(path), args as never) as Promise<T>;
  const list = await query<{ id: string; path: string }[]>("_system/frontend/components:list", {});
  expect(list.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["", "rateLimiter", "second"]),
  );
  const componentId = list.find(({ path }) => path === "rateLimiter")?.id;
  const mapping = await query<object>("_system/frontend/getTableMapping:default", { componentId });
  expect(Object.values(mapping)).toContain("rateLimits");
  const wrong = query("_system/frontend/getTableMapping:default", { componentId: "none" });
  await expect(wrong).rejects.toThrow('Component "none" not found.');
  await other.close();
});

// listCronJobs.ts; crates/model/src/cron_jobs/types.rs (specs and times).
test("[E3] cron jobs are listed with their next run and the last", async () => {
  deployment.onlyHere();
  const product = await startDeployment(PRODUCT_FOLDER);
  const client = adminClient(product.backend.url, product.backend.adminKey);
  interface CronJob {
    name: string;
    cronSpec: { udfPath: string; cronSchedule: object; udfArgs: ArrayBuffer };
    lastRun: { name: string; status: { type: string }; ts: bigint } | null;
    nextRun: { nextTs: bigint; prevTs: bigint | null };
  }
  const hourly = async () => {
    const query = makeFunctionReference<"query">("_system/frontend/listCronJobs");
    const jobs = (await client.query(query, {})) as CronJob[];
    return must(
      jobs.find(({ name }) => name === "forget old Stripe events"),
      "the job",
    );
  };
  const before = await hourly();
  expect(before).toMatchObject({
    cronSpec: {
      udfPath: "backstage/subscriptions.js:forgetEvents",
      cronSchedule: { type: "interval", seconds: 86_400n },
    },
  });
  expect(Buffer.from(before.cronSpec.udfArgs).toString()).toBe("[{}]");
  product.clock.advance(Number(before.nextRun.nextTs / 1_000_000n) - product.clock.now());
  // The one before it was when the job was new.
  await eventually(async () => (await hourly()).lastRun?.ts === before.nextRun.nextTs);
  const after = await hourly();
  expect(after.lastRun).toMatchObject({ name: before.name });
  expect(after.nextRun.prevTs).toBe(before.nextRun.nextTs);
  await product.close();
});
