import { v } from "convex/values";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { internalMutation } from "../../lib/internalFunctions";

const SWEEP = "calendar month";

/**
 * When the current month began. A query must not read the clock, because it would not rerun when time passes. So an hourly
 * job stores the month.
 */
export async function currentMonth(ctx: QueryCtx): Promise<number | null> {
  return (await findMonth(ctx))?.upToMs ?? null;
}

export async function saveCurrentMonth(ctx: MutationCtx): Promise<void> {
  const now = new Date(Date.now());
  const upToMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const month = await findMonth(ctx);
  if (month === null) await ctx.db.insert("sweeps", { name: SWEEP, upToMs });
  else if (month.upToMs !== upToMs) await ctx.db.patch("sweeps", month._id, { upToMs });
}

export const turnMonth = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await saveCurrentMonth(ctx);
    return null;
  },
});

async function findMonth(ctx: QueryCtx) {
  return await ctx.db
    .query("sweeps")
    .withIndex("by_name", (q) => q.eq("name", SWEEP))
    .unique();
}
