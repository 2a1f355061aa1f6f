/** Deletions and changes that an owner requested and that take many small steps. Each task is a job. */
import { type Infer, v } from "convex/values";
import type { MutationCtx } from "../_generated/server";
import { enqueue } from "./enqueue";

export const cleanupTask = v.union(
  /** Everything that a deleted account left. */
  v.object({ kind: v.literal("account"), ownerId: v.id("users") }),
  v.object({
    kind: v.literal("calls"),
    ownerId: v.id("users"),
    /** Null for all assistants. */
    assistantId: v.union(v.id("assistants"), v.null()),
    /** Only calls from before the request, the newest first. */
    beforeMs: v.number(),
  }),
  /** The log of a deleted action. */
  v.object({ kind: v.literal("actionRuns"), actionId: v.id("actions") }),
  /** The log of a removed endpoint. */
  v.object({ kind: v.literal("deliveries"), endpointId: v.id("webhookEndpoints") }),
  /** Updates the calls of an assistant after its owner has changed their retention. */
  v.object({
    kind: v.literal("retention"),
    assistantId: v.id("assistants"),
    cursor: v.union(v.string(), v.null()),
  }),
);
export type CleanupTask = Infer<typeof cleanupTask>;

/** The job's key is the task itself, so that the task outlives a restore of a backup. */
export function cleanupKey(task: CleanupTask): string {
  return JSON.stringify(task);
}

export async function enqueueCleanup(ctx: MutationCtx, task: CleanupTask): Promise<void> {
  await enqueue(ctx, "cleanup", [cleanupKey(task)]);
}
