/** The job of an endpoint: sends its due deliveries, one after the other. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { enqueue } from "../../jobs/enqueue";
import type { Handler } from "../../jobs/handler";
import { internalMutation } from "../../lib/internalFunctions";
import schema from "../../schema";
import { postToReceiver } from "./httpDelivery";
import { type WebhookQueue, queueOf, WEBHOOK_QUEUES } from "./queues";
import { retryAfterMs } from "./retries";
import { signedHeaders } from "./signing";

export type Taken =
  | { delivery: Doc<"webhookDeliveries">; endpoint: Doc<"webhookEndpoints"> }
  | { againAtMs: number | null };

export function webhookQueue(lane: WebhookQueue): Handler {
  const { timeoutMs, requestsPerRun } = WEBHOOK_QUEUES[lane];
  return {
    async run(ctx, key) {
      for (let sent = 0; sent < requestsPerRun; sent++) {
        const taken = await ctx.runMutation(internal.notifications.webhooks.deliver.takeNext, {
          key,
          lane,
        });
        if (!("delivery" in taken)) return taken.againAtMs;
        const { delivery, endpoint } = taken;
        const { eventId: id, body } = delivery;
        const atMs = Date.now();
        const headers = await signedHeaders(endpoint, { id, body, nowMs: atMs });
        const answered = await postToReceiver({ url: endpoint.url, headers, body }, timeoutMs);
        const { status, said, retryAfter } = answered;
        const endMs = Date.now();
        const isToGoOn = await ctx.runMutation(
          internal.notifications.webhooks.attempts.recordAttempt,
          {
            deliveryId: delivery._id,
            attempt: { atMs, status, tookMs: Math.max(endMs - atMs, 0), said },
            pauseMs: retryAfterMs(retryAfter, endMs),
          },
        );
        if (!isToGoOn) return null;
      }
      return Date.now();
    },
  };
}

/** What is to be sent to an endpoint now, or when to look again. */
export async function takeDelivery(
  ctx: MutationCtx,
  { key, lane }: { key: string; lane: WebhookQueue },
): Promise<Taken> {
  const endpointId = ctx.db.normalizeId("webhookEndpoints", key);
  const endpoint = endpointId === null ? null : await ctx.db.get("webhookEndpoints", endpointId);
  if (endpoint?.isOn !== true) return { againAtMs: null };
  if (queueOf(endpoint) !== lane) {
    await enqueue(ctx, queueOf(endpoint), [key]);
    return { againAtMs: null };
  }
  const nowMs = Date.now();
  const { pausedUntilMs } = endpoint;
  const delivery = await firstWaiting(ctx, endpoint._id);
  if (delivery?.nextAtMs == null) return { againAtMs: null };
  const dueAtMs = Math.max(delivery.nextAtMs, pausedUntilMs ?? 0);
  return dueAtMs > nowMs ? { againAtMs: dueAtMs } : { delivery, endpoint };
}

export const takeNext = internalMutation({
  args: { key: v.string(), lane: literals("webhook", "slowWebhook") },
  returns: v.union(
    v.object({
      delivery: schema.doc("webhookDeliveries"),
      endpoint: schema.doc("webhookEndpoints"),
    }),
    v.object({ againAtMs: v.union(v.number(), v.null()) }),
  ),
  handler: async (ctx, which) => await takeDelivery(ctx, which),
});

async function firstWaiting(ctx: MutationCtx, endpointId: Id<"webhookEndpoints">) {
  return await ctx.db
    .query("webhookDeliveries")
    .withIndex("by_endpoint_and_next", (q) => q.eq("endpointId", endpointId).gt("nextAtMs", null))
    .first();
}
