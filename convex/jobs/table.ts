import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";

export const JOB_KINDS = [
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
  "silentCall",
  "overageCharge",
  "mail",
  "webhook",
  "slowWebhook",
  "cleanup",
  "reconcile",
] as const;
export const jobKind = literals(...JOB_KINDS);
export type JobKind = Infer<typeof jobKind>;

export const jobFields = {
  kind: jobKind,
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
  jobId: v.id("jobs"),
  leaseId: v.string(),
  /** What had been asked for when it began. */
  version: v.number(),
  kind: jobKind,
  key: v.string(),
});
export type StartedRun = Infer<typeof startedRun>;

/** The part of it by which it is known while it runs. */
export const lease = v.object({ jobId: v.id("jobs"), leaseId: v.string() });
export type Lease = Infer<typeof lease>;
