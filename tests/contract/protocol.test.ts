/**
 * What only a live connection to the local backend shows. Sources in get-convex/convex-backend:
 * crates/sync/src/worker.rs and state.rs, crates/local_backend/src/subs/mod.rs, crates/convex/sync_types.
 */
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { getDocumentSize } from "convex/values";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { must } from "@hark/stand-in-kit/must";
import { api } from "./app-api.ts";
import { eventually } from "../eventually.ts";
import { startDeployment } from "./any-deployment.ts";
import type { AnyDeployment } from "./any-deployment.ts";
import { openRawSocket } from "./raw-socket.ts";
import type { RawSocket, ServerMessage } from "./raw-socket.ts";

let deployment: AnyDeployment;
let http: ConvexHttpClient;
const opened: { close(): unknown }[] = [];

beforeAll(async () => {
  deployment = await startDeployment();
});

afterAll(() => deployment.close());

beforeEach(async () => {
  http = new ConvexHttpClient(deployment.backend.url, { logger: false });
  await http.mutation(api.notes.clear, {});
});

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

function newClient(): ConvexClient {
  const client = new ConvexClient(deployment.backend.url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
  });
  opened.push(client);
  return client;
}

async function newSocket(sessionId?: string): Promise<RawSocket> {
  const socket = await openRawSocket(deployment.backend.url, sessionId);
  opened.push(socket);
  return socket;
}

function watch(socket: RawSocket, udfPath: string, args: object = {}, queryId = 0): void {
  const add = { type: "Add", queryId, udfPath, args: [args] };
  socket.send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [add] });
}

function mutate(socket: RawSocket, requestId: number, udfPath: string, args: object): void {
  socket.send({ type: "Mutation", requestId, udfPath, args: [args] });
}

interface Modification {
  type: string;
  value: { author: string; rank?: number }[];
}

const modificationsOf = (message: ServerMessage) => message.modifications as Modification[];

test("[S3] a client sees at once what another writes", async () => {
  const seen: number[] = [];
  newClient().onUpdate(api.notes.list, {}, (notes) => seen.push(notes.length));
  await eventually(() => seen.length === 1);
  await newClient().mutation(api.notes.add, { author: "ada" });
  await eventually(() => seen.length === 2);
  expect(seen).toEqual([0, 1]);
});

test("[S3] a write to data that a query did not read does not rerun it", async () => {
  const socket = await newSocket();
  watch(socket, "notes:byAuthor", { author: "ada" });
  await socket.next("Transition");
  await http.mutation(api.notes.add, { author: "bob" });
  await http.mutation(api.notes.add, { author: "ada" });
  const transition = await socket.next("Transition");
  expect(modificationsOf(transition)[0]?.value).toMatchObject([{ author: "ada" }]);
  expect(socket.received.filter(({ type }) => type === "Transition")).toHaveLength(2);
});

test("[S3] an unchanged result is not sent again", async () => {
  const socket = await newSocket();
  watch(socket, "notes:take", { count: 1 });
  await socket.next("Transition");
  await http.mutation(api.notes.add, { author: "ada" });
  await socket.next("Transition");
  const [note] = await http.query(api.notes.list, {});
  // Read by the query and written, but with the same value.
  await http.mutation(api.notes.patch, { id: note?._id as never, fields: { author: "ada" } });
  mutate(socket, 0, "notes:add", { author: "bob" });
  const transition = await socket.next("Transition");
  expect(modificationsOf(transition)).toEqual([]);
});

interface LogEntry {
  identifier: string;
  cachedResult: boolean;
  usageStats: Record<string, number>;
}

/** The function log's entries about this function, the newest last. */
async function loggedOf(name: string): Promise<LogEntry[]> {
  const response = await fetch(`${deployment.backend.url}/api/stream_function_logs?cursor=0`, {
    headers: { Authorization: `Convex ${deployment.backend.adminKey}` },
  });
  const { entries } = (await response.json()) as { entries: LogEntry[] };
  return entries.filter(({ identifier }) => identifier === name);
}

test("[S4] many clients that subscribe to the same query share its runs", async () => {
  const clients = Array.from({ length: 5 }, newClient);
  const seen = clients.map(() => 0);
  clients.forEach((client, i) => {
    client.onUpdate(api.notes.byAuthor, { author: "shared" }, (notes) => (seen[i] = notes.length));
  });
  const runs = async () => (await loggedOf("notes:byAuthor")).length;
  await http.mutation(api.notes.add, { author: "shared" });
  await eventually(() => seen.every((count) => count === 1));
  const before = await runs();
  await http.mutation(api.notes.add, { author: "shared" });
  await eventually(() => seen.every((count) => count === 2));
  expect(await runs()).toBe(before + 1);
});

test("[S13] a repeated query does not run again until the data that it read has changed", async () => {
  const author = "asked";
  expect(await http.query(api.notes.byAuthor, { author })).toHaveLength(0);
  expect(await http.query(api.notes.byAuthor, { author })).toHaveLength(0);
  await http.mutation(api.notes.add, { author });
  expect(await http.query(api.notes.byAuthor, { author })).toHaveLength(1);
  const lastRuns = (await loggedOf("notes:byAuthor")).slice(-3);
  expect(lastRuns.map(({ cachedResult }) => cachedResult)).toEqual([false, true, false]);
});

test("[S13] a cached result keeps its random numbers and its time", async () => {
  const dealt = async () => [
    await http.query(api.runtime.random, { salt: "again" }),
    await http.query(api.runtime.times, {}),
  ];
  const first = await dealt();
  expect(await dealt()).toEqual(first);
});

test("[S13] an action sees its own latest writes", async () => {
  const author = "written";
  expect(await http.action(api.calls.callHidden, { author })).toBe(1);
  expect(await http.action(api.calls.callHidden, { author })).toBe(2);
});

test("[L1] the log shows what a function has read and written, with the keys of its own indexes", async () => {
  const author = "counted";
  for (const rank of [1, 2, 3]) await http.mutation(api.notes.add, { author, rank });
  const notes = await http.query(api.notes.byAuthor, { author });
  const last = async (name: string) => (await loggedOf(name)).at(-1);
  const [note] = notes;
  const documentBytes = getDocumentSize(must(note, "note"));
  // A tag and the value, for a text two bytes more: author, rank, creation time, ID.
  const idBytes = must(note, "note")._id.length + 3;
  const byAuthor = author.length + 3 + 9 + 9 + idBytes;
  const byMissingKey = 1 + 9 + idBytes;
  expect((await last("notes:add"))?.usageStats).toMatchObject({
    databaseWriteDocuments: 1,
    databaseWriteBytes: documentBytes + byAuthor + 32 + byMissingKey + 32,
  });
  expect((await last("notes:byAuthor"))?.usageStats).toMatchObject({
    databaseReadDocuments: 3,
    databaseReadBytes: 3 * (documentBytes + byAuthor),
    databaseWriteDocuments: 0,
    databaseWriteBytes: 0,
  });
});

// npm-packages/docs/docs/database/reading-data/indexes/indexes-and-query-perf.mdx; crates/database/src/query/index_range.rs.
test("[Q1] a query reads the documents of its range, however many are stored", async () => {
  const author = "one of many";
  for (const rank of [1, 2, 3]) await http.mutation(api.notes.add, { author, rank });
  // A different bound each time, because the same query would be served from the cache.
  const readFrom = async (from: number) => {
    expect(await http.query(api.notes.byAuthor, { author, from })).toHaveLength(3);
    return (await loggedOf("notes:byAuthor")).at(-1)?.usageStats;
  };
  const amongFew = await readFrom(0);
  expect(amongFew).toMatchObject({ databaseReadDocuments: 3 });
  for (let from = 0; from < 1_000; from += 100) {
    await http.mutation(api.notes.fill, { from, below: from + 100 });
  }
  expect(await readFrom(-1)).toEqual(amongFew);
});

test("[S1, S2] versions are consecutive, and a response comes before the transition that shows it", async () => {
  const socket = await newSocket();
  watch(socket, "notes:list");
  await socket.next("Transition");
  for (let i = 0; i < 5; i += 1) mutate(socket, i, "notes:add", { author: "ada", rank: i });
  await eventually(() => {
    const last = socket.received.filter(({ type }) => type === "Transition").at(-1);
    return last !== undefined && modificationsOf(last)[0]?.value.length === 5;
  });
  let version: unknown = { querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" };
  const answered: bigint[] = [];
  const time = (text: unknown) => Buffer.from(text as string, "base64").readBigUInt64LE();
  for (const message of socket.received) {
    if (message.type === "MutationResponse") answered.push(time(message.ts));
    if (message.type !== "Transition") continue;
    expect(message.startVersion).toEqual(version);
    version = message.endVersion;
    const shown = modificationsOf(message)[0]?.value.length ?? 0;
    expect(answered.length).toBeGreaterThanOrEqual(shown);
  }
  const end = (version as { ts: string }).ts;
  expect(answered.every((timestamp) => timestamp <= time(end))).toBe(true);
});

test("[S6] a mutation that is sent again after a lost connection is executed once", async () => {
  const first = await newSocket();
  mutate(first, 0, "notes:add", { author: "ada" });
  const { type: _, ...answer } = await first.next("MutationResponse");
  first.close();
  const second = await newSocket(first.sessionId);
  mutate(second, 0, "notes:add", { author: "ada" });
  expect(await second.next("MutationResponse")).toMatchObject(answer);
  expect(await http.query(api.notes.list, {})).toHaveLength(1);
});

test("[S6] the same request on two connections at once is executed once, and both get the response", async () => {
  const first = await newSocket();
  const second = await newSocket(first.sessionId);
  for (const socket of [first, second]) mutate(socket, 0, "notes:add", { author: "ada" });
  const answers = await Promise.all(
    [first, second].map((socket) => socket.next("MutationResponse")),
  );
  expect(answers[0]).toMatchObject({ success: true });
  expect(answers[1]).toEqual(answers[0]);
  expect(await http.query(api.notes.list, {})).toHaveLength(1);
});

test("[Q3] a subscribed page keeps its end while documents are inserted before it", async () => {
  for (const rank of [1, 2, 3]) await http.mutation(api.notes.add, { author: "ada", rank });
  const socket = await newSocket();
  watch(socket, "notes:page", { order: "desc", paginationOpts: { numItems: 2, cursor: null } });
  const ranks = (message: ServerMessage) => {
    const value: unknown = must(modificationsOf(message)[0], "the page that changed").value;
    return (value as { page: { rank: number }[] }).page.map(({ rank }) => rank);
  };
  expect(ranks(await socket.next("Transition"))).toEqual([3, 2]);
  await http.mutation(api.notes.add, { author: "ada", rank: 4 });
  expect(ranks(await socket.next("Transition"))).toEqual([4, 3, 2]);
});

test("[S7] signing in and out reruns subscribed queries", async () => {
  const socket = await newSocket();
  watch(socket, "calls:whoAmI");
  const who = (message: ServerMessage) =>
    (modificationsOf(message)[0]?.value as unknown as { subject: string } | null)?.subject ?? null;
  expect(who(await socket.next("Transition"))).toBeNull();
  const value = await deployment.signToken("ada");
  socket.send({ type: "Authenticate", tokenType: "User", value, baseVersion: 0 });
  expect(who(await socket.next("Transition"))).toBe("ada");
  socket.send({ type: "Authenticate", tokenType: "None", baseVersion: 1 });
  expect(who(await socket.next("Transition"))).toBeNull();
});

test("[S7] an invalid token is an AuthError, and the connection closes", async () => {
  const socket = await newSocket();
  socket.send({ type: "Authenticate", tokenType: "User", value: "a.b.c", baseVersion: 0 });
  expect(await socket.next("AuthError")).toMatchObject({
    baseVersion: 0,
    authUpdateAttempted: true,
  });
  await socket.closed;
});

test("[S7] HTTP and the socket refuse a token with the same message", async () => {
  const expired = await deployment.signToken("ada", { expiresInSeconds: -60 });
  const words = /^Could not validate token: Token expired \d+ seconds ago$/;
  const response = await fetch(`${deployment.backend.url}/api/query`, {
    method: "POST",
    headers: { Authorization: `Bearer ${expired}`, "Content-Type": "application/json" },
    body: JSON.stringify({ path: "calls:whoAmI", args: {}, format: "json" }),
  });
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({
    code: "InvalidAuthHeader",
    message: expect.stringMatching(words) as unknown,
  });
  const socket = await newSocket();
  socket.send({ type: "Authenticate", tokenType: "User", value: expired, baseVersion: 0 });
  expect(await socket.next("AuthError")).toMatchObject({
    error: expect.stringMatching(words) as unknown,
    authUpdateAttempted: true,
  });
});

test("[S7] an admin on the socket acts as the user with this issuer and subject", async () => {
  const socket = await newSocket();
  const { adminKey: value } = deployment.backend;
  const impersonating = { issuer: "https://admin.example", subject: "ada" };
  socket.send({
    type: "Authenticate",
    tokenType: "Admin",
    value,
    impersonating,
    baseVersion: 0,
  });
  watch(socket, "calls:identity");
  // The identity may be sent before the subscriptions.
  let seen: unknown;
  while (seen === undefined) seen = modificationsOf(await socket.next("Transition"))[0]?.value;
  expect(seen).toEqual({ ...impersonating, tokenIdentifier: "https://admin.example|ada" });
});

test("[S7] an expiring token closes the connection too", async () => {
  const socket = await newSocket();
  const value = await deployment.signToken("ada", { expiresInSeconds: 60 });
  socket.send({ type: "Authenticate", tokenType: "User", value, baseVersion: 0 });
  await socket.next("Transition");
  deployment.clock.advance(61_000);
  expect(await socket.next("AuthError")).toMatchObject({
    error: "Convex token identity expired",
    baseVersion: 1,
    authUpdateAttempted: false,
  });
  await socket.closed;
});

test.each([
  ["a frame that is not JSON", "nonsense"],
  // serde_json decides, which crates/local_backend/src/subs/mod.rs calls.
  [
    "text with half a pair of surrogates",
    { type: "Mutation", requestId: 0, udfPath: "notes:add", args: [{ author: "\ud83d" }] },
  ],
  [
    "a query set of another version",
    { type: "ModifyQuerySet", baseVersion: 7, newVersion: 8, modifications: [] },
  ],
  [
    "a component's function",
    { type: "Mutation", requestId: 0, udfPath: "a:b", args: [{}], componentPath: "x" },
  ],
])("[S8] %s is a fatal error", async (_, message) => {
  const socket = await newSocket();
  socket.send(message as object);
  await socket.next("FatalError");
  expect(await socket.closed).toBe(1002);
});

test("[A2] another deployment's admin key is refused", async () => {
  const socket = await newSocket();
  socket.send({ type: "Authenticate", tokenType: "Admin", value: "local|guess", baseVersion: 0 });
  await socket.next("AuthError");
  const response = await fetch(`${deployment.backend.url}/api/update_environment_variables`, {
    method: "POST",
    headers: { Authorization: "Convex local|guess" },
    body: JSON.stringify({ changes: [{ name: "A", value: "1" }] }),
  });
  expect(response.status).toBe(401);
  const system = http.query("_system/cli/queryEnvironmentVariables:default" as never, {});
  await expect(system).rejects.toThrow("Operation query not permitted");
});

test("[B5] files are uploaded with a signed URL and downloaded in ranges", async () => {
  const uploadUrl = await http.mutation(api.files.uploadUrl, {});
  const uploaded = await fetch(uploadUrl, {
    method: "POST",
    headers: { "Content-Type": "audio/mpeg" },
    body: "0123456789",
  });
  const { storageId } = (await uploaded.json()) as { storageId: never };
  const url = (await http.query(api.files.url, { id: storageId })) ?? "";
  const whole = await fetch(url);
  expect(whole.headers.get("Content-Type")).toBe("audio/mpeg");
  expect(await whole.text()).toBe("0123456789");
  const part = await fetch(url, { headers: { Range: "bytes=2-4" } });
  expect(part.status).toBe(206);
  expect(part.headers.get("Content-Range")).toBe("bytes 2-4/10");
  expect(await part.text()).toBe("234");
  expect(part.headers.get("Digest")).toBeNull();
  expect((await fetch(url, { headers: { Range: "bytes=0-1,3-4" } })).status).toBe(416);
  await http.mutation(api.files.remove, { id: storageId });
  expect((await fetch(url)).status).toBe(404);
});

// get-convex/convex-backend, crates/local_backend/src/storage.rs `storage_get`.
test("[B4] an empty file is downloaded whole, whatever range is requested", async () => {
  const uploadUrl = await http.mutation(api.files.uploadUrl, {});
  const uploaded = await fetch(uploadUrl, { method: "POST" });
  const { storageId } = (await uploaded.json()) as { storageId: never };
  const url = (await http.query(api.files.url, { id: storageId })) ?? "";
  const response = await fetch(url, { headers: { Range: "bytes=0-" } });
  expect([response.status, response.headers.get("Content-Range")]).toEqual([200, null]);
  expect(await response.text()).toBe("");
});

test("[B4] an invalid file URL and the URL of a deleted file have different errors", async () => {
  const answer = async (name: string) => {
    const response = await fetch(`${deployment.backend.url}/api/storage/${name}`);
    return [response.status, ((await response.json()) as { code: string }).code];
  };
  expect(await answer("nonsense")).toEqual([400, "InvalidStoragePath"]);
  expect(await answer(crypto.randomUUID())).toEqual([404, "FileNotFound"]);
});

// npm-packages/docs/docs/http-api/index.mdx; crates/local_backend/src/public_api.rs `public_function_post_with_path` and
// crates/application/src/lib.rs `any_udf`.
test("[P1] a function of any type is called by its name in the URL", async () => {
  const call = async (name: string, args: object) => {
    const response = await fetch(`${deployment.backend.url}/api/run/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ args }),
    });
    return [response.status, (await response.json()) as unknown] as const;
  };
  const [status, added] = await call("notes/add", { author: "run" });
  expect([status, added]).toMatchObject([200, { status: "success" }]);
  expect(await call("notes/byAuthor", { author: "run" })).toMatchObject([
    200,
    { status: "success", value: [{ author: "run" }] },
  ]);
  for (const [name, path] of [
    ["calls/hidden", "calls:hidden"],
    ["deep/er/none", "deep/er:none"],
  ] as const) {
    expect(await call(name, {})).toMatchObject([
      200,
      {
        status: "error",
        errorMessage: expect.stringContaining(
          `Could not find function for '${path}'. Did you forget to run \`npx convex dev\`?`,
        ) as unknown,
      },
    ]);
  }
  const message = "Path or function name not provided in path, e.g. /api/run/messages/list";
  expect(await call("notes", {})).toEqual([400, { code: "MissingIdentifier", message }]);
});

test("[H8] a JSON body has at most 127 levels", async () => {
  const post = async (levels: number) => {
    // The body and its arguments are two of them.
    const args = `{"a":${"[".repeat(levels - 2)}${"]".repeat(levels - 2)}}`;
    const answer = await fetch(`${deployment.backend.url}/api/query`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: `{"path":"notes:none","args":${args}}`,
    });
    const { code } = (await answer.json()) as { code?: string };
    return [answer.status, code];
  };
  expect(await post(128)).toEqual([400, "BadJsonBody"]);
  expect(await post(40_000)).toEqual([400, "BadJsonBody"]);
  expect((await post(127))[1]).not.toBe("BadJsonBody");
});

test("[A6] pages of any origin may call the API", async () => {
  const response = await fetch(`${deployment.backend.url}/api/query`, {
    method: "OPTIONS",
    headers: { Origin: "https://owner.example", "Access-Control-Request-Headers": "convex-client" },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get("Access-Control-Allow-Origin")).toBe("https://owner.example");
  expect(response.headers.get("Access-Control-Allow-Headers")).toBe("convex-client");
});

test("[A2] only the admin key moves the clock, and only forwards", async () => {
  deployment.onlyHere();
  const { url, adminKey } = deployment.backend;
  const advance = (ms: unknown, key: string) =>
    fetch(`${url}/api/local/advance_clock`, {
      method: "POST",
      headers: { Authorization: `Convex ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ ms }),
    });
  const before = deployment.clock.now();
  expect((await advance(60_000, "hark|wrong")).status).toBe(401);
  expect((await advance(-1, adminKey)).status).toBe(400);
  expect((await advance("1", adminKey)).status).toBe(400);
  const { now } = (await (await advance(60_000, adminKey)).json()) as { now: number };
  expect(now).toBeGreaterThanOrEqual(before + 60_000);
  expect(now).toBeLessThan(before + 120_000);
});

test("[T6, J2] acknowledged writes and scheduled functions survive a restart, and clients reconnect", async () => {
  const client = newClient();
  const seen: number[] = [];
  client.onUpdate(api.notes.byAuthor, { author: "ada" }, (notes) => seen.push(notes.length));
  await client.mutation(api.notes.add, { author: "ada" });
  const job = { job: "write", author: "ada", delayMs: 3_600_000 } as const;
  const id = await client.mutation(api.later.plan, job);
  await deployment.restart();
  expect(await http.query(api.notes.byAuthor, { author: "ada" })).toHaveLength(1);
  await client.mutation(api.notes.add, { author: "ada" });
  await eventually(() => seen.at(-1) === 2);
  deployment.clock.advance(3_600_000);
  await eventually(() => seen.at(-1) === 3);
  expect(await http.query(api.later.state, { id })).toMatchObject({ kind: "success" });
});
