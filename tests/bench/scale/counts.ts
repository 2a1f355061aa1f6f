import { ASSUMED } from "../../../tools/operate/costs/prices.ts";

/** What Convex counts. */
export interface Counts {
  queries: number;
  mutations: number;
  actions: number;
  httpActions: number;
  /** How long these actions and HTTP actions take together: assumed, not measured. */
  actionSeconds: number;
  /** Of those above, the ones that the scheduler started. */
  scheduled: number;
  documentsRead: number;
  documentsWritten: number;
  /** With index keys, as Convex counts database I/O. */
  bytesRead: number;
  bytesWritten: number;
  /** Files stored or fetched, which Convex counts as calls too. */
  storageCalls: number;
  stripeRequests: number;
  voiceRequests: number;
  /** What Convex counts as egress: the bodies of requests to vendors, and recordings that are listened to. */
  bytesSent: number;
}

export const NOTHING: Counts = {
  queries: 0,
  mutations: 0,
  actions: 0,
  httpActions: 0,
  actionSeconds: 0,
  scheduled: 0,
  documentsRead: 0,
  documentsWritten: 0,
  bytesRead: 0,
  bytesWritten: 0,
  storageCalls: 0,
  stripeRequests: 0,
  voiceRequests: 0,
  bytesSent: 0,
};

const ASK_ONLY_THE_DATABASE = new Set(["POST /call/proof", "POST /vapi"]);

/** By the name under which the backend logs the action: the others may wait for a vendor. */
export function assumedSecondsOf(action: string): number {
  if (action.startsWith("GET /widget/")) return ASSUMED.viewSeconds;
  return ASK_ONLY_THE_DATABASE.has(action) ? ASSUMED.databaseActionSeconds : ASSUMED.actionSeconds;
}

const FIELDS = Object.keys(NOTHING) as (keyof Counts)[];

function combined(make: (field: keyof Counts) => number): Counts {
  return Object.fromEntries(FIELDS.map((field) => [field, make(field)])) as unknown as Counts;
}

export function sum(...all: Counts[]): Counts {
  return combined((field) => all.reduce((total, counts) => total + counts[field], 0));
}

export function times(counts: Counts, factor: number): Counts {
  return combined((field) => counts[field] * factor);
}

export function less(counts: Counts, other: Counts): Counts {
  return combined((field) => counts[field] - other[field]);
}

export function functionCalls(counts: Counts): number {
  const { queries, mutations, actions, httpActions, storageCalls } = counts;
  return queries + mutations + actions + httpActions + storageCalls;
}
