import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { rowsOfOwner } from "../../lib/rowsOfOwner";

export async function findTotals(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<Doc<"ownerTotals"> | null> {
  return await rowsOfOwner(ctx, "ownerTotals", ownerId).unique();
}
