/**
 * A function that never ends, exceeds a limit or fails in the background fails alone, with the real runtime's messages
 * and limits: get-convex/convex-backend, crates/isolate/src/termination.rs, environment/udf/mod.rs and
 * crates/common/src/knobs.rs.
 */
import { ConvexHttpClient } from "convex/browser";
import { anyApi } from "convex/server";
import type { ApiFromModules } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RUNAWAY_APP_FOLDER, startLocalDeployment } from "./local-deployment.ts";
import type { LocalDeployment } from "./local-deployment.ts";
import { ENDS } from "./runaway-ends.ts";
import type * as runaway from "./runaway-app/convex/runaway";

const api = anyApi as unknown as ApiFromModules<{ runaway: typeof runaway }>;

let deployment: LocalDeployment;
let http: ConvexHttpClient;

beforeAll(async () => {
  deployment = await startLocalDeployment(RUNAWAY_APP_FOLDER);
  http = new ConvexHttpClient(deployment.backend.url, { logger: false });
});

afterAll(() => deployment.close());

// environment/udf/mod.rs `run_inner`: the time, the heap, and promises that nobody settles or catches.
// T53: docs/security.md
test.each(ENDS)("[F6] a query that runs away by %s ends with the reason", async (how, words) => {
  await expect(http.query(api.runaway.query, { how })).rejects.toThrow(words);
});

// npm-packages/udf-runtime/src/02_timers.ts: a timer is a promise, so what its task throws is a rejection.
// T53: docs/security.md
test("[F6] an error in a timer fails the action that set it", async () => {
  await expect(http.action(api.runaway.timer, {})).rejects.toThrow("Uncaught Error: from a timer");
});
