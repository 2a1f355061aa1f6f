import { expect, onTestFinished, test } from "vitest";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { openTestDatabase } from "../engine/test-database.ts";
import { QueryCache, TIME_TRUSTED_MS } from "./query-cache.ts";
import type { AskedQuery } from "./query-cache.ts";
import type { QueryOutcome } from "./runner.ts";

const QUERY: AskedQuery = {
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
    const { outcome } = await cache.ask(query, run);
    return outcome.ok ? outcome.value : "an error";
  };
  const isKnown = async () => (await cache.ask(QUERY, run)).isKnown;
  return { clock, cache, write, ask, isKnown, runs: () => runs };
}

test("[S3] what is committed when a run has ended and its result is not yet taken makes it stale", async () => {
  // By another function, whose turn comes between this one's end and whoever waits for it.
  const { cache, write } = countedQuery({ meanwhile: (value) => void (value === "0" && write()) });
  const watched = cache.watch(QUERY, () => undefined);
  await watched.refresh();
  expect(watched.fresh).toBeNull();
  await watched.refresh();
  expect(watched.fresh).toMatchObject({ value: "1" });
});

test("[S13] who asks gets what is known, and what is so after a commit", async () => {
  const { ask, write, runs } = countedQuery();
  expect([await ask(), await ask(), runs()]).toEqual(["0", "0", 1]);
  write();
  expect([await ask(), await ask(), runs()]).toEqual(["1", "1", 2]);
});

test("[S13] who asks in the same moment shares a run", async () => {
  const { ask, runs } = countedQuery();
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(["0", "0", "0"]);
  expect(runs()).toBe(1);
});

test("[S13] what is known is told as such, also where another's run is waited for", async () => {
  const { isKnown, write } = countedQuery();
  expect(await Promise.all([isKnown(), isKnown()])).toEqual([false, true]);
  const before = isKnown();
  write();
  expect(await Promise.all([before, isKnown(), isKnown()])).toEqual([true, false, true]);
});

test("[S13] a run that began before a commit is not for who asks after it", async () => {
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
  clock.advance(TIME_TRUSTED_MS - 1_000);
  await ask();
  expect(runs()).toBe(1);
  clock.advance(2_000);
  await ask();
  expect(runs()).toBe(2);
});

test("[S13] who comes to watch long after it looked at the clock has it run again, for all who watch", async () => {
  const { cache, clock, runs } = countedQuery({ looksAtTime: true });
  let told = 0;
  const first = cache.watch(QUERY, () => (told += 1));
  await first.refresh();
  clock.advance(TIME_TRUSTED_MS + 1_000);
  expect(first.fresh).not.toBeNull();
  const second = cache.watch(QUERY, () => undefined);
  expect([told, second.fresh]).toEqual([1, null]);
  await Promise.all([first.refresh(), second.refresh()]);
  expect(second.fresh).toBe(first.fresh);
  expect(runs()).toBe(2);
});

test("[S13] an error is for who asked, and nobody else", async () => {
  const { ask, runs } = countedQuery({ fails: true });
  expect([await ask(), await ask(), runs()]).toEqual(["an error", "an error", 2]);
});

test("[S13] what was watched is known to who asks, and the other way round", async () => {
  const { cache, ask, runs } = countedQuery();
  const watched = cache.watch(QUERY, () => undefined);
  await watched.refresh();
  await ask();
  watched.leave();
  await ask();
  expect(cache.watch(QUERY, () => undefined).fresh).toMatchObject({ value: "0" });
  expect(runs()).toBe(1);
});

test("[S13] who watches hears of a commit also after others have asked", async () => {
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

test("[S13] what nobody has used for the longest time goes first, when it is too much", async () => {
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
