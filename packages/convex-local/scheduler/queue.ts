/** The queue of scheduled functions, which is each component's `_scheduled_functions` table. */
import { ensureTable } from "../engine/catalog-store.ts";
import type { ComponentPath } from "../engine/catalog.ts";
import type { Database } from "../engine/database.ts";
import { SCHEDULED_FUNCTIONS } from "../engine/system-tables.ts";
import type { Transaction } from "../engine/transaction.ts";
import type { FunctionTarget } from "../functions/function-addresses.ts";
import { newDocumentId } from "../values/document-id.ts";
import type { JsonObject } from "../values/json.ts";

export interface NewJob {
  /** The component that scheduled it, whose queue holds it. */
  component: ComponentPath;
  target: FunctionTarget;
  args: JsonObject;
  atMs: number;
  /** Set if the job is cancelled from the start: a cancelled job schedules nothing more. */
  canceledAtMs?: number | undefined;
  /** The cron job whose time it was. */
  cron?: string;
}

export function enqueue(
  database: Database,
  transaction: Transaction,
  { component, target, args, atMs, canceledAtMs, cron }: NewJob,
): string {
  const table = ensureTable(database, component, SCHEDULED_FUNCTIONS);
  const id = newDocumentId(table.number);
  transaction.add(table, {
    _id: id,
    _creationTime: database.newCreationTime(),
    name: target.path.replace(":", ".js:"),
    args: [args],
    ...(canceledAtMs === undefined
      ? { scheduledTime: atMs, state: { kind: "pending" } }
      : {
          scheduledTime: canceledAtMs,
          state: { kind: "canceled" },
          completedTime: canceledAtMs,
        }),
    target: target.component,
    ...(cron === undefined ? {} : { cron }),
  });
  return id;
}
