/** Takes jobs out of the queue before they run. */
import { must } from "@hark/stand-in-kit/must";
import { ensureTable } from "../engine/catalog-store.ts";
import type { ComponentPath } from "../engine/catalog.ts";
import { keyRange } from "../engine/index-range.ts";
import { SCHEDULED_FUNCTIONS } from "../engine/system-tables.ts";
import type { Transaction } from "../engine/transaction.ts";
import type { Host } from "../functions/host.ts";
import { tableNumberOf, whyNoId } from "../values/document-id.ts";

interface JobQueue {
  transaction: Transaction;
  component: ComponentPath;
}

/** Does nothing if the job has ended or was deleted. */
export function cancelScheduled(
  { database, clock }: Pick<Host, "database" | "clock">,
  { transaction, component }: JobQueue,
  id: string,
): void {
  const table = ensureTable(database, component, SCHEDULED_FUNCTIONS);
  const number = tableNumberOf(id);
  if (number === null) {
    throw new Error(`Invalid argument \`id\` for \`db.cancel_job\`: ${whyNoId(id)}`);
  }
  if (number !== table.number) {
    throw new Error(
      "Invalid scheduled function ID. The ID must be an ID on the '_scheduled_functions' table.",
    );
  }
  const json = transaction.get(table, id)?.json();
  const { kind = "gone" } = (json?.state ?? {}) as { kind?: string };
  if (json === undefined || (kind !== "pending" && kind !== "inProgress")) return;
  transaction.put(table, { ...json, state: { kind: "canceled" }, completedTime: clock.now() });
}

export interface JobFilter {
  /** `module.js:export`, or null for all. */
  udfPath: string | null;
  fromMs: number;
  beforeMs: number;
}

const BATCH_SIZE = 100;

/** Cancels one batch of pending jobs. True if there may be more. */
export function cancelSomeScheduled(
  host: Pick<Host, "database" | "clock">,
  component: ComponentPath,
  { udfPath, fromMs, beforeMs }: JobFilter,
): boolean {
  const table = ensureTable(host.database, component, SCHEDULED_FUNCTIONS);
  const index = must(table.indexes.get("by_state_kind_and_scheduledTime"), "job index");
  const range = keyRange(index.fields, [
    { type: "Eq", fieldPath: "state.kind", value: "pending" },
    ...(fromMs === -Infinity
      ? []
      : [{ type: "Gte" as const, fieldPath: "scheduledTime", value: fromMs }]),
    ...(beforeMs === Infinity
      ? []
      : [{ type: "Lt" as const, fieldPath: "scheduledTime", value: beforeMs }]),
  ]);
  return host.database.transact((transaction) => {
    const rows = transaction.walk({ table, index, range, order: "asc" });
    const ids: string[] = [];
    for (let row = rows.next(); row !== null && ids.length < BATCH_SIZE; row = rows.next()) {
      if (udfPath === null || row.document.json().name === udfPath) ids.push(row.document.id);
    }
    for (const id of ids) cancelScheduled(host, { transaction, component }, id);
    return ids.length === BATCH_SIZE;
  });
}
