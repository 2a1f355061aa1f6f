import { v } from "convex/values";
import { saveDeath, saveRun } from "../jobs/recordRun";
import { runJob } from "../jobs/runJob";
import { lease, startedRun } from "../jobs/table";
import { internalAction, internalMutation } from "../lib/internalFunctions";
import { HANDLERS } from "./handlers";

export const run = internalAction({
  args: startedRun.fields,
  returns: v.null(),
  handler: async (ctx, started) => {
    await runJob(ctx, started, HANDLERS[started.kind]);
    return null;
  },
});

export const recordRun = internalMutation({
  args: {
    ...startedRun.fields,
    error: v.union(v.string(), v.null()),
    runAgainAtMs: v.union(v.number(), v.null()),
  },
  returns: v.null(),
  handler: async (ctx, ended) => {
    await saveRun(ctx, ended, HANDLERS);
    return null;
  },
});

export const recordDeath = internalMutation({
  args: lease.fields,
  returns: v.null(),
  handler: async (ctx, held) => {
    await saveDeath(ctx, held, HANDLERS);
    return null;
  },
});
