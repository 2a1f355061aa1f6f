/**
 * Nothing that a stranger sends to one of the five servers ends the process that runs them all. This is ours: the
 * vendors do not say how their servers stand up to it.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startLocalDeployment } from "../local-deployment.ts";
import { DOOR_NAMES, openFiveDoors } from "./five-doors.ts";
import type { FiveDoors } from "./five-doors.ts";
import { hostileBytes, hostileRequests } from "./hostile-inputs.ts";
import { WEBSOCKET, ask, resetAtAnswer, sendAndClose, sendAndReset } from "./raw-connection.ts";

let doors: FiveDoors;
/** What would have ended the process, or would be the next version's end of it. */
let faults: unknown[] = [];
const note = (error: unknown) => void faults.push(error);

beforeAll(async () => {
  doors = await openFiveDoors({ deployment: await startLocalDeployment(), isDeveloped: true });
  process.on("uncaughtExceptionMonitor", note);
  process.on("unhandledRejection", note);
}, 60_000);

afterAll(async () => {
  process.off("uncaughtExceptionMonitor", note);
  process.off("unhandledRejection", note);
  await doors.close();
});

beforeEach(() => {
  faults = [];
});

/** Whatever was sent before has been dealt with: connections are served in the order they came. */
async function expectUnharmed(url: string, path: string): Promise<void> {
  expect(await ask(url, path)).toMatch(/^HTTP\/1\.1 200 /);
  expect(faults).toEqual([]);
}

// T52: docs/security.md
test.each(DOOR_NAMES)("[A4] %s outlives whatever it is sent", async (name) => {
  const { url, open, socket } = doors.door(name);
  for (const [input, bytes] of [...hostileRequests(), ...hostileBytes({ open, socket })]) {
    await sendAndClose(url, bytes);
    await sendAndReset(url, bytes);
    expect(faults, input).toEqual([]);
  }
  await expectUnharmed(url, open);
});

test.each(DOOR_NAMES)("[A4] %s outlives clients that leave at its answer", async (name) => {
  const { url, open } = doors.door(name);
  for (const [input, bytes] of hostileRequests()) {
    await resetAtAnswer(url, bytes);
    expect(faults, input).toEqual([]);
  }
  await expectUnharmed(url, open);
});

test.each(["app", "backend", "voice"] as const)(
  "[A4] %s outlives a client that leaves in the middle of a large answer",
  async (name) => {
    const { url, open, large } = doors.door(name);
    const request = `GET ${large ?? ""} HTTP/1.1\r\nHost: HOST\r\n\r\n`;
    expect(await resetAtAnswer(url, request)).toMatch(/^HTTP\/1\.1 200 /);
    await expectUnharmed(url, open);
  },
);

// T52: docs/security.md
test.each(DOOR_NAMES)("[A4] %s refuses sockets that it does not know", async (name) => {
  const { url } = doors.door(name);
  for (const target of ["//", "/nowhere", "/api/sync", "http://HOST//"]) {
    const answer = await ask(url, target, WEBSOCKET);
    expect(answer).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(answer).toContain("Connection: close\r\n");
  }
});

// Ours: upstream bounds the request's size alone (crates/local_backend/src/public_api.rs `public_query_batch_post`).
// T57: docs/security.md
test("[A7] a batch of a thousand queries is answered, one of more is told the bound", async () => {
  const send = (count: number) => {
    const queries = Array.from({ length: count }, () => ({ path: "nothing:here", args: {} }));
    return fetch(`${doors.door("backend").url}/api/query_batch`, {
      method: "POST",
      body: JSON.stringify({ queries }),
    });
  };
  expect((await send(1_000)).status).toBe(200);
  const refused = await send(1_001);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("at most 1,000 queries, not 1001");
});
