import { expect, test } from "vitest";
import { openTestDatabase } from "../engine/test-database.ts";
import { LiveQueries } from "./live-queries.ts";
import type { WatchedQuery } from "./live-queries.ts";

const QUERY: WatchedQuery = {
  component: "",
  path: "things:list",
  args: {},
  identity: null,
  journal: null,
  mayCallInternal: false,
};

test("[S3] what is committed when a run has ended and its result is not yet taken makes it stale", async () => {
  const opened = openTestDatabase();
  const { database } = opened;
  const live = new LiveQueries(database, async () => {
    const transaction = database.begin();
    const value = JSON.stringify(opened.read(transaction).length);
    const { reads, snapshotTimestamp: timestamp } = transaction;
    database.end(transaction);
    // By another function, whose turn comes between this one's end and whoever waits for it.
    if (value === "0") database.transact((other) => opened.insert(other, { a: 1, b: 1 }));
    const plain = { logLines: [], journal: null, usedIdentity: false };
    return { ok: true, value, reads, timestamp, ...plain };
  });
  const watched = live.watch(QUERY, () => undefined);
  await watched.refresh();
  expect(watched.fresh).toBeNull();
  await watched.refresh();
  expect(watched.fresh).toMatchObject({ value: "1" });
  live.close();
  opened.close();
});
