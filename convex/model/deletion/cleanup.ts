import { internal } from "../../_generated/api";
import type { MutationCtx } from "../../_generated/server";
import { deleteSomeCalls, keepAsDecided } from "../calls/callDeletion";
import { keyOfCleanup, type CleanupTask } from "../outbox/cleanup";
import type { Handler } from "../outbox/handler";
import { dropSomeOfLog } from "../webhooks/deliveryLog";
import { purgeSome } from "./purge";

/** Of one run: then the rest waits behind the work of others. */
const STEPS_AT_ONCE = 20;

export const cleanup: Handler = {
  async run(ctx, key) {
    let task: CleanupTask | null = JSON.parse(key) as CleanupTask;
    for (let step = 0; step < STEPS_AT_ONCE; step++) {
      task = await ctx.runMutation(internal.backstage.deletion.cleanUp, { task });
      if (task === null) return null;
    }
    const rest = keyOfCleanup(task);
    if (rest === key) return Date.now();
    await ctx.runMutation(internal.backstage.outbox.ask, { kind: "cleanup", keys: [rest] });
    return null;
  },
};

/** One step. Answers what is left to do, or null. */
export async function cleanUpSome(
  ctx: MutationCtx,
  task: CleanupTask,
): Promise<CleanupTask | null> {
  switch (task.kind) {
    case "account":
      return (await purgeSome(ctx, task.ownerId)) ? task : null;
    case "calls": {
      const beforeMs = await deleteSomeCalls(ctx, task);
      return beforeMs === null ? null : { ...task, beforeMs };
    }
    case "deliveries":
      return (await dropSomeOfLog(ctx, task.endpointId)) ? task : null;
    case "retention": {
      const cursor = await keepAsDecided(ctx, task);
      return cursor === null ? null : { ...task, cursor };
    }
  }
}
