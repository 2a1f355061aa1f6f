/** How many HTTP actions run at once, and what happens to further ones. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../eventually.ts";
import { api } from "./app-api.ts";
import { APP_FOLDER } from "./deployment.ts";
import { startLocalDeployment } from "./local-deployment.ts";
import type { LocalDeployment } from "./local-deployment.ts";

/** crates/common/src/knobs.rs: the default of APPLICATION_MAX_CONCURRENT_HTTP_ACTIONS. */
const AT_ONCE = 16;

let deployment: LocalDeployment;
/** A server that responds when the test tells it to. */
const pending: ServerResponse[] = [];
const server = createServer((_request, response) => pending.push(response));

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  deployment = await startLocalDeployment(APP_FOLDER);
  // Functions read its URL from an environment variable.
  await deployment.backend.setEnvironment({ ELSEWHERE: elsewhereUrl() });
});

afterAll(async () => {
  await deployment.close();
  server.close();
});

test("[H7] sixteen HTTP actions run at once; others wait in order, and none is refused", async () => {
  const { backend } = deployment;
  const relay = async (number: number) => {
    const from = `${elsewhereUrl()}/${number}`;
    const answer = await fetch(`${backend.siteUrl}/relay?from=${encodeURIComponent(from)}`);
    return answer.status;
  };
  const answers = Array.from({ length: 2 * AT_ONCE + 1 }, (_, number) => relay(number));
  await eventually(() => pending.length >= AT_ONCE);
  // Other functions do not wait for HTTP actions.
  await new ConvexHttpClient(backend.url).mutation(api.notes.add, { author: "meanwhile" });
  expect(pending).toHaveLength(AT_ONCE);
  pending[0]?.end("first");
  await eventually(() => pending.length > AT_ONCE);
  expect(pending).toHaveLength(AT_ONCE + 1);
  for (const response of pending.slice(1)) response.end("others");
  await eventually(() => pending.length === 2 * AT_ONCE + 1);
  for (const response of pending.slice(AT_ONCE + 1)) response.end("last");
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
});

function elsewhereUrl(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
