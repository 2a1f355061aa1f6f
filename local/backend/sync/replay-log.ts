/**
 * Remembers which mutations of a session have been carried out, so that a client that lost its
 * connection before it heard the answer can send them again. The record commits with the writes.
 */
import type { JSONValue } from "convex/values";
import { must } from "../../must.ts";
import { ensureTable } from "../engine/catalog-store.ts";
import type { Database } from "../engine/database.ts";
import { keyRange } from "../engine/index-range.ts";
import { SESSION_REQUESTS } from "../engine/system-tables.ts";
import type { Transaction } from "../engine/transaction.ts";
import { newDocumentId } from "../values/document-id.ts";
import type { JsonObject } from "../values/json.ts";

export interface ReplayKey {
  sessionId: string;
  requestId: number;
}

export interface Replayed {
  result: JSONValue;
  ts: string;
  logLines: string[];
}

export interface ReplayLog {
  find(key: ReplayKey): Replayed | null;
  /** Makes the transaction depend on nobody else having carried out the same request. */
  claim(transaction: Transaction, key: ReplayKey): void;
  record(transaction: Transaction, key: ReplayKey, answer: Omit<Replayed, "ts">): void;
  /** Forgets what no client will ask for any more. */
  sweep(nowMs: number): void;
}

const KEPT_MS = 14 * 24 * 60 * 60 * 1000;
const SWEEP_BATCH = 1_000;

export function createReplayLog(database: Database): ReplayLog {
  const table = ensureTable(database, "", SESSION_REQUESTS);
  const bySession = must(table.indexes.get("by_sessionId_and_requestId"), "replay index");
  const byTime = must(table.indexes.get("by_creation_time"), "creation time index");

  const lookUp = (
    transaction: Transaction,
    { sessionId, requestId }: ReplayKey,
  ): JsonObject | null => {
    const range = keyRange(bySession.fields, [
      { type: "Eq", fieldPath: "sessionId", value: sessionId },
      { type: "Eq", fieldPath: "requestId", value: requestId },
    ]);
    const rows = transaction.walk({
      table,
      index: bySession,
      range,
      order: "asc",
      expectedRows: 1,
    });
    return rows.next()?.document.json() ?? null;
  };

  return {
    find(key) {
      const record = database.transact((transaction) => lookUp(transaction, key));
      if (record === null) return null;
      const { answer, timestamp } = record as { answer: string; timestamp: { $integer: string } };
      return { ...(JSON.parse(answer) as Omit<Replayed, "ts">), ts: timestamp.$integer };
    },
    claim(transaction, key) {
      if (lookUp(transaction, key) !== null) {
        throw new Error(
          `Request ${key.requestId} of session ${key.sessionId} was carried out already`,
        );
      }
    },
    record(transaction, { sessionId, requestId }, answer) {
      transaction.add(table, {
        _id: newDocumentId(table.number),
        _creationTime: database.newCreationTime(),
        sessionId,
        requestId,
        answer: JSON.stringify(answer),
        timestamp: { $commitTs: null },
      });
    },
    sweep(nowMs) {
      database.transact((transaction) => {
        const range = keyRange(byTime.fields, [
          { type: "Lt", fieldPath: "_creationTime", value: nowMs - KEPT_MS },
        ]);
        const rows = transaction.walk({ table, index: byTime, range, order: "asc" });
        for (let i = 0; i < SWEEP_BATCH; i += 1) {
          const row = rows.next();
          if (row === null) break;
          transaction.remove(table, row.document.id);
        }
      });
    },
  };
}
