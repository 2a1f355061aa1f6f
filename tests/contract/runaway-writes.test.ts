/** A function that runs away writes nothing; see runaway.test.ts. */
import { ConvexHttpClient } from "convex/browser";
import { anyApi } from "convex/server";
import type { ApiFromModules } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RUNAWAY_APP_FOLDER, startLocalDeployment } from "./local-deployment.ts";
import type { LocalDeployment } from "./local-deployment.ts";
import { ENDS, OUT_OF_BUFFERS, OUT_OF_MEMORY, TIMED_OUT } from "./runaway-ends.ts";
import type * as runaway from "./runaway-app/convex/runaway";

const api = anyApi as unknown as ApiFromModules<{ runaway: typeof runaway }>;

let deployment: LocalDeployment;
let http: ConvexHttpClient;

beforeAll(async () => {
  deployment = await startLocalDeployment(RUNAWAY_APP_FOLDER);
  http = new ConvexHttpClient(deployment.backend.url, { logger: false });
});

afterAll(() => deployment.close());

const marks = (name: string) => http.query(api.runaway.marks, { name });

test.each(ENDS)("[F6] a mutation that runs away by %s writes nothing", async (how, words) => {
  await expect(http.mutation(api.runaway.mutation, { how })).rejects.toThrow(words);
  expect(await marks(how)).toBe(0);
});

// environment/action/mod.rs.
test.each([
  ["heap", OUT_OF_MEMORY],
  ["buffers", OUT_OF_BUFFERS],
  ["rejection", "Uncaught Error: forgotten"],
])("[F6] an action that runs away by %s ends with the reason", async (how, words) => {
  await expect(http.action(api.runaway.action, { how })).rejects.toThrow(words);
});

// timeout.rs: the countdown pauses during syscalls and continues afterwards.
test("[F6] many short turns count towards the time limit too", async () => {
  await expect(http.mutation(api.runaway.turns, {})).rejects.toThrow(TIMED_OUT);
});
