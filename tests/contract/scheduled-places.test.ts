/** How many scheduled functions run at once, and what happens to further ones. */
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeServer, listen } from "@hark/stand-in-kit/listening";
import { eventually } from "../eventually.ts";
import { api } from "./app-api.ts";
import { APP_FOLDER } from "./deployment.ts";
import { startLocalDeployment } from "./local-deployment.ts";
import type { LocalDeployment } from "./local-deployment.ts";

/** crates/common/src/knobs.rs: the default of SCHEDULED_JOB_EXECUTION_PARALLELISM. */
const AT_ONCE = 8;

let deployment: LocalDeployment;
let serverUrl: string;
/** Requests in the order of their arrival; each waits for its response. */
const requests: { path: string | undefined; response: ServerResponse }[] = [];
const server = createServer(({ url }, response) => requests.push({ path: url, response }));

beforeAll(async () => {
  serverUrl = await listen(server, 0);
  deployment = await startLocalDeployment(APP_FOLDER);
  await deployment.backend.setEnvironment({ ELSEWHERE: serverUrl });
});

afterAll(async () => {
  server.closeAllConnections();
  await deployment.close();
  await closeServer(server);
});

test("[J7] eight scheduled functions run at once; others, mutations too, wait and start in the order of their times", async () => {
  const client = new ConvexHttpClient(deployment.backend.url);
  const urls = Array.from({ length: AT_ONCE + 2 }, (_, number) => `${serverUrl}/${number}`);
  await client.mutation(api.planning.planRequests, { urls });
  await eventually(() => requests.length === AT_ONCE);
  const id = await client.mutation(api.later.plan, { job: "write", author: "ada", delayMs: 0 });
  const state = async () => (await client.query(api.planning.job, { id }))?.state.kind;
  // Other functions run meanwhile.
  await client.mutation(api.notes.add, { author: "meanwhile" });
  expect(requests).toHaveLength(AT_ONCE);
  requests[0]?.response.end();
  await eventually(() => requests.length === AT_ONCE + 1);
  expect(requests.at(-1)?.path).toBe(`/${AT_ONCE}`);
  requests[1]?.response.end();
  await eventually(() => requests.length === AT_ONCE + 2);
  expect(requests.at(-1)?.path).toBe(`/${AT_ONCE + 1}`);
  expect(await state()).toBe("pending");
  requests[2]?.response.end();
  await eventually(async () => (await state()) === "success");
  for (const { response } of requests) response.end();
});
