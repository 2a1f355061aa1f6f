/** Counts what the functions of a running Hark do: from the backend's own log, and at the doors of the vendors. */
import { createServer, request as send } from "node:http";
import { makeFunctionReference } from "convex/server";
import { closeServer, listen } from "@hark/stand-in-kit/listening";
import type { Stack } from "../../../tools/start/stack.ts";
import crons from "../../../convex/crons.ts";
import { adminClient } from "../../admin-client.ts";
import { setVariables } from "../../fixtures/stack.ts";
import { assumedSecondsOf, NOTHING } from "./counts.ts";
import type { Counts } from "./counts.ts";

/** So long must nothing have run until everything that was begun is taken to be over. */
const QUIET_MS = 2_500;
const LOOK_MS = 50;

interface Completion {
  identifier: string;
  requestId: string;
  udfType: "Query" | "Mutation" | "Action" | "HttpAction";
  usageStats: Record<
    "databaseReadBytes" | "databaseWriteBytes" | "databaseReadDocuments" | "databaseWriteDocuments",
    number
  >;
}

const FIELD_OF = {
  Query: "queries",
  Mutation: "mutations",
  Action: "actions",
  HttpAction: "httpActions",
} as const;

const CRON_FUNCTIONS = new Set(Object.values(crons.crons).map(({ name }) => name));

/** What an owner's browser asks for, with all that it runs, and the keys by which the backend knows its token. */
const OF_SCREENS = /^((assistants|auth|calls|subscriptions|usage):|GET )/;

export interface Counted {
  /** What was done for the clock's sake. */
  crons: Counts;
  /** What an owner's open pages asked for. */
  screens: Counts;
  /** Anything else; requests to vendors are all here, whoever sent them. */
  own: Counts;
}

export interface Counter {
  /** What runs, or is caused to run, while `task` does, and until nothing runs any more. */
  during(task: () => Promise<unknown>): Promise<Counted & { cronRunsOf: (name: string) => number }>;
  /** How often a function has run so far. */
  runsOf(name: string): number;
  close(): Promise<void>;
}

export async function openCounter(stack: Stack): Promise<Counter> {
  const log = watchLog(stack);
  const doors = {
    stripe: await openDoor(stack.vendors.stripe.url),
    voice: await openDoor(stack.vendors.voice.url),
  };
  await setVariables(stack, {
    STRIPE_API_URL: doors.stripe.url,
    VAPI_API_URL: doors.voice.url,
    // Its links to calls and recordings lead past the door, and functions reach only addresses that a variable names.
    WEBHOOK_RECEIVERS: stack.vendors.voice.url,
  });
  const scheduled = () => countScheduled(stack);
  const quiet = async () => {
    while (performance.now() - log.newestMs() < QUIET_MS) await pause(LOOK_MS);
  };
  return {
    runsOf: (name) => runsIn(log.entries, name),
    async during(task) {
      await quiet();
      const before = {
        ...passed(doors),
        scheduled: await scheduled(),
        entries: log.entries.length,
      };
      await task();
      await quiet();
      const after = { ...passed(doors), scheduled: await scheduled() };
      const requests = requestsOf(log.entries.slice(before.entries));
      const kinds: Record<keyof Counted, Completion[]> = { crons: [], screens: [], own: [] };
      for (const entries of requests) kinds[kindOf(entries)].push(...entries);
      return {
        cronRunsOf: (name) => runsIn(kinds.crons, name),
        crons: countOf(kinds.crons),
        screens: countOf(kinds.screens),
        own: {
          ...countOf(kinds.own),
          scheduled: after.scheduled - before.scheduled,
          stripeRequests: after.stripeRequests - before.stripeRequests,
          voiceRequests: after.voiceRequests - before.voiceRequests,
          bytesSent: after.bytesSent - before.bytesSent,
        },
      };
    },
    async close() {
      await log.close();
      await doors.stripe.close();
      await doors.voice.close();
    },
  };
}

function runsIn(entries: Completion[], name: string): number {
  return entries.filter(({ identifier }) => identifier === name).length;
}

function kindOf(entries: Completion[]): keyof Counted {
  if (entries.some(({ identifier }) => CRON_FUNCTIONS.has(identifier))) return "crons";
  return entries.some(({ identifier }) => OF_SCREENS.test(identifier)) ? "screens" : "own";
}

/**
 * The stand-in tells of every event. In production the endpoint asks for those alone that the product
 * does something about, so that a webhook that does nothing is none.
 */
function isUnasked(entries: Completion[]): boolean {
  return entries.every(({ identifier }) => identifier === "POST /stripe");
}

function countOf(entries: Completion[]): Counts {
  const counts = { ...NOTHING };
  for (const { identifier, udfType, usageStats } of entries) {
    const field = FIELD_OF[udfType];
    counts[field] += 1;
    if (field === "actions" || field === "httpActions") {
      counts.actionSeconds += assumedSecondsOf(identifier);
    }
    counts.documentsRead += usageStats.databaseReadDocuments;
    counts.documentsWritten += usageStats.databaseWriteDocuments;
    counts.bytesRead += usageStats.databaseReadBytes;
    counts.bytesWritten += usageStats.databaseWriteBytes;
  }
  return counts;
}

/** A function, and what it called. */
function requestsOf(entries: Completion[]): Completion[][] {
  const requests = new Map<string, Completion[]>();
  for (const entry of entries) {
    const { requestId } = entry;
    requests.set(requestId, [...(requests.get(requestId) ?? []), entry]);
  }
  return [...requests.values()].filter((entries) => !isUnasked(entries));
}

function watchLog({ backendUrl, adminKey }: Stack) {
  const entries: Completion[] = [];
  const stopping = new AbortController();
  let newestMs = performance.now();
  const watch = async () => {
    for (let cursor = 0; ;) {
      const answer = await fetch(`${backendUrl}/api/stream_function_logs?cursor=${cursor}`, {
        headers: { Authorization: `Convex ${adminKey}` },
        signal: stopping.signal,
      });
      const found = (await answer.json()) as { entries: Completion[]; newCursor: number };
      if (found.newCursor === cursor) continue;
      if (found.entries.length < found.newCursor - cursor && cursor > 0) {
        throw new Error("The backend's log went on faster than it was read");
      }
      cursor = found.newCursor;
      entries.push(...found.entries);
      newestMs = performance.now();
    }
  };
  const watching = watch().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  return {
    entries,
    newestMs: () => newestMs,
    close() {
      stopping.abort();
      return watching;
    },
  };
}

interface Door {
  url: string;
  requests: number;
  bytes: number;
  close(): Promise<void>;
}

/** Stands before a vendor, and counts who passes. */
async function openDoor(vendorUrl: string): Promise<Door> {
  const { hostname, port } = new URL(vendorUrl);
  const door = { requests: 0, bytes: 0 };
  const server = createServer((request, response) => {
    door.requests += 1;
    request.on("data", (chunk: Buffer) => (door.bytes += chunk.length));
    const { method, url, headers } = request;
    const passed = { ...headers, host: `${hostname}:${port}` };
    const onward = send({ hostname, port, method, path: url, headers: passed }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", (error) => response.destroy(error));
    request.pipe(onward);
  });
  return Object.assign(door, { url: await listen(server, 0), close: () => closeServer(server) });
}

function passed({ stripe, voice }: { stripe: Door; voice: Door }) {
  return {
    stripeRequests: stripe.requests,
    voiceRequests: voice.requests,
    bytesSent: stripe.bytes + voice.bytes,
  };
}

async function countScheduled(stack: Stack): Promise<number> {
  const all = await rows<{ name: string }>(stack, "_scheduled_functions", "asc", Infinity);
  return all.filter(({ name }) => !CRON_FUNCTIONS.has(name.replace(".js:", ":"))).length;
}

/** Of a table, as the CLI and the dashboard read it, which is no function call of the product's. */
export async function rows<Row>(
  { backendUrl, adminKey }: Stack,
  table: string,
  order: "asc" | "desc",
  most: number,
): Promise<Row[]> {
  const admin = adminClient(backendUrl, adminKey);
  const found: Row[] = [];
  for (let cursor: string | null = null; ;) {
    const paginationOpts = { cursor, numItems: Math.min(most, ROWS_AT_ONCE) };
    const answer: TableData = await admin.query(TABLE_DATA, { table, order, paginationOpts });
    found.push(...(answer.page as Row[]));
    if (answer.isDone || found.length >= most) return found;
    cursor = answer.continueCursor;
  }
}

const ROWS_AT_ONCE = 200;

type TableData = { page: unknown[]; isDone: boolean; continueCursor: string };

const TABLE_DATA = makeFunctionReference<
  "query",
  { table: string; order: string; paginationOpts: { cursor: string | null; numItems: number } },
  TableData
>("_system/cli/tableData");

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
