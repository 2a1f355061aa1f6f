import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConvexClient } from "convex/browser";
import { WebSocket } from "ws";
import { openSqliteStore } from "../../local/backend/storage/sqlite-store.ts";
import { api } from "../contract/app-api.ts";
import { APP_FOLDER, openDeployment } from "../contract/deployment.ts";
import type { Bench, Figure } from "./bench.ts";

const ROUNDS = 300;
const BURST = 2_000;

/** The local backend through its real client, beside the bare database that it writes to. */
export const bench: Bench = {
  title: "Local backend",
  async measure() {
    const bareCommitMs = await bareCommit();
    const deployment = await openDeployment({ app: APP_FOLDER });
    const client = newClient(deployment.backend.url);
    const watcher = newClient(deployment.backend.url);
    try {
      await client.mutation(api.notes.add, { author: "warm up" });
      return [
        await roundTrip(client, bareCommitMs),
        await burst(client, bareCommitMs),
        await watchedWrite(client, watcher, bareCommitMs),
      ];
    } finally {
      await client.close();
      await watcher.close();
      await deployment.close();
    }
  },
};

function newClient(url: string): ConvexClient {
  return new ConvexClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
  });
}

async function roundTrip(client: ConvexClient, bareCommitMs: number): Promise<Figure> {
  const value = await medianMs(ROUNDS, () => client.mutation(api.notes.add, { author: "one" }));
  return {
    name: "A mutation and its answer, one at a time",
    unit: "ms",
    value,
    baseline: { name: "the same row in a synced SQLite commit", value: bareCommitMs },
  };
}

async function burst(client: ConvexClient, bareCommitMs: number): Promise<Figure> {
  const startedMs = performance.now();
  await Promise.all(
    Array.from({ length: BURST }, () => client.mutation(api.notes.add, { author: "many" })),
  );
  return {
    name: "Mutations of one client, sent without waiting",
    unit: "mutations/s",
    value: (BURST * 1000) / (performance.now() - startedMs),
    baseline: { name: "synced SQLite commits, one after the other", value: 1000 / bareCommitMs },
  };
}

async function watchedWrite(
  client: ConvexClient,
  watcher: ConvexClient,
  bareCommitMs: number,
): Promise<Figure> {
  let seen = -1;
  let wake: () => void = () => undefined;
  watcher.onUpdate(api.notes.byAuthor, { author: "watched" }, (notes) => {
    seen = notes.length;
    wake();
  });
  const until = async (count: number) => {
    while (seen !== count) await new Promise<void>((resolve) => (wake = resolve));
  };
  await until(0);
  let written = 0;
  const value = await medianMs(ROUNDS / 3, async () => {
    written += 1;
    void client.mutation(api.notes.add, { author: "watched" });
    await until(written);
  });
  return {
    name: "From a write to its sight in another client",
    unit: "ms",
    value,
    baseline: { name: "the same row in a synced SQLite commit", value: bareCommitMs },
  };
}

async function bareCommit(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), "hark-bench-"));
  const store = openSqliteStore(path.join(folder, "bare.sqlite"));
  let count = 0;
  const text = JSON.stringify({ author: "one", _id: "x".repeat(32), _creationTime: Date.now() });
  const value = await medianMs(ROUNDS, async () => {
    count += 1;
    const key = Buffer.from(String(count));
    store.write({
      timestamp: BigInt(count),
      documents: [{ tablet: 1, key, content: { text, sizeBytes: text.length } }],
      entries: [{ index: 1, key, documentKey: key }],
    });
  });
  store.close();
  await rm(folder, { recursive: true });
  return value;
}

async function medianMs(rounds: number, task: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < rounds; i += 1) {
    const startedMs = performance.now();
    await task();
    times.push(performance.now() - startedMs);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}
