import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

const BATCH_SIZE = 200;

/** Makes an endpoint's waiting deliveries due now. */
export async function retryNow(
  ctx: MutationCtx,
  endpointId: Id<"webhookEndpoints">,
): Promise<void> {
  const nowMs = Date.now();
  const waiting = await ctx.db
    .query("webhookDeliveries")
    .withIndex("by_endpoint_and_next", (q) => q.eq("endpointId", endpointId).gt("nextAtMs", nowMs))
    .take(BATCH_SIZE);
  for (const { _id } of waiting) await ctx.db.patch("webhookDeliveries", _id, { nextAtMs: nowMs });
}
