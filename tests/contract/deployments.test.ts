/**
 * What pushes, restarts and the CLI do to a deployment in use. Sources: get-convex/convex-backend,
 * crates/application/src/deploy_config.rs (pushes), crates/application/src/scheduled_jobs/mod.rs and cron_jobs/mod.rs
 * (scheduling), and the CLI itself, which is the real one.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { openFrontDoor } from "@hark/stand-in-kit/front-door";
import { api } from "./app-api.ts";
import { eventually } from "../eventually.ts";
import { CLI, PUSH } from "./deployment.ts";
import { startDeployment } from "./any-deployment.ts";
import type { AnyDeployment } from "./any-deployment.ts";

const HOUR_MS = 3_600_000;
const ADDED = `
  import { queryGeneric } from "convex/server";
  export const ranks = queryGeneric({
    args: {},
    handler: async (ctx) => {
      const notes = await ctx.db.query("notes").withIndex("by_rank_alone").collect();
      return notes.filter((note) => note.author === "index").map((note) => note.rank);
    },
  });
  export const answer = queryGeneric({ args: {}, handler: () => "old" });
`;
const CRONS = `
  import { anyApi, cronJobs, internalMutationGeneric } from "convex/server";
  const crons = cronJobs();
  crons.interval("keep", { hours: 1 }, anyApi.crons.keep, {});
  export const keep = internalMutationGeneric({
    handler: async (ctx) => void (await ctx.db.insert("values", { value: "cron" })),
  });
  export default crons;
`;

const PICKY = `
  import { queryGeneric } from "convex/server";
  if (process.env.UNIMPORTABLE === "yes") throw new Error("It is set");
  export const answer = queryGeneric({ args: {}, handler: () => "imported" });
`;

let deployment: AnyDeployment;
let http: ConvexHttpClient;
/** A copy of the app below the project, so that packages are found, and ignored by git. */
let copy: string;

beforeAll(async () => {
  deployment = await startDeployment();
  const parent = path.join(import.meta.dirname, "../../node_modules/.cache");
  await mkdir(parent, { recursive: true });
  copy = await mkdtemp(path.join(parent, "contract-deployments-"));
  await cp(path.join(import.meta.dirname, "app"), copy, { recursive: true });
});

afterAll(async () => {
  await deployment.close();
  await rm(copy, { recursive: true, force: true });
});

beforeEach(() => {
  http = new ConvexHttpClient(deployment.backend.url, { logger: false });
});

const push = () => deployment.cliIn(copy, ...PUSH);
const source = (name: string) => path.join(copy, "convex", name);
const query = (name: string): Promise<unknown> =>
  http.query(makeFunctionReference<"query">(name), {});
const keptValues = async () => (await http.query(api.values.all, {})).length;

function newClient(): ConvexClient {
  return new ConvexClient(deployment.backend.url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
  });
}

// One deployment goes through all of these in order, because each push runs the CLI.

test("[C4] convex dev --once pushes, and generates code only in its own folder", async () => {
  for (const rank of [3, 1, 2]) await http.mutation(api.notes.add, { author: "index", rank });
  const schema = await readFile(source("schema.ts"), "utf8");
  await writeFile(
    source("schema.ts"),
    schema.replace('.index("by_key"', '.index("by_rank_alone", ["rank"]).index("by_key"'),
  );
  await writeFile(source("added.ts"), ADDED);
  await writeFile(source("crons.ts"), CRONS);
  const { stderr } = await deployment.cliIn(copy, "dev", "--once", "--typecheck=disable");
  expect(stderr).toContain("Convex functions ready");
  expect(await readdir(source("_generated"))).toEqual(
    expect.arrayContaining(["api.d.ts", "dataModel.d.ts", "server.d.ts"]),
  );
  const own = await readdir(path.join(import.meta.dirname, "app"));
  expect(own.sort()).toEqual(["convex", "package.json"]);
});

// convex, src/cli/lib/deployment.ts; with a deploy key there is nothing to name.
test("[C4] convex dev writes the folder's deployment into .env.local", async () => {
  deployment.onlyHere();
  expect(await readFile(path.join(copy, ".env.local"), "utf8")).toContain(deployment.backend.url);
});

// deploy_config.rs `wait_for_schema`: a push ends when its indexes are complete and its schema is valid.
test("[D3] a new index contains the existing documents", async () => {
  expect(await query("added:ranks")).toEqual([1, 2, 3]);
  await http.mutation(api.notes.add, { author: "index", rank: 1.5 });
  expect(await query("added:ranks")).toEqual([1, 1.5, 2, 3]);
});

// crates/model/src/cron_jobs/next_ts.rs: a new interval starts at once, and continues from its last time.
test("[J5] a cron job runs at its times, with a function in the same file", async () => {
  const before = await keptValues();
  for (let times = 1; times <= 3; times += 1) {
    deployment.clock.advance(HOUR_MS);
    await eventually(async () => (await keptValues()) === before + times);
  }
});

// Queries read their modules in their transaction; the messages are from crates/udf/src/validation.rs.
test("[D1] a push reruns subscribed queries, and removed functions are gone", async () => {
  const client = newClient();
  try {
    const seen: string[] = [];
    const errors: string[] = [];
    client.onUpdate(
      makeFunctionReference<"query", Record<string, never>, string>("added:answer"),
      {},
      (answer) => seen.push(answer),
      (error) => errors.push(error.message),
    );
    await eventually(() => seen.length === 1);
    await writeFile(source("added.ts"), ADDED.replace('"old"', '"new"'));
    await push();
    await eventually(() => seen.length === 2);
    expect(seen).toEqual(["old", "new"]);
    await rm(source("added.ts"));
    await rm(source("crons.ts"));
    await push();
    await eventually(() => errors.length === 1);
    expect(errors[0]).toContain("Could not find public function for 'added:answer'");
  } finally {
    await client.close();
  }
});

// crates/application/src/lib.rs `update_environment_variables`: of the modules, only the auth config is evaluated.
test("[D4] a variable with which a module cannot be imported fails that module's functions only, also after a restart", async () => {
  deployment.onlyHere("process");
  await writeFile(source("picky.ts"), PICKY);
  await push();
  expect(await query("picky:answer")).toBe("imported");
  await deployment.backend.setEnvironment({ UNIMPORTABLE: "yes" });
  const expectOneFailure = async () => {
    await expect(query("picky:answer")).rejects.toThrow("Uncaught Error: It is set");
    expect(await query("notes:list")).toEqual(expect.any(Array));
  };
  await expectOneFailure();
  await deployment.restart();
  http = new ConvexHttpClient(deployment.backend.url, { logger: false });
  await expectOneFailure();
  await deployment.backend.setEnvironment({ UNIMPORTABLE: "" });
  expect(await query("picky:answer")).toBe("imported");
  await rm(source("picky.ts"));
  await push();
});

test("[D4] a change with which the auth config would be invalid is refused and changes nothing", async () => {
  const kept = (await deployment.cli("env", "get", "CONTRACT_JWKS")).stdout;
  expect(kept).toContain("data:");
  await expect(deployment.cli("env", "remove", "CONTRACT_JWKS")).rejects.toMatchObject({
    stderr: expect.stringContaining(
      "Environment variable CONTRACT_JWKS is used in auth config file but its value was not set",
    ) as string,
  });
  expect((await deployment.cli("env", "get", "CONTRACT_JWKS")).stdout).toBe(kept);
});

// crates/model/src/cron_jobs/mod.rs `apply`.
test("[J5] a removed cron job no longer runs", async () => {
  const before = await keptValues();
  deployment.clock.advance(2 * HOUR_MS);
  const id = await http.mutation(api.planning.planKeep, { value: "after" });
  const isDone = async () => (await http.query(api.planning.job, { id }))?.state.kind === "success";
  await eventually(isDone);
  expect(await keptValues()).toBe(before + 1);
});

// crates/local_backend/src/logs.rs `stream_function_logs`; npm-packages/convex/src/cli/lib/logs.ts writes the lines.
test("[L1] convex logs shows earlier log lines", async () => {
  await http.mutation(api.runtime.log, { text: "an earlier line" });
  const logs = startLogs(["--history", "20"]);
  try {
    await eventually(() => logs.output().includes("an earlier line"));
    await http.mutation(api.runtime.log, { text: "a later line" });
    await eventually(() => logs.output().includes("a later line"));
    expect(logs.output()).toContain("M(runtime:log)");
  } finally {
    logs.process.kill();
  }
});

// scheduled_jobs/mod.rs `handle_action`: an action that was in progress has failed; pending functions run.
test("[T6, J2, J3] a restart keeps data, code, environment variables, files and scheduled functions", async () => {
  deployment.onlyHere("process");
  await http.mutation(api.notes.clear, {});
  await http.mutation(api.notes.add, { author: "kept" });
  await deployment.backend.setEnvironment({ CONTRACT_KEPT: "kept" });
  const file = await http.action(api.files.store, { text: "kept" });
  const later = { job: "write", author: "later", delayMs: HOUR_MS } as const;
  const waiting = await http.mutation(api.later.plan, later);
  const cancelled = await http.mutation(api.later.plan, { ...later, author: "cancelled" });
  await http.mutation(api.later.cancel, { id: cancelled });
  const interrupted = await http.mutation(api.planning.planWait, { waitMs: 60_000 });
  const stateOf = async (id: typeof waiting) =>
    (await http.query(api.planning.job, { id }))?.state.kind;
  await eventually(async () => (await stateOf(interrupted)) === "inProgress");
  const adminKey = deployment.backend.adminKey;

  await deployment.restart();

  expect(deployment.backend.adminKey).toBe(adminKey);
  expect(await http.query(api.notes.byAuthor, { author: "kept" })).toHaveLength(1);
  expect(await http.query(api.runtime.variable, { name: "CONTRACT_KEPT" })).toBe("kept");
  expect(await http.action(api.files.read, { id: file })).toBe("kept");
  const url = (await http.query(api.files.url, { id: file })) ?? "";
  expect(await (await fetch(url)).text()).toBe("kept");
  expect(await stateOf(interrupted)).toBe("failed");
  expect(await stateOf(waiting)).toBe("pending");
  deployment.clock.advance(HOUR_MS);
  await eventually(async () => (await stateOf(waiting)) === "success");

  await deployment.restart();

  expect(await http.query(api.notes.byAuthor, { author: "later" })).toHaveLength(1);
  expect(await http.query(api.notes.byAuthor, { author: "cancelled" })).toEqual([]);
  expect(await stateOf(cancelled)).toBe("canceled");
});

// scheduled_jobs/mod.rs `query_and_start_jobs`: everything that is due, however long ago.
test("[J2] functions that became due while the backend was stopped run after its restart", async () => {
  await http.mutation(api.notes.clear, {});
  const later = { job: "write", author: "due", delayMs: HOUR_MS } as const;
  const id = await http.mutation(api.later.plan, later);
  await deployment.restart({ meanwhile: () => deployment.clock.advance(2 * HOUR_MS) });
  await eventually(async () => (await http.query(api.later.state, { id }))?.kind === "success");
  expect(await http.query(api.notes.byAuthor, { author: "due" })).toHaveLength(1);
});

// A rule of the local backend.
test("[A4] connections during the start are closed, never left without a response", async () => {
  deployment.onlyHere();
  const door = await openFrontDoor({ port: 0, onError: () => undefined });
  // A socket and not a client, which would keep the connection and reconnect by itself.
  const early = connect(Number(new URL(door.url).port), "127.0.0.1");
  await once(early, "close");
  door.serve((_, response) => response.end("served"));
  expect(await (await fetch(door.url)).text()).toBe("served");
  await door.close();
});

// crates/database/src/transaction.rs `next_creation_time`, from a timestamp of the database that never goes back.
test("[T5] creation times keep growing across restarts", async () => {
  await http.mutation(api.notes.clear, {});
  const timeOf = async () => {
    const id = await http.mutation(api.notes.add, { author: "time" });
    return (await http.query(api.notes.get, { id }))?._creationTime ?? 0;
  };
  const before = await timeOf();
  await deployment.restart();
  expect(await timeOf()).toBeGreaterThan(before);
});

function startLogs(args: string[]) {
  const child = spawn(process.execPath, [CLI, "logs", ...args], {
    cwd: copy,
    env: deployment.cliEnvironment(),
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  }
  return { process: child, output: () => text };
}
