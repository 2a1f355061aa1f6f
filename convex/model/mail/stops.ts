/** Who gets no more mail: it came back, it was called spam, or the address cannot be written to. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { StopReason } from "./mailFields";

export async function findStop(ctx: QueryCtx, address: string): Promise<Doc<"mailStops"> | null> {
  return await ctx.db
    .query("mailStops")
    .withIndex("by_address", (q) => q.eq("address", address))
    .unique();
}

export async function stopMail(
  ctx: MutationCtx,
  address: string,
  reason: StopReason,
): Promise<void> {
  const stop = await findStop(ctx, address);
  if (stop === null) await ctx.db.insert("mailStops", { address, reason });
  else await ctx.db.patch("mailStops", stop._id, { reason });
}

/** For an owner who says that the address is right, or who goes. */
export async function resumeMail(ctx: MutationCtx, address: string): Promise<void> {
  const stop = await findStop(ctx, address);
  if (stop !== null) await ctx.db.delete("mailStops", stop._id);
}
