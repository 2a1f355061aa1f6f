/**
 * Remembers which mutations of a session have been carried out, so that a client that lost its
 * connection before it heard the answer can send them again. The record commits with the writes.
 */
import type { JSONValue } from "convex/values";
import { yieldEvery } from "../engine/yield-every.ts";
import type { Database } from "../engine/database.ts";
import type { Transaction } from "../engine/transaction.ts";
import { afterKey, afterPrefix, encodeOrderKey } from "../values/order-key.ts";

export interface ReplayKey {
  sessionId: string;
  requestId: number;
}

export interface Replayed {
  result: JSONValue;
  /** Of the commit. */
  timestamp: bigint;
  logLines: string[];
}

export interface ReplayLog {
  find(key: ReplayKey): Replayed | null;
  /** Makes the transaction conflict with another run of the same request. */
  claim(transaction: Transaction, key: ReplayKey): void;
  record(transaction: Transaction, key: ReplayKey, answer: Omit<Replayed, "timestamp">): void;
  /** Deletes records that no client will repeat. */
  sweep(nowMs: number): Promise<void>;
}

type StoredAnswer = Omit<Replayed, "timestamp"> & { timestamp: string };

/** Rows of no table; the catalog counts its tables from 1. */
const TABLET = 0;
const RETENTION_MS = 14 * 24 * 60 * 60 * 1000;
const NANOSECONDS_PER_MS = 1_000_000n;
const SWEEP_BATCH = 500;
const MOST_SESSIONS = 10_000;

export function createReplayLog(database: Database): ReplayLog {
  const rowKey = ({ sessionId, requestId }: ReplayKey) => encodeOrderKey([sessionId, requestId]);
  /** No request above it was carried out; of sessions that were here before this process, any may have been. */
  const highest = new Map<string, number>();

  function highestOf(sessionId: string): number {
    const known = highest.get(sessionId);
    if (known !== undefined) return known;
    const lower = encodeOrderKey([sessionId]);
    const range = { lower, upper: afterPrefix(lower) };
    const rows = database.store.scan({ tablet: TABLET, index: null }, range, "asc", 1);
    const found = rows.length === 0 ? -1 : Infinity;
    const [oldest] = highest.keys();
    if (highest.size >= MOST_SESSIONS && oldest !== undefined) highest.delete(oldest);
    highest.set(sessionId, found);
    return found;
  }

  return {
    find(key) {
      const text = database.transact((transaction) => transaction.row(TABLET, rowKey(key)));
      if (text === null) return null;
      const { result, timestamp, logLines } = JSON.parse(text) as StoredAnswer;
      return { result, timestamp: BigInt(timestamp), logLines };
    },
    claim(transaction, key) {
      // Request numbers grow, so most requests need no lookup.
      if (key.requestId > highestOf(key.sessionId)) {
        transaction.watchRow(TABLET, rowKey(key));
        return;
      }
      if (transaction.row(TABLET, rowKey(key)) !== null) {
        throw new Error(
          `Request ${key.requestId} of session ${key.sessionId} was carried out already`,
        );
      }
    },
    record(transaction, key, answer) {
      transaction.rows.push((at) => {
        const { sessionId, requestId } = key;
        highest.set(sessionId, Math.max(highestOf(sessionId), requestId));
        const stored: StoredAnswer = { ...answer, timestamp: at.toString() };
        const text = JSON.stringify(stored);
        return { tablet: TABLET, key: rowKey(key), content: { text, sizeBytes: text.length } };
      });
    },
    async sweep(nowMs) {
      const yieldNow = yieldEvery();
      const forgotten = BigInt(Math.floor(nowMs - RETENTION_MS)) * NANOSECONDS_PER_MS;
      const isOld = (text: string) =>
        BigInt((JSON.parse(text) as StoredAnswer).timestamp) < forgotten;
      for (let lower: Buffer = Buffer.alloc(0); ;) {
        const range = { lower, upper: null };
        const rows = database.store.scan(
          { tablet: TABLET, index: null },
          range,
          "asc",
          SWEEP_BATCH,
        );
        const old = rows.filter(({ text }) => isOld(text));
        const gone = old.map(({ key }) => ({ tablet: TABLET, key, content: null }));
        if (gone.length > 0) database.writeDirectly(gone, []);
        const last = rows.at(-1);
        if (last === undefined) return;
        lower = afterKey(last.key);
        await yieldNow();
      }
    },
  };
}
