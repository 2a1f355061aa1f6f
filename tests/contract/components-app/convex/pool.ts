/** Work for @convex-dev/workpool: internal functions, which it knows by their handles alone. */
import { Workpool, vOnCompleteArgs } from "@convex-dev/workpool";
import type { WorkId, WorkpoolComponent } from "@convex-dev/workpool";
import { anyApi, componentsGeneric } from "convex/server";
import type { FunctionReference } from "convex/server";
import { v } from "convex/values";
import { internalAction, internalMutation, mutation, query } from "./builders";
import { report, reports } from "./reports";

const { workpool } = componentsGeneric() as unknown as { workpool: WorkpoolComponent };
const pool = new Workpool(workpool, { maxParallelism: 3 });

type Work<Kind extends "mutation" | "action"> = FunctionReference<
  Kind,
  "internal",
  { topic: string; fails: boolean }
>;
const own = anyApi.pool as unknown as {
  act: Work<"action">;
  change: Work<"mutation">;
  onDone: FunctionReference<"mutation", "internal">;
};

export const act = internalAction({
  args: { topic: v.string(), fails: v.boolean() },
  handler: async (ctx, { topic, fails }) => {
    await ctx.runMutation(reports.write, { topic, said: "acted" });
    if (fails) throw new Error("on purpose");
    return "result";
  },
});

export const change = internalMutation({
  args: { topic: v.string(), fails: v.boolean() },
  handler: async (ctx, { topic, fails }) => {
    await report(ctx, { topic, said: "changed" });
    if (fails) throw new Error("on purpose");
    return "result";
  },
});

export const onDone = internalMutation({
  args: vOnCompleteArgs(v.object({ topic: v.string() })),
  handler: async (ctx, { context, result }) =>
    report(ctx, { topic: context.topic, said: result.kind }),
});

export const enqueue = mutation({
  args: {
    work: v.union(v.literal("act"), v.literal("change")),
    topic: v.string(),
    fails: v.boolean(),
    attempts: v.optional(v.number()),
    runAfterMs: v.optional(v.number()),
  },
  handler: (ctx, { work, topic, fails, attempts = 1, runAfterMs = 0 }): Promise<WorkId> => {
    const options = { onComplete: own.onDone, context: { topic }, runAfter: runAfterMs };
    const retry = { maxAttempts: attempts, initialBackoffMs: 10, base: 1 };
    return work === "act"
      ? pool.enqueueAction(ctx, own.act, { topic, fails }, { ...options, retry })
      : pool.enqueueMutation(ctx, own.change, { topic, fails }, options);
  },
});

export const cancel = mutation({
  args: { id: v.string() },
  handler: (ctx, { id }) => pool.cancel(ctx, id as WorkId),
});

export const status = query({
  args: { id: v.string() },
  handler: async (ctx, { id }) => (await pool.status(ctx, id as WorkId)).state,
});
