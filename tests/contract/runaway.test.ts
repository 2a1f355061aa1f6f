/**
 * Functions that never end, take too much or fail behind one's back fail alone, in the real runtime's words and
 * within its limits: get-convex/convex-backend, crates/isolate/src/termination.rs, environment/udf/mod.rs and
 * crates/common/src/knobs.rs.
 */
import { ConvexHttpClient } from "convex/browser";
import { anyApi } from "convex/server";
import type { ApiFromModules } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RUNAWAY_APP_FOLDER, startLocalDeployment } from "./local-deployment.ts";
import type { LocalDeployment } from "./local-deployment.ts";
import type * as runaway from "./runaway-app/convex/runaway";

const api = anyApi as unknown as ApiFromModules<{ runaway: typeof runaway }>;

const TIMED_OUT = "Function execution timed out (maximum duration: 1s)";
const OUT_OF_MEMORY = "JavaScript execution ran out of memory (maximum memory usage: 64 MB)";
/**
 * V8's, where its allocator refuses more: crates/isolate/src/array_buffer_allocator.rs. A machine that needs more than a
 * second of its own time to hand out 256 MB gets to the other end first.
 */
const OUT_OF_BUFFERS =
  /Uncaught RangeError: Array buffer allocation failed|timed out \(maximum duration: 1s\)/;
const NEVER = "Returned promise will never resolve";

const ENDS = [
  ["loop", TIMED_OUT],
  ["microtasks", TIMED_OUT],
  ["nothing", NEVER],
  ["heap", OUT_OF_MEMORY],
  ["buffers", OUT_OF_BUFFERS],
  ["rejection", "Uncaught Error: forgotten"],
] as const;

let deployment: LocalDeployment;
let http: ConvexHttpClient;

beforeAll(async () => {
  deployment = await startLocalDeployment(RUNAWAY_APP_FOLDER);
  http = new ConvexHttpClient(deployment.backend.url, { logger: false });
});

afterAll(() => deployment.close());

const marks = (name: string) => http.query(api.runaway.marks, { name });

// environment/udf/mod.rs `run_inner`: the time, the heap, promises that nobody settles or catches.
// T53: docs/security.md
test.each(ENDS)("[F6] a query that runs away by %s ends with its reason", async (how, words) => {
  await expect(http.query(api.runaway.query, { how })).rejects.toThrow(words);
});

test.each(ENDS)(
  "[F6] a mutation that runs away by %s leaves nothing behind",
  async (how, words) => {
    await expect(http.mutation(api.runaway.mutation, { how })).rejects.toThrow(words);
    expect(await marks(how)).toBe(0);
  },
);

// environment/action/mod.rs, the same.
test.each([
  ["heap", OUT_OF_MEMORY],
  ["buffers", OUT_OF_BUFFERS],
  ["rejection", "Uncaught Error: forgotten"],
])("[F6] an action that runs away by %s ends with its reason", async (how, words) => {
  await expect(http.action(api.runaway.action, { how })).rejects.toThrow(words);
});

// npm-packages/udf-runtime/src/02_timers.ts: a timer is a promise, so what its task throws is a rejection.
// T53: docs/security.md
test("[F6] what a timer throws fails the action that set it", async () => {
  await expect(http.action(api.runaway.timer, {})).rejects.toThrow("Uncaught Error: from a timer");
});

// timeout.rs: the countdown pauses for syscalls and goes on where it was.
test("[F6] time in many short turns is counted too", async () => {
  await expect(http.mutation(api.runaway.turns, {})).rejects.toThrow(TIMED_OUT);
});
