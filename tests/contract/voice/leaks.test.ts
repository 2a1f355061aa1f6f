import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestPlatform } from "./platform.ts";
import type { TestPlatform } from "./platform.ts";
import { isListening, joinRoom } from "./room-client.ts";

const CALLS = 200;
const WARM_UP = 40;
const MEGABYTE = 2 ** 20;
// A leaked call keeps its buffers and sockets, some hundred kilobytes each: together far more than this.
const MOST_GROWTH_BYTES = 12 * MEGABYTE;

let voice: TestPlatform;
beforeAll(async () => {
  voice = await openTestPlatform();
});
afterAll(() => voice.close());

async function callAndLeave(): Promise<void> {
  const assistant = { firstMessage: "Hello.", artifactPlan: { recordingEnabled: false } };
  const { status, body } = await voice.request("POST", "/call/web", { assistant });
  expect(status).toBe(201);
  const client = await joinRoom((body as { webCallUrl: string }).webCallUrl);
  await client.waitFor(isListening);
  client.leave();
  await client.closed;
}

/** The active resources of the process, by type: sockets, timers, files. */
function resources(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

async function heapBytes(): Promise<number> {
  const { Session } = await import("node:inspector/promises");
  const session = new Session();
  session.connect();
  await session.post("HeapProfiler.collectGarbage");
  session.disconnect();
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
}

test("[P4] two hundred calls, one after the other, leave nothing in memory", async () => {
  for (let call = 0; call < WARM_UP; call++) await callAndLeave();
  const before = { resources: resources(), bytes: await heapBytes() };
  for (let call = 0; call < CALLS; call++) await callAndLeave();
  const after = { resources: resources(), bytes: await heapBytes() };

  expect(await voice.control("state")).toMatchObject({ calls: [] });
  for (const kind of [
    "Timeout",
    "TCPSocketWrap",
    "TCPServerWrap",
    "FSReqCallback",
    "MessagePort",
  ]) {
    // A request of this test may still be closing.
    expect(after.resources[kind] ?? 0, kind).toBeLessThanOrEqual((before.resources[kind] ?? 0) + 2);
  }
  expect(after.bytes - before.bytes).toBeLessThan(MOST_GROWTH_BYTES);
});
