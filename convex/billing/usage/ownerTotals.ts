import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

export async function findTotals(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<Doc<"ownerTotals"> | null> {
  return await ctx.db
    .query("ownerTotals")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .unique();
}
