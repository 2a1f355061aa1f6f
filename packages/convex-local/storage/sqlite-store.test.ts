import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqliteStore } from "./sqlite-store.ts";
import type { Batch, Store } from "./store.ts";
import { copyOfData } from "./test-copy.ts";

let folder: string;
let store: Store;
const file = () => path.join(folder, "data.sqlite");

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hark-store-"));
  store = openSqliteStore(file());
});

afterEach(async () => {
  store.close();
  await rm(folder, { recursive: true, force: true });
});

const key = (...bytes: number[]) => Buffer.from(bytes);

function write(batch: Batch): void {
  store.stage(batch);
  store.flush();
}

function put(tablet: number, at: Buffer, text: string): Batch["documents"][number] {
  return { tablet, key: at, content: { text, sizeBytes: text.length } };
}

test("[T6] what was written is there after the store is opened again", () => {
  const entries = [{ index: 7, key: key(9), documentKey: key(1) }];
  write({ timestamp: 5n, documents: [put(3, key(1), "one")], entries });
  store.close();
  store = openSqliteStore(file());
  expect(store.lastTimestamp()).toBe(5n);
  expect(store.get(3, key(1))).toEqual({ key: key(1), text: "one", sizeBytes: 3 });
  const all = { lower: key(), upper: null };
  expect(store.scan({ tablet: 3, index: 7 }, all, "asc", 10)).toMatchObject([
    { key: key(9), text: "one" },
  ]);
});

test("[T6] a batch that fails leaves nothing of itself", () => {
  write({ timestamp: 1n, documents: [put(3, key(1), "kept")], entries: [] });
  const documents = [put(3, key(1), "lost"), ...broken(2n).documents];
  expect(() => write({ timestamp: 2n, documents, entries: [] })).toThrow();
  expect(store.get(3, key(1))?.text).toBe("kept");
  expect(store.lastTimestamp()).toBe(1n);
  write({ timestamp: 3n, documents: [put(3, key(1), "later")], entries: [] });
  expect(store.get(3, key(1))?.text).toBe("later");
});

test("[T6] staged writes are readable at once, and durable after the next flush", () => {
  store.stage({ timestamp: 1n, documents: [put(3, key(1), "one")], entries: [] });
  store.stage({ timestamp: 2n, documents: [put(3, key(2), "two")], entries: [] });
  expect([store.count(3), afterCrash()]).toEqual([2, []]);
  store.flush();
  expect([store.count(3), afterCrash()]).toEqual([2, ["one", "two"]]);
  store.stage({ timestamp: 3n, documents: [put(3, key(3), "three")], entries: [] });
  expect(() => store.stage(broken(4n))).toThrow();
  store.flush();
  expect([store.count(3), afterCrash(), store.lastTimestamp()]).toEqual([2, ["one", "two"], 2n]);
});

test("a write that comes too late is refused, and the process goes on", () => {
  write({ timestamp: 1n, documents: [put(3, key(1), "one")], entries: [] });
  store.close();
  const late = { timestamp: 2n, documents: [put(3, key(2), "two")], entries: [] };
  expect(() => store.stage(late)).toThrow("The database is closed.");
  expect(() => store.flush()).toThrow("The database is closed.");
  store.close();
  expect(afterCrash()).toEqual(["one"]);
});

test("a snapshot holds all that was flushed, and nothing of what comes later", () => {
  write({ timestamp: 1n, documents: [put(3, key(1), "one")], entries: [] });
  const snapshot = store.snapshot();
  write({ timestamp: 2n, documents: [put(3, key(2), "two")], entries: [] });
  expect([snapshot.count(3), store.count(3)]).toEqual([1, 2]);
  snapshot.close();
});

/** What is found after a crash. */
function afterCrash(): string[] {
  const copy = copyOfData(folder);
  const opened = openSqliteStore(copy);
  const all = { lower: key(), upper: null };
  const rows = opened.scan({ tablet: 3, index: null }, all, "asc", 1_000);
  opened.close();
  rmSync(path.dirname(copy), { recursive: true });
  return rows.map((row) => row.text);
}

/** SQLite refuses it. */
function broken(timestamp: bigint): Batch {
  const content = { text: null as unknown as string, sizeBytes: 0 };
  return { timestamp, documents: [{ tablet: 3, key: key(9), content }], entries: [] };
}

// T92: docs/security.md
test.each(["emptied", "missing"])(
  "a first file that is %s is not begun anew beside a log that holds something",
  (what) => {
    write({ timestamp: 1n, documents: [put(3, key(1), "one")], entries: [] });
    const copy = copyOfData(folder);
    const log = `${copy}-wal`;
    if (what === "missing") rmSync(copy);
    else writeFileSync(copy, "");
    const before = readFileSync(log);
    expect(() => openSqliteStore(copy)).toThrow(`The database ${copy} is missing or empty, but `);
    expect(() => openSqliteStore(copy)).toThrow("npm run restore");
    expect(readFileSync(log).equals(before)).toBe(true);
    rmSync(path.dirname(copy), { recursive: true });
  },
);

// T92: docs/security.md
test("a first file that is missing is not begun anew beside files that were stored", () => {
  const files = path.join(folder, "files");
  const lost = path.join(folder, "lost.sqlite");
  mkdirSync(files);
  openSqliteStore(lost, { beside: [files] }).close();
  for (const name of readdirSync(folder)) {
    if (name.startsWith("lost.sqlite")) rmSync(path.join(folder, name));
  }
  openSqliteStore(lost, { beside: [files] }).close();
  for (const name of readdirSync(folder)) {
    if (name.startsWith("lost.sqlite")) rmSync(path.join(folder, name));
  }
  writeFileSync(path.join(files, "a recording"), "words");
  expect(() => openSqliteStore(lost, { beside: [files] })).toThrow(
    `The database ${lost} is missing or empty, but ${files} holds data`,
  );
});

test("removing a document or an entry removes just that", () => {
  const documents = [put(3, key(1), "one"), put(3, key(2), "two"), put(4, key(1), "other")];
  write({ timestamp: 1n, documents, entries: [] });
  const gone = { tablet: 3, key: key(1), content: null };
  write({ timestamp: 2n, documents: [gone], entries: [] });
  expect(store.get(3, key(1))).toBeNull();
  expect(store.count(3)).toBe(1);
  expect(store.get(4, key(1))?.text).toBe("other");
});

test("a dropped index is empty, and its neighbour is not", () => {
  const entries = [7, 8].map((index) => ({ index, key: key(1), documentKey: key(1) }));
  write({ timestamp: 1n, documents: [put(3, key(1), "one")], entries });
  store.dropIndex(7);
  const all = { lower: key(), upper: null };
  expect(store.scan({ tablet: 3, index: 7 }, all, "asc", 10)).toEqual([]);
  expect(store.scan({ tablet: 3, index: 8 }, all, "asc", 10)).toHaveLength(1);
});

test("a scan gives what lies in its range, in its order, up to its limit", () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 3 }).map((array) => Buffer.from(array));
  fc.assert(
    fc.property(
      fc.uniqueArray(bytes, { selector: (one) => one.toString("hex"), maxLength: 20 }),
      bytes,
      fc.option(bytes),
      fc.constantFrom("asc" as const, "desc" as const),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      (keys, lower, upper, order, limit, byIndex) => {
        const timestamp = store.lastTimestamp() + 1n;
        const tablet = Number(timestamp) + 100;
        write({
          timestamp,
          documents: keys.map((one) => put(tablet, one, one.toString("hex"))),
          entries: keys.map((one) => ({ index: tablet, key: one, documentKey: one })),
        });
        const expected = keys
          .filter((one) => one.compare(lower) >= 0 && (upper === null || one.compare(upper) < 0))
          .sort((a, b) => (order === "asc" ? a.compare(b) : b.compare(a)))
          .slice(0, limit);
        const address = { tablet, index: byIndex ? tablet : null };
        const rows = store.scan(address, { lower, upper }, order, limit);
        expect(rows.map((row) => row.text)).toEqual(expected.map((one) => one.toString("hex")));
      },
    ),
    { numRuns: 60 },
  );
});
