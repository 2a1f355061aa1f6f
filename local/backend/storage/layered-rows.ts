/** What SQLite holds, as it will be when it holds all that it does not hold yet. */
import { afterKey } from "../values/order-key.ts";
import type { IndexAddress, KeyRange, Store, StoredRow } from "./store.ts";
import type { Content, Unwritten, UnwrittenRow } from "./unwritten.ts";

export interface IndexedRow extends StoredRow {
  documentKey: Buffer;
}

/** SQLite's own. What another connection commits between two questions, only `atOneMoment` keeps apart. */
export interface SqliteRows extends Pick<Store, "get" | "scan" | "count"> {
  scanWithKeys(...where: Parameters<Store["scan"]>): IndexedRow[];
  atOneMoment<T>(task: () => T): T;
}

type Order = "asc" | "desc";

/** The newest layer first. SQLite may have come to hold what they hold: it is the same, or older. */
export function layered(
  sqlite: SqliteRows,
  layers: () => readonly Unwritten[],
): Pick<Store, "get" | "scan" | "count"> {
  /** Undefined where SQLite has the last word. */
  function unwritten(tablet: number, key: Buffer): UnwrittenRow<Content> | undefined {
    for (const layer of layers()) {
      const row = layer.documentsOf(tablet)?.get(key);
      if (row !== undefined) return row;
    }
    return undefined;
  }

  function get(tablet: number, key: Buffer): StoredRow | null {
    const row = unwritten(tablet, key);
    if (row === undefined) return sqlite.get(tablet, key);
    return row.value === null ? null : { key, ...row.value };
  }

  /** What the layer says of a row, which may be that it is gone. */
  function ownRow({ tablet }: IndexAddress, { key, value }: UnwrittenRow<Content | Buffer>) {
    if (!Buffer.isBuffer(value)) return value === null ? null : { key, ...value };
    const document = get(tablet, value);
    return document === null ? null : { ...document, key };
  }

  function sqliteRow({ tablet }: IndexAddress, row: IndexedRow): StoredRow | null {
    const changed = unwritten(tablet, row.documentKey);
    if (changed === undefined) return row;
    return changed.value === null ? null : { key: row.key, ...changed.value };
  }

  function merged(address: IndexAddress, range: KeyRange, order: Order, limit: number) {
    const found: StoredRow[] = [];
    const add = (row: StoredRow | null) => {
      if (row !== null) found.push(row);
    };
    const own = nearest(
      layers().flatMap((layer) => layer.rowsOf(address)?.walk(range, order) ?? []),
      order,
    );
    let next = own.next().value;
    for (let rest = range; found.length < limit;) {
      const wanted = limit - found.length;
      const rows = sqlite.scanWithKeys(address, rest, order, wanted);
      for (const row of rows) {
        while (next !== undefined && isBefore(next.key, row.key, order) && found.length < limit) {
          add(ownRow(address, next));
          next = own.next().value;
        }
        if (found.length === limit) return found;
        if (next?.key.equals(row.key) !== true) add(sqliteRow(address, row));
        else {
          add(ownRow(address, next));
          next = own.next().value;
        }
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < wanted) break;
      rest = beyond(rest, last.key, order);
    }
    for (; next !== undefined && found.length < limit; next = own.next().value) {
      add(ownRow(address, next));
    }
    return found;
  }

  return {
    get,
    scan(address, range, order, limit) {
      const isOlder = layers().some((layer) => layer.touches(address));
      return (isOlder ? merged : sqlite.scan)(address, range, order, limit);
    },
    count: (tablet) =>
      sqlite.atOneMoment(() => {
        let count = sqlite.count(tablet);
        const seen = new Set<string>();
        for (const layer of layers()) {
          for (const { key, value } of layer.documentsOf(tablet)?.all() ?? []) {
            const name = key.toString("latin1");
            if (seen.has(name)) continue;
            seen.add(name);
            count += (value === null ? 0 : 1) - (sqlite.get(tablet, key) === null ? 0 : 1);
          }
        }
        return count;
      }),
  };
}

/** The rows of several layers in one order; of those with the same key, the first layer's. */
function* nearest<T>(
  walks: Iterator<UnwrittenRow<T>, undefined>[],
  order: Order,
): Generator<UnwrittenRow<T>, undefined> {
  const heads = walks.map((walk) => walk.next().value);
  for (;;) {
    let first: UnwrittenRow<T> | undefined;
    for (const head of heads) {
      if (head === undefined) continue;
      if (first === undefined || isBefore(head.key, first.key, order)) first = head;
    }
    if (first === undefined) return undefined;
    yield first;
    for (const [at, walk] of walks.entries()) {
      if (heads[at]?.key.equals(first.key) === true) heads[at] = walk.next().value;
    }
  }
}

function isBefore(one: Buffer, other: Buffer, order: Order): boolean {
  const compared = one.compare(other);
  return order === "asc" ? compared < 0 : compared > 0;
}

/** The part of a range that follows on `key`. */
export function beyond({ lower, upper }: KeyRange, key: Buffer, order: Order): KeyRange {
  return order === "asc" ? { lower: afterKey(key), upper } : { lower, upper: key };
}
