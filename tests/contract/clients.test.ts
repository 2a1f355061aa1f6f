/**
 * The official clients against the local backend, with broken connections and expiring tokens. Sources: convex,
 * src/browser; for the server's side get-convex/convex-backend, crates/sync/src.
 */
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { SignJWT, generateKeyPair } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { api } from "./app-api.ts";
import { eventually } from "../eventually.ts";
import { dataOf, rejection } from "./cases/suite.ts";
import { startDeployment } from "./any-deployment.ts";
import type { AnyDeployment } from "./any-deployment.ts";
import { lossySockets } from "./lossy-socket.ts";
import type { LossySockets } from "./lossy-socket.ts";
import { openRawSocket } from "./raw-socket.ts";

let deployment: AnyDeployment;
let http: ConvexHttpClient;
let sockets: LossySockets;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  deployment = await startDeployment();
});

afterAll(() => deployment.close());

beforeEach(async () => {
  sockets = lossySockets();
  http = new ConvexHttpClient(deployment.backend.url, { logger: false });
  await http.mutation(api.notes.clear, {});
  await http.mutation(api.items.clear, {});
});

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function newClient(): ConvexClient {
  const client = new ConvexClient(deployment.backend.url, {
    webSocketConstructor: sockets.constructor,
    unsavedChangesWarning: false,
    logger: false,
  });
  closing.push(() => client.close());
  return client;
}

interface Watched<Result> {
  results: Result[];
  errors: Error[];
  last(): Result | undefined;
}

function watch<Query extends FunctionReference<"query">>(
  client: ConvexClient,
  query: Query,
  args: FunctionArgs<Query>,
): Watched<FunctionReturnType<Query>> {
  const results: FunctionReturnType<Query>[] = [];
  const errors: Error[] = [];
  client.onUpdate(
    query,
    args,
    (result) => results.push(result),
    (error) => errors.push(error),
  );
  return { results, errors, last: () => results.at(-1) };
}

const ada = { author: "ada" };

test("[S6] a mutation whose response was lost is executed once, and its promise resolves", async () => {
  const client = newClient();
  const notes = watch(client, api.notes.list, {});
  await eventually(() => notes.results.length > 0);
  sockets.loseBefore("MutationResponse");
  const id = await client.mutation(api.notes.add, ada);
  expect(sockets.opened()).toBe(2);
  expect(await http.query(api.notes.list, {})).toMatchObject([{ _id: id }]);
  expect(notes.last()).toMatchObject([{ _id: id }]);
});

test("[S6] mutations that are made while offline are executed in order after reconnecting", async () => {
  const client = newClient();
  await client.query(api.notes.list, {});
  sockets.cut();
  const ranks = [0, 1, 2, 3, 4];
  await Promise.all(ranks.map((rank) => client.mutation(api.notes.add, { ...ada, rank })));
  const notes = await http.query(api.notes.list, {});
  expect(notes.map(({ rank }) => rank)).toEqual(ranks);
});

test("[S9] an action whose connection is lost is not called again", async () => {
  const client = newClient();
  await client.query(api.notes.list, {});
  const action = client.action(api.nesting.actionCallsAll, ada);
  sockets.loseBefore("ActionResponse");
  await expect(action).rejects.toThrow("Connection lost while action was in flight");
  await client.query(api.notes.list, {});
  expect(await http.query(api.notes.list, {})).toHaveLength(2);
});

test("[S2] when a mutation's promise resolves, subscribed queries show it", async () => {
  const client = newClient();
  const notes = watch(client, api.notes.byAuthor, ada);
  await eventually(() => notes.results.length > 0);
  for (let i = 1; i <= 10; i += 1) {
    await client.mutation(api.notes.add, ada);
    expect(notes.last()).toHaveLength(i);
  }
});

test("[S5] queries that are subscribed together change together", async () => {
  const client = newClient();
  let list = -1;
  let count = -1;
  const seen: [number, number][] = [];
  client.onUpdate(api.notes.byAuthor, ada, (notes) => {
    list = notes.length;
    queueMicrotask(() => seen.push([list, count]));
  });
  client.onUpdate(api.nesting.count, ada, (counted) => {
    count = counted;
    queueMicrotask(() => seen.push([list, count]));
  });
  await eventually(() => list === 0 && count === 0);
  for (let i = 0; i < 5; i += 1) await http.mutation(api.notes.add, ada);
  await eventually(() => list === 5 && count === 5);
  const afterFirst = seen.filter(([a, b]) => a >= 0 && b >= 0);
  expect(afterFirst.filter(([a, b]) => a !== b)).toEqual([]);
});

test("[S3] a subscribed query fails and recovers with the data that it reads", async () => {
  const client = newClient();
  const watched = watch(client, api.runtime.failsWhenNoted, ada);
  await eventually(() => watched.last() === "not noted");
  const id = await http.mutation(api.notes.add, ada);
  await eventually(() => watched.errors.length === 1);
  expect(dataOf(watched.errors[0])).toEqual({ noted: 1 });
  await http.mutation(api.notes.remove, { id });
  await eventually(() => watched.results.length === 2);
});

test("[D4] a subscribed query updates when an environment variable that it reads changes", async () => {
  const name = "CONTRACT_WATCHED";
  const watched = watch(newClient(), api.runtime.variable, { name });
  await eventually(() => watched.last() === null);
  await deployment.backend.setEnvironment({ [name]: "new" });
  await eventually(() => watched.last() === "new");
});

// crates/model/src/environment_variables/mod.rs `preload`: a mutation reads the variables in its transaction.
test("[D4] a mutation that runs while a variable changes still succeeds, and has written once", async () => {
  const author = "asks often";
  const asking = http.mutation(api.nesting.askOften, { author, times: 400 });
  await deployment.backend.setEnvironment({ CONTRACT_CHANGED: "meanwhile" });
  expect(await asking).toBe(1);
  expect(await http.query(api.notes.byAuthor, { author })).toHaveLength(1);
});

test("[Q3] subscribed pages grow and shrink in place, without gaps or repeats", async () => {
  const addRanks = (ranks: number[]) =>
    http.mutation(api.items.add, {
      items: ranks.map((rank) => ({ group: "a", rank, name: String(rank) })),
    });
  const client = newClient();
  await addRanks([10, 20, 30, 40]);
  const args = (cursor: string | null) => ({
    group: "a",
    paginationOpts: { numItems: 2, cursor, id: 1 },
  });
  const first = watch(client, api.items.page, args(null));
  await eventually(() => first.last()?.page.length === 2);
  const second = watch(client, api.items.page, args(first.last()?.continueCursor ?? null));
  await eventually(() => second.last()?.page.length === 2);
  await addRanks([15, 16]);
  await eventually(() => first.last()?.page.length === 4);
  await addRanks([25]);
  await eventually(() => second.last()?.page.length === 3);
  expect([first.last()?.page, second.last()?.page]).toEqual([
    [10, 15, 16, 20],
    [25, 30, 40],
  ]);

  sockets.cut();
  await addRanks([35]);
  await eventually(() => second.last()?.page.length === 4);
  expect([first.last()?.page, second.last()?.page]).toEqual([
    [10, 15, 16, 20],
    [25, 30, 35, 40],
  ]);
});

test("[S7] a client can sign in, is identified, and can sign out", async () => {
  const client = newClient();
  const who = watch(client, api.calls.whoAmI, {});
  await eventually(() => who.last() === null);
  const states: boolean[] = [];
  client.setAuth(
    () => deployment.signToken("ada"),
    (isAuthenticated) => states.push(isAuthenticated),
  );
  await eventually(() => who.last()?.subject === "ada");
  // Again once a second has passed, when the next token is a different one: convex, sync/authentication_manager.ts.
  expect(new Set(states)).toEqual(new Set([true]));
  expect(await client.mutation(api.nesting.whoIsItInside, {})).toBe("ada");
  client.client.clearAuth();
  await eventually(() => who.last() === null);
});

test("[S7] a client whose token has expired fetches another and stays signed in", async () => {
  const client = newClient();
  const refreshes: boolean[] = [];
  const states: boolean[] = [];
  const who = watch(client, api.calls.whoAmI, {});
  client.setAuth(
    ({ forceRefreshToken }) => {
      refreshes.push(forceRefreshToken);
      return deployment.signToken("ada", { expiresInSeconds: 600 });
    },
    (isAuthenticated) => states.push(isAuthenticated),
  );
  await eventually(() => who.last()?.subject === "ada" && refreshes.length === 2);
  const connections = sockets.opened();
  deployment.clock.advance(601_000);
  await eventually(() => sockets.opened() > connections);
  await client.mutation(api.notes.add, ada);
  expect(await client.query(api.calls.whoAmI, {})).toMatchObject({ subject: "ada" });
  expect(refreshes.slice(2)).toEqual([true]);
  expect(states).not.toContain(false);
});

test("[S7] a client whose tokens are all invalid ends up signed out", async () => {
  const client = newClient();
  const { privateKey } = await generateKeyPair("RS256");
  const states: boolean[] = [];
  client.setAuth(
    () =>
      new SignJWT({})
        .setProtectedHeader({ alg: "RS256", kid: "contract" })
        .setIssuer("https://contract.example")
        .setAudience("contract")
        .setSubject("eve")
        .setIssuedAt()
        .setExpirationTime("1h")
        .sign(privateKey),
    (isAuthenticated) => states.push(isAuthenticated),
  );
  await eventually(() => states.length > 0);
  expect(states).toEqual([false]);
  expect(await client.query(api.calls.whoAmI, {})).toBeNull();
});

test("[S7] the HTTP client's token is verified for each call, and an expired one is refused", async () => {
  const client = new ConvexHttpClient(deployment.backend.url, { logger: false });
  client.setAuth(await deployment.signToken("ada", { expiresInSeconds: 600 }));
  expect(await client.query(api.calls.whoAmI, {})).toMatchObject({ subject: "ada" });
  // Upstream tolerates a difference of five seconds between the provider's clock and the deployment's.
  deployment.clock.advance(606_000);
  expect((await rejection(client.query(api.calls.whoAmI, {}))).message).toMatch(/token/i);
  client.clearAuth();
  expect(await client.query(api.calls.whoAmI, {})).toBeNull();
});

test("[A2] an admin can act as a user", async () => {
  const identity = { subject: "ada", issuer: "https://contract.example", tokenIdentifier: "x|ada" };
  const assumed = Buffer.from(JSON.stringify(identity)).toString("base64");
  const call = (authorization: string) =>
    fetch(`${deployment.backend.url}/api/query`, {
      method: "POST",
      headers: { Authorization: authorization, "Content-Type": "application/json" },
      body: JSON.stringify({ path: "calls:whoAmI", format: "json", args: {} }),
    });
  const { adminKey } = deployment.backend;
  expect(await (await call(`Convex ${adminKey}:${assumed}`)).json()).toMatchObject({
    status: "success",
    value: { subject: "ada" },
  });
  expect((await call(`Convex local|guess:${assumed}`)).ok).toBe(false);
});

test("[S10] a consistent query sees all earlier writes", async () => {
  await http.mutation(api.notes.add, ada);
  // oxlint-disable-next-line typescript/no-deprecated -- it is in the client, and apps call it
  expect(await http.consistentQuery(api.notes.list, {})).toHaveLength(1);
});

test("[S11] a result of many megabytes arrives complete", async () => {
  const sizeBytes = 900_000;
  await http.mutation(api.runtime.writeLarge, { sizeBytes, times: 7 });
  const values = watch(newClient(), api.values.all, {});
  await eventually(() => values.last()?.length === 7);
  expect(values.last()?.every((text) => String(text).length === sizeBytes)).toBe(true);
});

test("[S12] an idle server sends a ping every 15 seconds", async () => {
  // Its timer runs in this process.
  deployment.onlyHere();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  closing.push(() => vi.useRealTimers());
  const socket = await openRawSocket(deployment.backend.url);
  closing.push(() => socket.close());
  socket.send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [] });
  await socket.next("Transition");
  vi.advanceTimersByTime(14_000);
  expect(socket.received.filter(({ type }) => type === "Ping")).toEqual([]);
  vi.advanceTimersByTime(1_000);
  await socket.next("Ping");
});

test("[L1] a function's log lines arrive with its response", async () => {
  const socket = await openRawSocket(deployment.backend.url);
  closing.push(() => socket.close());
  const args = [{ text: "hello" }];
  socket.send({ type: "Mutation", requestId: 0, udfPath: "runtime:log", args });
  expect(await socket.next("MutationResponse")).toMatchObject({
    logLines: ["[LOG] 'said' 'hello' { n: 1 }", "[WARN] 'warned'"],
  });
});

test("[S8] a client that has seen a later time than the server's is refused", async () => {
  const socket = await openRawSocket(deployment.backend.url);
  closing.push(() => socket.close());
  const maxObservedTimestamp = Buffer.from("ffffffffffffff7f", "hex").toString("base64");
  const connect = { connectionCount: 1, lastCloseReason: null, maxObservedTimestamp };
  socket.send({ type: "Connect", sessionId: socket.sessionId, ...connect });
  expect(await socket.closed).toBe(1011);
});

test("[F3] where errors are redacted, clients get only a ConvexError's data", async () => {
  await deployment.restart({ isRedacted: true });
  closing.push(() => deployment.restart());
  const { message } = await rejection(http.query(api.echoes.throwPlain, {}));
  expect(message).toMatch(/^\[Request ID: [0-9a-f]{16}\] Server Error$/);
  const error = await rejection(http.query(api.echoes.throwInQuery, { data: { code: 1 } }));
  expect(dataOf(error)).toEqual({ code: 1 });
  const hidden = /^\[Request ID: [0-9a-f]{16}\] Server Error$/;
  const fromRoute = async (path: string): Promise<unknown> =>
    (await fetch(`${deployment.backend.siteUrl}${path}`)).json();
  expect(await fromRoute("/broken")).toEqual({ code: expect.stringMatching(hidden) as unknown });
  expect(await fromRoute("/refused")).toEqual({
    code: expect.stringMatching(hidden) as unknown,
    data: { secret: "the inside of it" },
  });
  const over = watch(newClient(), api.echoes.throwPlain, {});
  await eventually(() => over.errors.length === 1);
  expect(over.errors[0]?.message).not.toContain("plain text");
  const socket = await openRawSocket(deployment.backend.url);
  const args = [{ text: "hello" }];
  socket.send({ type: "Mutation", requestId: 0, udfPath: "runtime:log", args });
  expect(await socket.next("MutationResponse")).toMatchObject({ success: true, logLines: [] });
  socket.close();
});
