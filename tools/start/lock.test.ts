import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findHolder, takeLock } from "./lock.ts";

const ADDRESS = "http://127.0.0.1:4275";

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hark-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function leaveLock(folder: string, port: number, pid = process.pid): Promise<void> {
  const holder = { pid, port, address: ADDRESS, token: "left behind" };
  await writeFile(path.join(folder, "running.json"), JSON.stringify(holder));
}

async function listener(onConnection: () => void, reply?: string): Promise<number> {
  const server = createServer((socket) => {
    onConnection();
    if (reply !== undefined) socket.end(reply);
    onTestFinished(() => void socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test("a second start on the same folder fails and says where the first one runs", async () => {
  const folder = await dataFolder();
  const lock = await takeLock(folder, ADDRESS);
  await expect(takeLock(folder, "http://127.0.0.1:5000")).rejects.toThrow(
    `already running on ${folder} at ${ADDRESS} (process ${process.pid})`,
  );
  expect(await findHolder(folder)).toMatchObject({ address: ADDRESS, pid: process.pid });
  await lock.release();
  expect(await readdir(folder)).toEqual([]);
  await (await takeLock(folder, ADDRESS)).release();
});

test("of several that start at once, one runs", async () => {
  const folder = await dataFolder();
  const starts = await Promise.allSettled([1, 2, 3].map(() => takeLock(folder, ADDRESS)));
  const locks = starts.filter((start) => start.status === "fulfilled");
  expect(locks).toHaveLength(1);
  await locks[0]?.value.release();
});

test("a lock left by a crash does not block, even if its process ID is in use again", async () => {
  const folder = await dataFolder();
  await leaveLock(folder, 1);
  expect(await findHolder(folder)).toBeNull();
  await (await takeLock(folder, ADDRESS)).release();
});

test("another program on the recorded port does not hold the lock", async () => {
  const folder = await dataFolder();
  await leaveLock(folder, await listener(() => undefined, "HTTP/1.1 400 Bad Request"));
  expect(await findHolder(folder)).toBeNull();
});

test("a holder that is too busy to answer keeps the lock", async () => {
  const folder = await dataFolder();
  await leaveLock(folder, await listener(() => undefined));
  expect(await findHolder(folder)).toMatchObject({ address: ADDRESS });
});

test("a damaged lock file does not block", async () => {
  const folder = await dataFolder();
  await writeFile(path.join(folder, "running.json"), "{");
  await (await takeLock(folder, ADDRESS)).release();
});
