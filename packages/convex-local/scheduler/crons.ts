/** Tracks the deployment's cron jobs, and enqueues each at its time. */
import type { Clock } from "@hark/stand-in-kit/clock";
import { must } from "@hark/stand-in-kit/must";
import { ensureTable } from "../engine/catalog-store.ts";
import type { Database } from "../engine/database.ts";
import { CRON_JOBS } from "../engine/system-tables.ts";
import type { Transaction } from "../engine/transaction.ts";
import type { CronSchedule, CronSpec, Deployment } from "../deploy/deployment.ts";
import { newDocumentId } from "../values/document-id.ts";
import type { JsonObject } from "../values/json.ts";
import { nextRunMs } from "./cron-schedule.ts";
import { enqueue } from "./queue.ts";

export interface CronRunner {
  /** Takes over the jobs of a new deployment: those that it no longer has are gone. */
  adopt(deployment: Deployment): void;
  close(): void;
}

interface CronRecord {
  _id: string;
  _creationTime: number;
  component: string;
  name: string;
  path: string;
  args: JsonObject;
  schedule: CronSchedule;
  lastTime: number | null;
  nextTime: number;
}

export function createCronRunner(database: Database, clock: Clock): CronRunner {
  const table = ensureTable(database, "", CRON_JOBS);
  const byTime = must(table.indexes.get("by_nextTime"), "cron index");
  let cancelAlarm: () => void = () => undefined;

  const records = (transaction: Transaction): CronRecord[] => {
    const everything = { lower: Buffer.alloc(0), upper: null };
    const rows = transaction.walk({ table, index: byTime, range: everything, order: "asc" });
    const found: CronRecord[] = [];
    for (let row = rows.next(); row !== null; row = rows.next()) {
      found.push(row.document.json() as unknown as CronRecord);
    }
    return found;
  };

  const save = (transaction: Transaction, record: CronRecord) =>
    void transaction.put(table, record as unknown as JsonObject);

  const runDue = (): void => {
    const nowMs = clock.now();
    database.transact((transaction) => {
      for (const record of records(transaction)) {
        if (record.nextTime > nowMs) break;
        enqueue(database, transaction, {
          component: record.component,
          target: { component: record.component, path: record.path },
          args: record.args,
          atMs: record.nextTime,
          cron: record.name,
        });
        // Runs that were missed while nothing ran are not made up for.
        const nextTime = nextRunMs(record.schedule, nowMs, record.nextTime);
        save(transaction, { ...record, lastTime: record.nextTime, nextTime });
      }
    });
    setAlarm();
  };

  const setAlarm = (): void => {
    cancelAlarm();
    const [next] = database.transact(records);
    if (next !== undefined) cancelAlarm = clock.schedule(next.nextTime, runDue);
  };

  return {
    adopt(deployment) {
      const wanted = [...deployment.mounts.values()].flatMap(({ component, crons }) =>
        crons.map((cron) => ({ component, ...cron })),
      );
      database.transact((transaction) => {
        const before = records(transaction);
        for (const cron of wanted) {
          const old = before.find((record) => isSame(record, cron));
          const isUnchanged = JSON.stringify(old?.schedule) === JSON.stringify(cron.schedule);
          save(transaction, {
            _id: old?._id ?? newDocumentId(table.number),
            _creationTime: old?._creationTime ?? database.newCreationTime(),
            ...cron,
            lastTime: old?.lastTime ?? null,
            nextTime:
              old !== undefined && isUnchanged
                ? old.nextTime
                : nextRunMs(cron.schedule, clock.now(), null),
          });
        }
        for (const old of before) {
          if (!wanted.some((cron) => isSame(old, cron))) transaction.remove(table, old._id);
        }
      });
      setAlarm();
    },
    close: () => cancelAlarm(),
  };
}

function isSame(record: CronRecord, cron: CronSpec & { component: string }): boolean {
  return record.component === cron.component && record.name === cron.name;
}
