/** What happened in the ten days, recorded by the test itself. The final state is compared with it. */
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import type { StatusChange } from "./subscription-changes.ts";

export interface AssistantRecord {
  assistantId: Id<"assistants">;
  embedId: string;
  /** The live name. */
  name: string;
  /** The name in changes that wait for a review. Null if there are none. */
  draftName: string | null;
  /** How often its live settings were saved: its creation, saves that are live at once, and published drafts. */
  saves: number;
  /** The text of its knowledge file; null without one. */
  fileText: string | null;
  isPublished: boolean;
  isDeleted: boolean;
  /** Whether rehearsals were started. */
  isRehearsed: boolean;
}

export interface OwnerRecord {
  person: { userId: Id<"users">; email: string };
  assistants: AssistantRecord[];
  /** Recorded directly, without a call. */
  recordedSeconds: number;
  /** Null while the account exists. */
  deletedAtMs: number | null;
  /** The last accepted choice: to cancel the plan or to keep it. */
  lastPlanChoice: { what: "cancel" | "keep"; atMs: number } | null;
}

export interface CallRecord {
  platformCallId: string;
  ownerId: Id<"users">;
  assistantId: Id<"assistants">;
  isTest: boolean;
  /** When the call was accepted. */
  atMs: number;
  /** By the platform's clock; null until the call has ended. */
  seconds: number | null;
  /** Whether impossible numbers were reported for it. */
  hasFalseReport: boolean;
}

/** A time in which a fault kept Hark from knowing the state at Stripe. */
export interface Disturbance {
  fromMs: number;
  untilMs: number;
}

export interface History {
  owners: OwnerRecord[];
  calls: CallRecord[];
  /** Calls that were accepted although the assistant was deleted or not live. */
  wronglyServed: string[];
  /** Errors that are not meant for people. */
  unexpectedErrors: string[];
  /** How often each action succeeded, and each refusal occurred. */
  actionCounts: Map<string, number>;
  refusalCounts: Map<string, number>;
  /** How often each kind of fault had an effect. */
  faultCounts: Map<string, number>;
  billingDisturbances: Disturbance[];
  /** The subscriptions' states at Stripe over the ten days. */
  statusChanges: StatusChange[];
  /** The webhook deliveries, read before their retention ends. */
  deliveries: Doc<"webhookDeliveries">[];
}

export function emptyHistory(): History {
  return {
    owners: [],
    calls: [],
    wronglyServed: [],
    unexpectedErrors: [],
    actionCounts: new Map(),
    refusalCounts: new Map(),
    faultCounts: new Map(),
    billingDisturbances: [],
    statusChanges: [],
    deliveries: [],
  };
}

export function count(counts: Map<string, number>, what: string, times = 1): void {
  if (times > 0) counts.set(what, (counts.get(what) ?? 0) + times);
}

export function countFault({ faultCounts }: History, fault: string, times = 1): void {
  count(faultCounts, fault, times);
}
