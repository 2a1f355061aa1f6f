import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqliteStore } from "./sqlite-store.ts";
import type { Batch, Store } from "./store.ts";

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
  const broken = {
    tablet: 3,
    key: key(2),
    content: { text: null as unknown as string, sizeBytes: 0 },
  };
  expect(() =>
    write({ timestamp: 2n, documents: [put(3, key(1), "lost"), broken], entries: [] }),
  ).toThrow();
  expect(store.get(3, key(1))?.text).toBe("kept");
  expect(store.lastTimestamp()).toBe(1n);
  write({ timestamp: 3n, documents: [put(3, key(1), "later")], entries: [] });
  expect(store.get(3, key(1))?.text).toBe("later");
});

test("[T6] what is staged is read at once and on disk with the next flush, all of it", () => {
  const other = () => {
    const snapshot = store.snapshot();
    const rows = snapshot.count(3);
    snapshot.close();
    return rows;
  };
  store.stage({ timestamp: 1n, documents: [put(3, key(1), "one")], entries: [] });
  store.stage({ timestamp: 2n, documents: [put(3, key(2), "two")], entries: [] });
  expect([store.count(3), other()]).toEqual([2, 0]);
  store.flush();
  expect([store.count(3), other()]).toEqual([2, 2]);
  store.stage({ timestamp: 3n, documents: [put(3, key(3), "three")], entries: [] });
  const content = { text: null as unknown as string, sizeBytes: 0 };
  const broken = { tablet: 3, key: key(4), content };
  expect(() => store.stage({ timestamp: 4n, documents: [broken], entries: [] })).toThrow();
  store.flush();
  expect([store.count(3), other(), store.lastTimestamp()]).toEqual([2, 2, 2n]);
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
