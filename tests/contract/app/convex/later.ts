import { anyApi } from "convex/server";
import type { FunctionReference } from "convex/server";
import { v } from "convex/values";
import { internalAction, internalMutation, mutation, query } from "./builders";

type Job<Kind extends "mutation" | "action"> = FunctionReference<
  Kind,
  "internal",
  { author: string }
>;
const later = anyApi.later as unknown as {
  write: Job<"mutation">;
  fail: Job<"mutation">;
  act: Job<"action">;
};

export const write = internalMutation({
  args: { author: v.string() },
  handler: async (ctx, { author }) => {
    await ctx.db.insert("notes", { author });
  },
});

export const fail = internalMutation({
  args: { author: v.string() },
  handler: async (ctx, { author }) => {
    await ctx.db.insert("notes", { author });
    throw new Error("on purpose");
  },
});

export const act = internalAction({
  args: { author: v.string() },
  handler: async (ctx, { author }) => {
    await ctx.runMutation(later.write, { author });
  },
});

export const plan = mutation({
  args: {
    job: v.union(v.literal("write"), v.literal("fail"), v.literal("act")),
    author: v.string(),
    delayMs: v.number(),
  },
  handler: (ctx, { job, author, delayMs }) =>
    ctx.scheduler.runAfter(delayMs, later[job], { author }),
});

export const planThenFail = mutation({
  args: { author: v.string() },
  handler: async (ctx, { author }) => {
    await ctx.scheduler.runAfter(0, later.write, { author });
    throw new Error("on purpose");
  },
});

export const cancel = mutation({
  args: { id: v.id("_scheduled_functions") },
  handler: (ctx, { id }) => ctx.scheduler.cancel(id),
});

export const state = query({
  args: { id: v.id("_scheduled_functions") },
  handler: async (ctx, { id }) => {
    const job = await ctx.db.system.get("_scheduled_functions", id);
    return job === null ? null : { name: job.name, args: job.args, kind: job.state.kind };
  },
});
