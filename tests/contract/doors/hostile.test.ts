/**
 * Nothing that an attacker sends to one of the five servers ends the process that runs them. This requirement is our
 * own; the vendors document nothing about it.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startLocalDeployment } from "../local-deployment.ts";
import { DOOR_NAMES, openFiveDoors } from "./five-doors.ts";
import type { FiveDoors } from "./five-doors.ts";
import { hostileBytes, hostileRequests } from "./hostile-inputs.ts";
import {
  WEBSOCKET,
  sendRequest,
  resetAtAnswer,
  sendAndClose,
  sendAndReset,
} from "./raw-connection.ts";

let doors: FiveDoors;
/** Uncaught errors and warnings. */
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

/** A response shows that everything sent before was handled, because connections are served in order. */
async function expectUnharmed(url: string, path: string): Promise<void> {
  expect(await sendRequest(url, path)).toMatch(/^HTTP\/1\.1 200 /);
  expect(faults).toEqual([]);
}

// T52: docs/security.md
test.each(DOOR_NAMES)("[A4] %s survives hostile requests", async (name) => {
  const { url, open, socket } = doors.door(name);
  for (const [input, bytes] of [...hostileRequests(), ...hostileBytes({ open, socket })]) {
    await sendAndClose(url, bytes);
    await sendAndReset(url, bytes);
    expect(faults, input).toEqual([]);
  }
  await expectUnharmed(url, open);
});

test.each(DOOR_NAMES)("[A4] %s survives clients that disconnect at its response", async (name) => {
  const { url, open } = doors.door(name);
  for (const [input, bytes] of hostileRequests()) {
    await resetAtAnswer(url, bytes);
    expect(faults, input).toEqual([]);
  }
  await expectUnharmed(url, open);
});

test.each(["app", "backend", "voice"] as const)(
  "[A4] %s survives a client that disconnects during a large response",
  async (name) => {
    const { url, open, large } = doors.door(name);
    const request = `GET ${large ?? ""} HTTP/1.1\r\nHost: HOST\r\n\r\n`;
    expect(await resetAtAnswer(url, request)).toMatch(/^HTTP\/1\.1 200 /);
    await expectUnharmed(url, open);
  },
);

// T52: docs/security.md
test.each(DOOR_NAMES)("[A4] %s refuses sockets at unknown paths", async (name) => {
  const { url } = doors.door(name);
  for (const target of ["//", "/nowhere", "/api/sync", "http://HOST//"]) {
    const answer = await sendRequest(url, target, WEBSOCKET);
    expect(answer).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(answer).toContain("Connection: close\r\n");
  }
});

// Ours: upstream bounds the request's size alone (crates/local_backend/src/public_api.rs `public_query_batch_post`).
// T57: docs/security.md
test("[A7] a batch of a thousand queries is answered, a larger one is refused with the limit", async () => {
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
