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
  "typedConversation",
  "overageCharge",
  "mail",
  "mailReply",
  "webhook",
  "slowWebhook",
  "cleanup",
  "websiteReading",
  "rehearsals",
  "nightlyCheck",
  "reconcile",
] as const;
export const jobKind = literals(...JOB_KINDS);
export type JobKind = Infer<typeof jobKind>;

export const jobFields = {
  kind: jobKind,
  /** What the job is about: one of our ids, or a vendor's. */
  key: v.string(),
  /** Grows each time that the job is enqueued. */
  version: v.number(),
  enqueuedAtMs: v.number(),
  /** Failures since it was last enqueued. */
  attempts: v.number(),
  /** How many runs in a row have died. Missing if none. */
  deaths: v.optional(v.number()),
  lastError: v.union(v.string(), v.null()),
  /** Set while the job waits. */
  dueAtMs: v.union(v.number(), v.null()),
  /** Set while the job runs, like `leaseUntilMs`. */
  leaseId: v.union(v.string(), v.null()),
  leaseUntilMs: v.union(v.number(), v.null()),
  /** The scheduled function that runs the job. Missing if a client's action runs it. */
  runId: v.optional(v.id("_scheduled_functions")),
  /** Set when the job was given up. */
  deadAtMs: v.union(v.number(), v.null()),
};

/** A started run. */
export const startedRun = v.object({
  jobId: v.id("jobs"),
  leaseId: v.string(),
  /** The job's version when the run started. */
  version: v.number(),
  kind: jobKind,
  key: v.string(),
});
export type StartedRun = Infer<typeof startedRun>;

export const lease = v.object({ jobId: v.id("jobs"), leaseId: v.string() });
export type Lease = Infer<typeof lease>;
