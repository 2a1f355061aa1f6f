import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import type { Deployment, Mount } from "../deploy/deployment.ts";
import { ensureTable } from "../engine/catalog-store.ts";
import { SCHEDULED_FUNCTIONS } from "../engine/system-tables.ts";
import { openTestDatabase } from "../engine/test-database.ts";
import type { TestDatabase } from "../engine/test-database.ts";
import { TooManyConflicts } from "../functions/failure.ts";
import type { FunctionRunner } from "../functions/runner.ts";
import { newDocumentId } from "../values/document-id.ts";
import { Scheduler } from "./scheduler.ts";

type Runner = Pick<FunctionRunner, "call" | "runMutation" | "newRequest">;

const WORK = { type: "mutation" };

let opened: TestDatabase;
let clock: AdjustableClock;

beforeEach(() => {
  vi.useFakeTimers();
  clock = new AdjustableClock();
  opened = openTestDatabase();
});

afterEach(() => {
  opened.close();
  vi.useRealTimers();
});

function schedule(atMs = clock.now(), fields: { cron?: string } = {}): string {
  const table = ensureTable(opened.database, "", SCHEDULED_FUNCTIONS);
  const _id = newDocumentId(table.number);
  opened.database.transact((transaction) =>
    transaction.put(table, {
      _id,
      _creationTime: opened.database.newCreationTime(),
      name: "work.js:do",
      args: [{}],
      scheduledTime: atMs,
      state: { kind: "pending" },
      ...fields,
    }),
  );
  return _id;
}

function stateOf(id: string): unknown {
  const table = ensureTable(opened.database, "", SCHEDULED_FUNCTIONS);
  return opened.database.transact((transaction) => transaction.get(table, id)?.json().state);
}

/** A scheduler whose one function, a mutation, ends as `runMutation` says. */
function startScheduler(runMutation: Runner["runMutation"]): Scheduler {
  const mount = { functions: new Map([["work:do", WORK]]) } as unknown as Mount;
  const deployment: Deployment = {
    mounts: new Map([["", mount]]),
    authProviders: [],
    httpMounts: [],
    program: 0,
  };
  const scheduler = new Scheduler({
    database: opened.database,
    clock,
    runner: {
      runMutation,
      call: () => Promise.reject(new Error("There are no actions here")),
      newRequest: (from) => ({
        requestId: "request",
        ip: null,
        userAgent: null,
        scheduledFunctionId: null,
        authToken: null,
        ...from,
      }),
    },
    deployment: () => deployment,
    onError: () => undefined,
  });
  scheduler.start();
  return scheduler;
}

test("[J2] a scheduled mutation that keeps losing conflicts is retried until it succeeds", async () => {
  const id = schedule();
  const outcomes = [
    { ok: false as const, thrown: new TooManyConflicts("work:do") },
    { ok: false as const, thrown: new TooManyConflicts("work:do") },
  ];
  const runs = vi.fn<Runner["runMutation"]>(async (_call, { before, after } = {}) => {
    const lost = outcomes.shift();
    if (lost !== undefined) return { ...lost, logLines: [] };
    opened.database.transact((transaction) => {
      before?.(transaction);
      after?.(transaction, "null", []);
    });
    return { ok: true, value: "null", timestamp: opened.database.latest(), logLines: [] };
  });
  const scheduler = startScheduler(runs);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(runs).toHaveBeenCalledTimes(3);
  expect(stateOf(id)).toEqual({ kind: "success" });
  await closed(scheduler);
});

test("[J2] what is scheduled runs once, and is not lost, when the clock is set back while running and between runs", async () => {
  const HOUR_MS = 3_600_000;
  const runs: (string | null)[] = [];
  const run: Runner["runMutation"] = async ({ request }, hooks) => {
    opened.database.transact((transaction) => hooks?.before?.(transaction));
    runs.push(request.scheduledFunctionId);
    return { ok: true, value: "null", timestamp: opened.database.latest(), logLines: [] };
  };
  const early = schedule();
  const later = schedule(clock.now() + 60_000);
  let scheduler = startScheduler(run);
  await vi.advanceTimersByTimeAsync(30_000);
  vi.setSystemTime(Date.now() - HOUR_MS);
  const between = schedule();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toEqual([early, between]);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(runs).toEqual([early, between, later]);
  const last = schedule(clock.now() + 60_000);
  await closed(scheduler);
  vi.setSystemTime(Date.now() - HOUR_MS);
  scheduler = startScheduler(run);
  await vi.advanceTimersByTimeAsync(3 * HOUR_MS);
  expect(runs).toEqual([early, between, later, last]);
  await closed(scheduler);
});

test("a scheduled mutation that throws has failed, and is not tried again", async () => {
  const id = schedule();
  const runs = vi.fn<Runner["runMutation"]>(() =>
    Promise.resolve({ ok: false, thrown: new Error("Out of stock"), logLines: [] }),
  );
  const scheduler = startScheduler(runs);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(runs).toHaveBeenCalledTimes(1);
  expect(stateOf(id)).toEqual({ kind: "failed", error: "Uncaught Error: Out of stock" });
  await closed(scheduler);
});

async function closed(scheduler: Scheduler): Promise<void> {
  const closing = scheduler.close();
  await vi.runAllTimersAsync();
  await closing;
}

test("[J7] eight scheduled functions run at once, and cron jobs have eight places of their own", async () => {
  const running: { id: string | null; end: () => void }[] = [];
  const scheduler = startScheduler(({ request }, hooks) => {
    opened.database.transact((transaction) => hooks?.before?.(transaction));
    return new Promise((resolve) => {
      const end = () =>
        resolve({ ok: true, value: "null", timestamp: opened.database.latest(), logLines: [] });
      running.push({ id: request.scheduledFunctionId, end });
    });
  });
  const jobs = Array.from({ length: 10 }, (_, number) => schedule(clock.now() - 100 + number));
  const crons = Array.from({ length: 9 }, () => schedule(clock.now(), { cron: "sweep" }));
  await vi.advanceTimersByTimeAsync(1_000);
  const idsOf = (ids: string[]) => running.filter(({ id }) => id !== null && ids.includes(id));
  expect(idsOf(jobs).map(({ id }) => id)).toEqual(jobs.slice(0, 8));
  expect(idsOf(crons)).toHaveLength(8);
  running.find(({ id }) => id === jobs[3])?.end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(idsOf(jobs).map(({ id }) => id)).toEqual(jobs.slice(0, 9));
  expect(idsOf(crons)).toHaveLength(8);
  for (const { end } of running) end();
  await closed(scheduler);
});

test("[J6] a chain of jobs that schedule the next leaves others their turn", async () => {
  vi.useRealTimers();
  schedule();
  let runs = 0;
  const scheduler = startScheduler(async (_call, hooks) => {
    runs += 1;
    opened.database.transact((transaction) => {
      hooks?.before?.(transaction);
      hooks?.after?.(transaction, "null", []);
    });
    schedule();
    return { ok: true, value: "null", timestamp: opened.database.latest(), logLines: [] };
  });
  // A turn of the event loop, in which a client's request would be read.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(runs).toBeGreaterThan(5);
  expect(runs).toBeLessThanOrEqual(40);
  await scheduler.close();
});
