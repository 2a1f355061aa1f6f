import type { FunctionReference, GenericMutationCtx } from "convex/server";
import { anyApi } from "convex/server";
import { v } from "convex/values";
import { internalMutation, query } from "./builders";
import type { DataModel } from "./builders";

export interface Report extends Record<string, unknown> {
  topic: string;
  said: unknown;
}

/** For whoever reports from an action. */
export const reports = anyApi.reports as unknown as {
  write: FunctionReference<"mutation", "internal", Report>;
};

export async function report(ctx: GenericMutationCtx<DataModel>, said: Report): Promise<void> {
  await ctx.db.insert("reports", said);
}

export const write = internalMutation({
  args: { topic: v.string(), said: v.any() },
  handler: async (ctx, args) => report(ctx, args),
});

export const about = query({
  args: { topic: v.string() },
  handler: async (ctx, { topic }): Promise<unknown[]> => {
    const found = await ctx.db
      .query("reports")
      .withIndex("by_topic", (q) => q.eq("topic", topic))
      .take(100);
    return found.map(({ said }) => said as unknown);
  },
});
