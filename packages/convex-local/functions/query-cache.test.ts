import { expect, onTestFinished, test } from "vitest";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { openTestDatabase } from "../engine/test-database.ts";
import { QueryCache, TIME_DEPENDENT_LIFETIME_MS } from "./query-cache.ts";
import type { QueryRequest } from "./query-cache.ts";
import type { QueryOutcome } from "./runner.ts";

const QUERY: QueryRequest = {
  component: "",
  path: "things:list",
  args: {},
  identity: null,
  journal: null,
  mayCallInternal: false,
};

interface Counted {
  /** Whether it looks at the clock. */
  looksAtTime?: boolean;
  fails?: boolean;
  /** While it has run, and before anybody has its result. */
  meanwhile?: (value: string) => void;
}

/** A query that counts the rows, and how often it has run. */
function countedQuery({ looksAtTime = false, fails = false, meanwhile }: Counted = {}) {
  const clock = new AdjustableClock();
  const opened = openTestDatabase(undefined, clock);
  const { database } = opened;
  let runs = 0;
  const run = async (): Promise<QueryOutcome> => {
    runs += 1;
    const sawTimeMs = looksAtTime ? clock.now() : null;
    const transaction = database.begin();
    const value = JSON.stringify(opened.read(transaction).length);
    const { reads, snapshotTimestamp: timestamp } = transaction;
    database.end(transaction);
    meanwhile?.(value);
    await Promise.resolve();
    const common = { logLines: [], journal: null, usedIdentity: false, reads, timestamp };
    const ended = fails
      ? { ok: false as const, thrown: new Error() }
      : { ok: true as const, value };
    return { ...ended, ...common, sawTimeMs };
  };
  const cache = new QueryCache({ database, clock, run });
  onTestFinished(() => {
    cache.close();
    opened.close();
  });
  const write = () => database.transact((other) => opened.insert(other, { a: 1, b: 1 }));
  const ask = async (query = QUERY) => {
    const { outcome } = await cache.get(query, run);
    return outcome.ok ? outcome.value : "an error";
  };
  const isKnown = async () => (await cache.get(QUERY, run)).isKnown;
  return { clock, cache, write, ask, isKnown, runs: () => runs };
}

test("[S3] a commit between the end of a run and the use of its result makes the result stale", async () => {
  // By another function, whose turn comes between this one's end and whoever waits for it.
  const { cache, write } = countedQuery({ meanwhile: (value) => void (value === "0" && write()) });
  const watched = cache.watch(QUERY, () => undefined);
  await watched.refresh();
  expect(watched.fresh).toBeNull();
  await watched.refresh();
  expect(watched.fresh).toMatchObject({ value: "1" });
});

test("[S13] a caller gets the cached result, and a new one after a commit", async () => {
  const { ask, write, runs } = countedQuery();
  expect([await ask(), await ask(), runs()]).toEqual(["0", "0", 1]);
  write();
  expect([await ask(), await ask(), runs()]).toEqual(["1", "1", 2]);
});

test("[S13] simultaneous callers share a run", async () => {
  const { ask, runs } = countedQuery();
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(["0", "0", "0"]);
  expect(runs()).toBe(1);
});

test("[S13] a cached or shared result is reported as cached", async () => {
  const { isKnown, write } = countedQuery();
  expect(await Promise.all([isKnown(), isKnown()])).toEqual([false, true]);
  const before = isKnown();
  write();
  expect(await Promise.all([before, isKnown(), isKnown()])).toEqual([true, false, true]);
});

test("[S13] a caller does not get the result of a run that began before the caller's last commit", async () => {
  const { ask, write, runs } = countedQuery();
  const before = ask();
  write();
  const after = [ask(), ask()];
  expect(await before).toBe("0");
  expect(await Promise.all(after)).toEqual(["1", "1"]);
  expect(runs()).toBe(2);
});

test("[S13] what looked at the clock is known for a while, and not from a time to come", async () => {
  const { ask, clock, runs } = countedQuery({ looksAtTime: true });
  await ask();
  clock.advance(TIME_DEPENDENT_LIFETIME_MS - 1_000);
  await ask();
  expect(runs()).toBe(1);
  clock.advance(2_000);
  await ask();
  expect(runs()).toBe(2);
});

test("[S13] a new watcher of an old result that read the clock causes a new run, for all watchers", async () => {
  const { cache, clock, runs } = countedQuery({ looksAtTime: true });
  let told = 0;
  const first = cache.watch(QUERY, () => (told += 1));
  await first.refresh();
  clock.advance(TIME_DEPENDENT_LIFETIME_MS + 1_000);
  expect(first.fresh).not.toBeNull();
  const second = cache.watch(QUERY, () => undefined);
  expect([told, second.fresh]).toEqual([1, null]);
  await Promise.all([first.refresh(), second.refresh()]);
  expect(second.fresh).toBe(first.fresh);
  expect(runs()).toBe(2);
});

test("[S13] an error is returned to the caller of that run only", async () => {
  const { ask, runs } = countedQuery({ fails: true });
  expect([await ask(), await ask(), runs()]).toEqual(["an error", "an error", 2]);
});

test("[S13] watchers and callers share results", async () => {
  const { cache, ask, runs } = countedQuery();
  const watched = cache.watch(QUERY, () => undefined);
  await watched.refresh();
  await ask();
  watched.leave();
  await ask();
  expect(cache.watch(QUERY, () => undefined).fresh).toMatchObject({ value: "0" });
  expect(runs()).toBe(1);
});

test("[S13] a watcher is notified of a commit also after other callers have read the result", async () => {
  const { cache, ask, write } = countedQuery();
  let told = 0;
  const watched = cache.watch(QUERY, () => (told += 1));
  await watched.refresh();
  write();
  await ask();
  expect(watched.fresh).toMatchObject({ value: "1" });
  write();
  expect([told, watched.fresh]).toEqual([2, null]);
});

test("[S13] a push makes everything unknown", async () => {
  const { cache, ask, runs } = countedQuery();
  await ask();
  cache.invalidateAll();
  await ask();
  expect(runs()).toBe(2);
});

test("[S13] the least recently used results are evicted first", async () => {
  const { ask, runs } = countedQuery();
  const asked = (name: string) => ({ ...QUERY, args: { name, filler: "x".repeat(1_000_000) } });
  for (const name of ["a", "b", "c"]) await ask(asked(name));
  await ask(asked("a"));
  await ask(asked("d"));
  await ask(asked("e"));
  expect(runs()).toBe(5);
  await ask(asked("a"));
  expect(runs()).toBe(5);
  await ask(asked("b"));
  expect(runs()).toBe(6);
});
