/** What people did in the ten days and were promised, as they would tell it themselves: the comparison begins with it. */
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import type { StatusChange } from "./standings.ts";

export interface LivedAssistant {
  assistantId: Id<"assistants">;
  embedId: string;
  /** As its owner saved it last. */
  name: string;
  /** How often it was saved, with its making. */
  saves: number;
  /** The words in its file; null without one. */
  knows: string | null;
  isPublished: boolean;
  isDeleted: boolean;
}

export interface LivedOwner {
  person: { userId: Id<"users">; email: string };
  assistants: LivedAssistant[];
  /** Counted by hand, and not by a call. */
  recordedSeconds: number;
  /** From when on there is no such account; null while there is one. */
  deletedAtMs: number | null;
  /** What was last said of the plan and not refused, and when. */
  saidOfPlan: { what: "cancel" | "keep"; atMs: number } | null;
}

export interface LivedCall {
  platformCallId: string;
  ownerId: Id<"users">;
  assistantId: Id<"assistants">;
  isTest: boolean;
  /** When its visitor was let in. */
  atMs: number;
  /** By the platform's own clock; null until it has ended. */
  seconds: number | null;
  /** Whether something untrue was told of it. */
  isLiedOf: boolean;
}

/** A time in which something kept us from knowing how things stand at Stripe. */
export interface Disturbance {
  fromMs: number;
  untilMs: number;
}

export interface Lived {
  owners: LivedOwner[];
  calls: LivedCall[];
  /** Let in where its owner had said before that nobody should be. */
  wronglyServed: string[];
  /** Said to somebody in words that are not meant for people. */
  surprises: string[];
  /** How often each thing was done, and what was said instead. */
  done: Map<string, number>;
  refused: Map<string, number>;
  /** How often each kind of fault happened and was felt. */
  felt: Map<string, number>;
  moneyDisturbed: Disturbance[];
  /** What Stripe said of plans in these days. */
  standings: StatusChange[];
  /** What owners' servers were to be told, before its log is forgotten. */
  deliveries: Doc<"webhookDeliveries">[];
}

export function nothingLived(): Lived {
  return {
    owners: [],
    calls: [],
    wronglyServed: [],
    surprises: [],
    done: new Map(),
    refused: new Map(),
    felt: new Map(),
    moneyDisturbed: [],
    standings: [],
    deliveries: [],
  };
}

export function count(counts: Map<string, number>, what: string, times = 1): void {
  if (times > 0) counts.set(what, (counts.get(what) ?? 0) + times);
}

export function feel({ felt }: Lived, fault: string, times = 1): void {
  count(felt, fault, times);
}
