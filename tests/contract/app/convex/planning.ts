/** Scheduled functions in all their states. */
import { anyApi } from "convex/server";
import type {
  DataModelFromSchemaDefinition,
  FunctionReference,
  GenericQueryCtx,
} from "convex/server";
import type { GenericId } from "convex/values";
import { v } from "convex/values";
import {
  action,
  internalAction,
  internalMutation,
  internalQuery,
  mutation,
  query,
} from "./builders";
import type schema from "./schema";

type JobId = GenericId<"_scheduled_functions">;
type Job<
  Kind extends "mutation" | "action",
  Args extends object = { author: string },
> = FunctionReference<Kind, "internal", Args & Record<string, unknown>>;
const planning = anyApi.planning as unknown as {
  keep: Job<"mutation", { value: unknown }>;
  writeWho: Job<"mutation">;
  failAction: Job<"action">;
  again: Job<"mutation", { left: number }>;
  planAndFail: Job<"mutation">;
  wait: Job<"action", { waitMs: number }>;
  ask: Job<"action", { url: string }>;
  cancelMyself: Job<"mutation">;
  cancelAndPlan: Job<"action">;
  atWork: FunctionReference<"query", "internal", Record<string, never>, JobId[]>;
};

export const keep = internalMutation({
  args: { value: v.any() },
  handler: async (ctx, { value }) => {
    await ctx.db.insert("values", { value: value as unknown });
  },
});

export const writeWho = internalMutation({
  args: { author: v.string() },
  handler: async (ctx, { author }) => {
    const identity = await ctx.auth.getUserIdentity();
    await ctx.db.insert("notes", { author, body: identity === null ? "nobody" : "somebody" });
  },
});

export const failAction = internalAction({
  args: { author: v.string() },
  handler: async (ctx, args) => {
    await ctx.runMutation(planning.writeWho, args);
    throw new Error("on purpose");
  },
});

/** Schedules itself until nothing is left. */
export const again = internalMutation({
  args: { left: v.number() },
  handler: async (ctx, { left }) => {
    await ctx.db.insert("values", { value: left });
    if (left > 0) await ctx.scheduler.runAfter(0, planning.again, { left: left - 1 });
  },
});

export const planAndFail = internalMutation({
  args: { author: v.string() },
  handler: async (ctx, args) => {
    await ctx.scheduler.runAfter(0, planning.writeWho, args);
    throw new Error("on purpose");
  },
});

export const planKeep = mutation({
  args: { value: v.any() },
  handler: (ctx, { value }) =>
    ctx.scheduler.runAfter(0, planning.keep, { value: value as unknown }),
});

export const planWho = mutation({
  args: { author: v.string() },
  handler: (ctx, args) => ctx.scheduler.runAfter(0, planning.writeWho, args),
});

export const planAt = mutation({
  args: { atMs: v.number(), asDate: v.boolean(), author: v.string() },
  handler: (ctx, { atMs, asDate, ...args }) =>
    ctx.scheduler.runAt(asDate ? new Date(atMs) : atMs, planning.writeWho, args),
});

export const planFromAction = action({
  args: { author: v.string(), delayMs: v.number() },
  handler: (ctx, { delayMs, ...args }) => ctx.scheduler.runAfter(delayMs, planning.writeWho, args),
});

export const cancelFromAction = action({
  args: { id: v.id("_scheduled_functions") },
  handler: (ctx, { id }) => ctx.scheduler.cancel(id),
});

export const planFailingAction = mutation({
  args: { author: v.string() },
  handler: (ctx, args) => ctx.scheduler.runAfter(0, planning.failAction, args),
});

export const planAgain = mutation({
  args: { left: v.number() },
  handler: (ctx, args) => ctx.scheduler.runAfter(0, planning.again, args),
});

export const planInsideCaughtFailure = mutation({
  args: { author: v.string() },
  handler: async (ctx, args) => {
    try {
      await ctx.runMutation(planning.planAndFail, args);
    } catch {
      // The test looks at what it scheduled.
    }
  },
});

export const planAndCancel = mutation({
  args: { author: v.string() },
  handler: async (ctx, args): Promise<JobId> => {
    const id = await ctx.scheduler.runAfter(0, planning.writeWho, args);
    await ctx.scheduler.cancel(id);
    return id;
  },
});

export const planWrong = mutation({
  args: { what: v.union(v.literal("module"), v.literal("function"), v.literal("delay")) },
  handler: async (ctx, { what }) => {
    const [name, delayMs] = {
      module: ["nowhere:write", 0] as const,
      function: ["planning:nothing", 0] as const,
      delay: ["planning:writeWho", 6 * 366 * 24 * 3_600_000] as const,
    }[what];
    const [module = "", exported = ""] = name.split(":");
    const reference = anyApi[module]?.[exported] as unknown as Job<"mutation">;
    await ctx.scheduler.runAfter(delayMs, reference, { author: "nobody" });
  },
});

export const job = query({
  args: { id: v.id("_scheduled_functions") },
  handler: (ctx, { id }) => ctx.db.system.get("_scheduled_functions", id),
});

export const pending = query({
  args: {},
  handler: async (ctx) => {
    const jobs = await ctx.db.system.query("_scheduled_functions").order("desc").take(50);
    return jobs
      .filter(({ state }) => state.kind === "pending")
      .map(({ args }) => args as unknown[]);
  },
});

export const wait = internalAction({
  args: { waitMs: v.number() },
  handler: async (_, { waitMs }) => {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  },
});

export const planWait = mutation({
  args: { waitMs: v.number() },
  handler: (ctx, args) => ctx.scheduler.runAfter(0, planning.wait, args),
});

type Ctx = GenericQueryCtx<DataModelFromSchemaDefinition<typeof schema>>;

async function jobsAtWork(ctx: Ctx, name: string): Promise<JobId[]> {
  const jobs = await ctx.db.system.query("_scheduled_functions").order("desc").take(50);
  return jobs
    .filter((one) => one.state.kind === "inProgress" && one.name.endsWith(name))
    .map(({ _id }) => _id);
}

export const atWork = internalQuery({
  args: {},
  handler: (ctx) => jobsAtWork(ctx, ":cancelAndPlan"),
});

/** Finds and cancels its own running job, and continues. */
export const cancelMyself = internalMutation({
  args: { author: v.string() },
  handler: async (ctx, { author }) => {
    const found = await jobsAtWork(ctx, ":cancelMyself");
    for (const id of found) await ctx.scheduler.cancel(id);
    await ctx.db.insert("notes", { author, rank: found.length });
    await ctx.scheduler.runAfter(0, planning.writeWho, { author });
  },
});

export const cancelAndPlan = internalAction({
  args: { author: v.string() },
  handler: async (ctx, args) => {
    for (const id of await ctx.runQuery(planning.atWork, {})) await ctx.scheduler.cancel(id);
    const id: JobId = await ctx.scheduler.runAfter(3_600_000, planning.writeWho, args);
    await ctx.runMutation(planning.keep, { value: id });
  },
});

export const planCancelMyself = mutation({
  args: { author: v.string() },
  handler: (ctx, args) => ctx.scheduler.runAfter(0, planning.cancelMyself, args),
});

export const planCancelAndPlan = mutation({
  args: { author: v.string() },
  handler: (ctx, args) => ctx.scheduler.runAfter(0, planning.cancelAndPlan, args),
});

export const planQuery = mutation({
  args: {},
  handler: (ctx) =>
    ctx.scheduler.runAfter(0, planning.atWork as unknown as Job<"mutation", object>, {}),
});

export const cancelAny = mutation({
  args: { id: v.string() },
  handler: (ctx, { id }) => ctx.scheduler.cancel(id as JobId),
});

export const ask = internalAction({
  args: { url: v.string() },
  handler: async (_ctx, { url }) => {
    await fetch(url);
  },
});

/** Schedules one request for each, in their order. */
export const planRequests = mutation({
  args: { urls: v.array(v.string()) },
  handler: async (ctx, { urls }) => {
    const nowMs = Date.now();
    for (const [index, url] of urls.entries()) {
      await ctx.scheduler.runAt(nowMs - urls.length + index, planning.ask, { url });
    }
  },
});
