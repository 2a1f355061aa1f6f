import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

const HURRIED_AT_ONCE = 200;

/** What waits for its next attempt need not wait any longer. */
export async function retryNow(
  ctx: MutationCtx,
  endpointId: Id<"webhookEndpoints">,
): Promise<void> {
  const nowMs = Date.now();
  const waiting = await ctx.db
    .query("webhookDeliveries")
    .withIndex("by_endpoint_and_next", (q) => q.eq("endpointId", endpointId).gt("nextAtMs", nowMs))
    .take(HURRIED_AT_ONCE);
  for (const { _id } of waiting) await ctx.db.patch("webhookDeliveries", _id, { nextAtMs: nowMs });
}
