/**
 * The backend's own functions and endpoints, which the dashboard and the CLI call. Sources in
 * get-convex/convex-backend: the functions in npm-packages/system-udfs/convex/_system, each in the file of its name,
 * and the endpoints in crates/local_backend/src.
 */
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { adminClient } from "../admin-client.ts";
import { eventually } from "../eventually.ts";
import { api } from "./app-api.ts";
import { COMPONENTS_APP_FOLDER, startDeployment } from "./any-deployment.ts";
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

const query = <T = unknown>(path: string, args: Args = {}): Promise<T> =>
  admin.query(makeFunctionReference<"query">(`_system/${path}`), args as never) as Promise<T>;
const mutate = <T = unknown>(path: string, args: Args = {}): Promise<T> =>
  admin.mutation(makeFunctionReference<"mutation">(`_system/${path}`), args as never) as Promise<T>;
const request = (route: string, init: RequestInit = {}) =>
  fetch(`${deployment.backend.url}/api/${route}`, {
    ...init,
    headers: { Authorization: `Convex ${deployment.backend.adminKey}` },
  });

const firstPage = (numItems: number) => ({ numItems, cursor: null });
const notes = (...authors: string[]) =>
  mutate("frontend/addDocument", {
    table: "notes",
    documents: authors.map((author, rank) => ({ author, rank })),
  });

// crates/database/src/database.rs `unauthorized_error`; crates/keybroker/src/operations.rs `bad_admin_key_error`.
test("[A8] only admins can use any of it", async () => {
  for (const [route, path] of [
    ["query", "_system/cli/queryEnvironmentVariables"],
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
  for (const route of ["check_admin_key", "shapes2"]) {
    expect((await fetch(`${deployment.backend.url}/api/${route}`)).status).toBe(403);
  }
  const socket = new ConvexClient(deployment.backend.url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
  });
  const hidden = makeFunctionReference<"query">("_system/cli/queryEnvironmentVariables");
  await expect(socket.query(hidden, {})).rejects.toThrow("not permitted");
  await socket.close();
});

// dashboard.rs `check_admin_key`.
test("[A2] check_admin_key reports that the key is valid, and its permissions", async () => {
  expect(await (await request("check_admin_key")).json()).toMatchObject({
    success: true,
    isReadOnly: false,
    allowedOps: expect.arrayContaining(["ViewData", "WriteData"]) as unknown,
  });
});

// secretSystemTables.ts and server.ts validate them like any arguments; crates/udf/src/validation.rs (the wrong type).
test("[E1] arguments are validated, with Convex's messages", async () => {
  await expect(query("frontend/tableSize", { tableName: 5 })).rejects.toThrow(
    /ArgumentValidationError: Value does not match validator\.\nPath: \.tableName/,
  );
  await expect(mutate("frontend/tableSize", { tableName: "notes" })).rejects.toThrow(
    "Trying to execute _system/frontend/tableSize.js:default as Mutation, but it is defined as Query.",
  );
});

// addDocument.ts, deleteDocuments.ts, listTableScan.ts.
test("[E1] documents are added, listed and deleted, and must match the schema", async () => {
  await http.mutation(api.notes.clear, {});
  expect(await notes("ada", "bob")).toEqual({ success: true });
  const listed = () =>
    query<{ _id: string; author: string }[]>("frontend/listTableScan", {
      table: "notes",
      limit: 2,
    });
  const [bob, ada] = await listed();
  expect([bob?.author, ada?.author]).toEqual(["bob", "ada"]);
  const wrong = mutate("frontend/addDocument", {
    table: "notes",
    documents: [{ author: "fits" }, { author: 5 }],
  });
  await expect(wrong).rejects.toThrow(ConvexError);
  await expect(wrong).rejects.toThrow("does not match the schema");
  expect(await query("frontend/tableSize", { tableName: "notes" })).toBe(2);
  await mutate("frontend/deleteDocuments", { toDelete: [{ id: bob?._id, tableName: "notes" }] });
  expect(await listed()).toEqual([ada]);
});

// clearTablePage.ts.
test("[E1] a table is cleared page by page", async () => {
  await http.mutation(api.notes.clear, {});
  await notes("a", "b", "c");
  const cleared = await mutate("frontend/clearTablePage", { tableName: "notes", cursor: null });
  expect(cleared).toMatchObject({ deleted: 3, hasMore: false });
  expect(await query("frontend/tableSize", { tableName: "notes" })).toBe(0);
});

// getSchemas.ts; dashboard.rs `shapes2`, crates/common/src/shapes/dashboard.rs.
test("[E2] schemas and shapes are listed", async () => {
  await notes("a");
  const { active } = await query<{ active: string }>("frontend/getSchemas");
  const { tables } = JSON.parse(active) as { tables: { tableName: string }[] };
  expect(tables.map(({ tableName }) => tableName)).toContain("shapes");
  const shapes = (await (await request("shapes2")).json()) as Record<string, { fields: object[] }>;
  expect(shapes.notes?.fields).toEqual(
    expect.arrayContaining([
      { fieldName: "_id", optional: false, shape: { type: "Id", tableName: "notes" } },
      { fieldName: "author", optional: false, shape: { type: "String" } },
    ]),
  );
});

// fileStorageV2.ts.
test("[E3] files are listed with their URLs, and deleted", async () => {
  const storageId = await http.action(api.files.store, { text: "seen" });
  const { page } = await query<{ page: { _id: string; url: string }[] }>(
    "frontend/fileStorageV2:fileMetadata",
    { paginationOpts: firstPage(5) },
  );
  expect(page[0]).toMatchObject({ _id: storageId, size: 4 });
  expect(await (await fetch(page[0]?.url ?? "")).text()).toBe("seen");
  const before = await query<number>("frontend/fileStorageV2:numFiles");
  await mutate("frontend/fileStorageV2:deleteFiles", { storageIds: [storageId] });
  expect(await query("frontend/fileStorageV2:numFiles")).toBe(before - 1);
});

// logs.rs `stream_udf_execution`.
test("[L1] log lines come after a cursor", async () => {
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

// crates/sync/src/worker.rs: an admin's socket runs them like other functions.
test("[E3] a socket can subscribe to the queries and run the mutations", async () => {
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

// components.ts. IDs are paths here, so the messages about wrong ones are the local backend's own.
test("[E3] components are listed, and inspected by their IDs", async () => {
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
  const size = (id: string | undefined) =>
    query("_system/frontend/tableSize:default", { componentId: id, tableName: "rateLimits" });
  expect(await size(componentId)).toBe(0);
  const wrong = size("none");
  await expect(wrong).rejects.toThrow('Component "none" not found.');
  await other.close();
});
