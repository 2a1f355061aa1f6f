/** Deletions and changes that an owner asked for and that take many small steps, each a job. */
import { type Infer, v } from "convex/values";
import type { MutationCtx } from "../_generated/server";
import { enqueue } from "./enqueue";

export const cleanupTask = v.union(
  /** All that a deleted account has left. */
  v.object({ kind: v.literal("account"), ownerId: v.id("users") }),
  v.object({
    kind: v.literal("calls"),
    ownerId: v.id("users"),
    /** Null: of all assistants. */
    assistantId: v.union(v.id("assistants"), v.null()),
    /** Those of before it was asked for; they go newest first. */
    beforeMs: v.number(),
  }),
  /** The log of an endpoint that is gone. */
  v.object({ kind: v.literal("deliveries"), endpointId: v.id("webhookEndpoints") }),
  /** For how long calls are kept, after an owner has decided it anew. */
  v.object({
    kind: v.literal("retention"),
    assistantId: v.id("assistants"),
    cursor: v.union(v.string(), v.null()),
  }),
);
export type CleanupTask = Infer<typeof cleanupTask>;

/** The key of the work is the task itself, so that the work outlives a restore of a backup. */
export function cleanupKey(task: CleanupTask): string {
  return JSON.stringify(task);
}

export async function enqueueCleanup(ctx: MutationCtx, task: CleanupTask): Promise<void> {
  await enqueue(ctx, "cleanup", [cleanupKey(task)]);
}
