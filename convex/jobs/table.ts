import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";

export const WORK_KINDS = [
  "voiceSync",
  "voiceDeletion",
  "bulkDeletion",
  "callEnding",
  "customerDeletion",
  "customerAddress",
  "trialEnding",
  "extraSubscription",
  "checkoutClosing",
  "callReport",
  "callRecording",
  "wordlessCall",
  "overageCharge",
  "mail",
  "webhook",
  "slowWebhook",
  "cleanup",
  "reconcile",
] as const;
export const workKind = literals(...WORK_KINDS);
export type WorkKind = Infer<typeof workKind>;

export const workFields = {
  kind: workKind,
  /** What it is to be done for: one of our ids, or what a vendor calls it. */
  key: v.string(),
  /** Grows with each time that it is asked for. */
  version: v.number(),
  askedAtMs: v.number(),
  /** How often it failed since then. */
  attempts: v.number(),
  /** How many runs in a row have died; missing: none. */
  deaths: v.optional(v.number()),
  lastError: v.union(v.string(), v.null()),
  /** Set while it waits. */
  dueAtMs: v.union(v.number(), v.null()),
  /** Both set while it runs. */
  leaseId: v.union(v.string(), v.null()),
  leaseUntilMs: v.union(v.number(), v.null()),
  /** The scheduled function that runs it; missing where an action of its own does. */
  runId: v.optional(v.id("_scheduled_functions")),
  /** Set when it was given up. */
  deadAtMs: v.union(v.number(), v.null()),
};

/** A run that has begun. */
export const startedRun = v.object({
  workId: v.id("outbox"),
  leaseId: v.string(),
  /** What had been asked for when it began. */
  version: v.number(),
  kind: workKind,
  key: v.string(),
});
export type StartedRun = Infer<typeof startedRun>;

/** The part of it by which it is known while it runs. */
export const lease = v.object({ workId: v.id("outbox"), leaseId: v.string() });
export type Lease = Infer<typeof lease>;
