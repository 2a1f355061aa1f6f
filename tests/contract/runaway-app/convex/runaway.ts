/** Functions that only the runtime can end. */
import {
  actionGeneric,
  internalMutationGeneric,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import type { GenericActionCtx, GenericDataModel } from "convex/server";
import { v } from "convex/values";

const how = { how: v.string() };

const WAYS: Record<string, () => unknown> = {
  loop: () => {
    for (;;);
  },
  microtasks: async () => {
    for (;;) await Promise.resolve();
  },
  nothing: () => new Promise(() => undefined),
  heap: () => {
    const kept: unknown[] = [];
    for (;;) kept.push(new Array(100_000).fill(kept.length));
  },
  buffers: () => {
    const kept: Uint8Array[] = [];
    for (;;) kept.push(new Uint8Array(1_000_000).fill(1));
  },
  rejection: () => {
    void Promise.reject(new Error("forgotten"));
    return "done";
  },
};

const runAway = (how: string): unknown => WAYS[how]?.();

export const query = queryGeneric({ args: how, handler: (_, args) => runAway(args.how) });
export const mutation = mutationGeneric({
  args: how,
  handler: async (ctx, args) => {
    await ctx.db.insert("marks", { name: args.how });
    await runAway(args.how);
  },
});
export const action = actionGeneric({ args: how, handler: (_, args) => runAway(args.how) });

export const timer = actionGeneric({
  args: {},
  handler: async () => {
    setTimeout(() => {
      throw new Error("from a timer");
    }, 0);
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  },
});

/** Many short turns. */
export const turns = mutationGeneric({
  args: {},
  handler: async (ctx) => {
    for (;;) {
      for (let i = 0; i < 1_000_000; i += 1) Math.sqrt(i);
      await ctx.db.query("marks").first();
    }
  },
});

/** One turn, long enough that other calls are moved to another thread, but within the time limit. */
export const long = queryGeneric({
  args: {},
  handler: () => {
    let sum = 0;
    for (let i = 0; i < 1_000_000_000; i += 1) sum ^= i;
    return sum;
  },
});

/** Database requests that it awaits, and some that block its thread. */
export const asks = queryGeneric({
  args: how,
  handler: async (ctx, args) => {
    for (let i = 0; i < 20; i += 1) {
      await ctx.db.query("marks").first();
      ctx.db.normalizeId("marks", "none");
      await runAway(args.how);
    }
    return "asked";
  },
});

export const later = mutationGeneric({
  args: how,
  handler: async (ctx, args) => {
    await ctx.scheduler.runAfter(0, makeFunctionReference<"mutation">("runaway:scheduled"), args);
  },
});
export const scheduled = internalMutationGeneric({
  args: how,
  handler: async (ctx, args) => {
    await ctx.db.insert("marks", { name: "scheduled" });
    return runAway(args.how);
  },
});
export const jobs = queryGeneric({
  args: {},
  handler: async (ctx) =>
    (await ctx.db.system.query("_scheduled_functions").collect()).map(({ state }) => state),
});

export const mark = mutationGeneric({
  args: { name: v.string() },
  handler: async (ctx, { name }) => {
    await ctx.db.query("marks").take(1);
    await ctx.db.insert("marks", { name });
  },
});
export const marks = queryGeneric({
  args: { name: v.string() },
  handler: async (ctx, { name }) =>
    (
      await ctx.db
        .query("marks")
        .withIndex("by_name", (q) => q.eq("name", name))
        .collect()
    ).length,
});

export const callsRunaway = actionGeneric({
  args: how,
  handler: async (ctx: GenericActionCtx<GenericDataModel>, args): Promise<string> => {
    try {
      await ctx.runQuery(makeFunctionReference<"query">("runaway:query"), args);
      return "came back";
    } catch (error) {
      return (error as Error).message;
    }
  },
});
