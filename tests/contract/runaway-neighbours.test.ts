/**
 * Functions that never end do not affect others. With the real runtime's messages and limits:
 * get-convex/convex-backend, crates/isolate/src/termination.rs and crates/common/src/knobs.rs.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { anyApi } from "convex/server";
import type { ApiFromModules } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../eventually.ts";
import { RUNAWAY_APP_FOLDER, startLocalDeployment } from "./local-deployment.ts";
import type { LocalDeployment } from "./local-deployment.ts";
import { OUT_OF_MEMORY } from "./runaway-ends.ts";
import type * as runaway from "./runaway-app/convex/runaway";

const api = anyApi as unknown as ApiFromModules<{ runaway: typeof runaway }>;

const TIMED_OUT = "Function execution timed out (maximum duration: 1s)";

let deployment: LocalDeployment;
let http: ConvexHttpClient;

beforeAll(async () => {
  deployment = await startLocalDeployment(RUNAWAY_APP_FOLDER);
  http = new ConvexHttpClient(deployment.backend.url, { logger: false });
});

afterAll(() => deployment.close());

const marks = (name: string) => http.query(api.runaway.marks, { name });
let lastName = 0;
const newName = () => `mark ${(lastName += 1)}`;

// crates/application/src/application_function_runner/mod.rs: the queries of an action are separate requests.
test("[F6] the caller of a function that runs away can continue", async () => {
  expect(await http.action(api.runaway.callsRunaway, { how: "loop" })).toContain(TIMED_OUT);
});

// A rule of the local backend, which is one process; upstream has many isolates and processes.
// T53: docs/security.md
test("[F6] other calls are answered while a function runs away, and none of their work is lost or doubled", async () => {
  const name = newName();
  const state = { isOver: false, sent: 0, answeredMeanwhile: 0 };
  const loop = http.query(api.runaway.query, { how: "loop" }).catch(() => (state.isOver = true));
  while (!state.isOver) {
    await http.mutation(api.runaway.mark, { name });
    state.sent += 1;
    state.answeredMeanwhile += Number(!state.isOver);
  }
  expect(await loop).toBe(true);
  expect(state.answeredMeanwhile).toBeGreaterThan(0);
  expect(await marks(name)).toBe(state.sent);
});

test("[F6] calls that shared its thread run again, once each", async () => {
  const name = newName();
  const all = await Promise.allSettled([
    ...Array.from({ length: 5 }, () => http.mutation(api.runaway.mark, { name })),
    http.query(api.runaway.query, { how: "loop" }),
    ...Array.from({ length: 20 }, () => http.mutation(api.runaway.mark, { name })),
    http.query(api.runaway.query, { how: "heap" }),
    ...Array.from({ length: 5 }, () => http.mutation(api.runaway.mark, { name })),
  ]);
  expect(all.filter(({ status }) => status === "rejected")).toHaveLength(2);
  expect(await marks(name)).toBe(30);
});

// T53: docs/security.md
test.each(["asking", "loop"])(
  "[F6] a call that is moved to another thread and then continues on the first (%s) does not delay later calls",
  async (how) => {
    const query = (doing = "asking") => http.query(api.runaway.asks, { how: doing });
    for (let round = 0; round < 3; round += 1) {
      const queries = Array.from({ length: 14 }, () => query());
      await Promise.allSettled([...queries, query(how), http.query(api.runaway.long, {})]);
    }
    const later = await Promise.all(Array.from({ length: 100 }, () => query()));
    expect(new Set(later)).toEqual(new Set(["asked"]));
  },
);

test("[F6] an action that never ends delays nobody, and the backend can be stopped", async () => {
  const other = await startLocalDeployment(RUNAWAY_APP_FOLDER);
  const client = new ConvexHttpClient(other.backend.url, { logger: false });
  const endless = client.action(api.runaway.action, { how: "loop" }).catch(() => "ended");
  const name = newName();
  for (let i = 0; i < 20; i += 1) await client.mutation(api.runaway.mark, { name });
  expect(await client.query(api.runaway.marks, { name })).toBe(20);
  await other.close();
  expect(await endless).toBe("ended");
});

test("[F6] actions that never end do not prevent a change of the variables", async () => {
  const other = await startLocalDeployment(RUNAWAY_APP_FOLDER);
  const client = new ConvexHttpClient(other.backend.url, { logger: false });
  // They occupy all threads that actions may have.
  const endless = Array.from({ length: 4 }, () =>
    client.action(api.runaway.action, { how: "loop" }).catch(() => "ended"),
  );
  await client.mutation(api.runaway.mark, { name: newName() });
  await other.backend.setEnvironment({ RUNAWAY: "changed" });
  await other.close();
  expect(await Promise.all(endless)).toEqual(["ended", "ended", "ended", "ended"]);
});

// crates/application/src/scheduled_jobs/mod.rs `handle_mutation`; knobs.rs `ISOLATE_ANALYZE_USER_TIMEOUT` (the push).
// T53: docs/security.md
test("[F6] a scheduled function that runs away fails, and does not prevent a restart or a push", async () => {
  const parent = path.join(import.meta.dirname, "../../node_modules/.cache");
  await mkdir(parent, { recursive: true });
  const copy = await mkdtemp(path.join(parent, "contract-runaway-"));
  await cp(RUNAWAY_APP_FOLDER, copy, { recursive: true });
  const other = await startLocalDeployment(RUNAWAY_APP_FOLDER);
  const client = new ConvexHttpClient(other.backend.url, { logger: false });
  await client.mutation(api.runaway.later, { how: "loop" });
  await other.restart();
  const jobs = () => client.query(api.runaway.jobs, {});
  await eventually(async () => (await jobs()).every(({ kind }) => kind === "failed"));
  expect(await jobs()).toEqual([{ kind: "failed", error: TIMED_OUT }]);
  await client.mutation(api.runaway.later, { how: "loop" });
  const file = path.join(copy, "convex/runaway.ts");
  const source = await readFile(file, "utf8");
  await writeFile(file, source.replace("for (;;);", 'return "mended";'));
  await other.cliIn(copy, "deploy", "--codegen=disable", "--typecheck=disable");
  expect(await client.query(api.runaway.query, { how: "loop" })).toBe("mended");

  for (const [module, reason] of [
    ["for (;;);", "Function execution timed out (maximum duration: 4s)"],
    ["export const kept = []; for (;;) kept.push(new Array(100_000).fill(0));", OUT_OF_MEMORY],
  ] as const) {
    await writeFile(file, `${source}\n${module}`);
    const push = other.cliIn(copy, "deploy", "--codegen=disable", "--typecheck=disable");
    await expect(push).rejects.toThrow(reason);
  }
  expect(await client.query(api.runaway.query, { how: "loop" })).toBe("mended");
  await other.close();
  await rm(copy, { recursive: true });
});
