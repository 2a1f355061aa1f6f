import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import { deleteRunBatch } from "../assistantActions/log";
import { deleteCallBatch, applyRetention } from "../calls/deletion";
import { type CleanupTask, cleanupTask, cleanupKey } from "../jobs/cleanupTask";
import type { Handler } from "../jobs/handler";
import { internalMutation } from "../lib/internalFunctions";
import { deleteDeliveryBatch } from "../notifications/webhooks/deliveryLog";
import { purgeBatch } from "./purge";

/** After this many steps, the rest of the task waits behind other owners' jobs. */
const STEPS_PER_RUN = 20;

export const cleanup: Handler = {
  async run(ctx, key) {
    let task: CleanupTask | null = JSON.parse(key) as CleanupTask;
    for (let step = 0; step < STEPS_PER_RUN; step++) {
      task = await ctx.runMutation(internal.ownerData.cleanup.cleanUp, { task });
      if (task === null) return null;
    }
    const rest = cleanupKey(task);
    if (rest === key) return Date.now();
    await ctx.runMutation(internal.jobs.enqueue.enqueueJobs, { kind: "cleanup", keys: [rest] });
    return null;
  },
};

/** Does one step of a task. Returns the rest of the task, or null. */
export async function cleanUpStep(
  ctx: MutationCtx,
  task: CleanupTask,
): Promise<CleanupTask | null> {
  switch (task.kind) {
    case "account":
      return (await purgeBatch(ctx, task.ownerId)) ? task : null;
    case "calls": {
      const beforeMs = await deleteCallBatch(ctx, task);
      return beforeMs === null ? null : { ...task, beforeMs };
    }
    case "actionRuns":
      return (await deleteRunBatch(ctx, task.actionId)) ? task : null;
    case "deliveries":
      return (await deleteDeliveryBatch(ctx, task.endpointId)) ? task : null;
    case "retention": {
      const cursor = await applyRetention(ctx, task);
      return cursor === null ? null : { ...task, cursor };
    }
  }
}

export const cleanUp = internalMutation({
  args: { task: cleanupTask },
  returns: v.union(cleanupTask, v.null()),
  handler: async (ctx, { task }) => await cleanUpStep(ctx, task),
});
