import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { waitWhile } from "./wait-while.ts";

/** Wakes the thread for an earlier change, and changes the number a moment later. */
const LATE = `
  const { workerData: shared } = require("node:worker_threads");
  while (Atomics.notify(shared, 0) === 0);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  Atomics.add(shared, 0, 1);
  Atomics.notify(shared, 0);`;

const newShared = () => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

test("a thread that is woken late for one change still waits for the next", async () => {
  const shared = newShared();
  const worker = new Worker(LATE, { eval: true, workerData: shared });
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  waitWhile(shared, { at: 0, is: 0 });
  expect(Atomics.load(shared, 0)).toBe(1);
  await ended;
});

test("waiting ends after the time limit", () => {
  const shared = newShared();
  waitWhile(shared, { at: 0, is: 0, forMs: 5 });
  expect(Atomics.load(shared, 0)).toBe(0);
});
