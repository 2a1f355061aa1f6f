/** The job of an endpoint, which sends its due deliveries one after the other. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { enqueue } from "../../jobs/enqueue";
import type { Handler } from "../../jobs/handler";
import { internalMutation } from "../../lib/internalFunctions";
import schema from "../../schema";
import { messengerRequest, readMessengerAnswer } from "../messengers/delivery";
import { postToReceiver, type WebhookResult } from "./httpDelivery";
import { storedMessenger } from "./messengers";
import { type WebhookQueue, queueOf, WEBHOOK_QUEUES } from "./queues";
import { retryAfterMs } from "./retries";
import { signedHeaders } from "./signing";
import type { AttemptVerdict } from "./table";

export type Taken =
  | { kind: "delivery"; delivery: Doc<"webhookDeliveries">; endpoint: Doc<"webhookEndpoints"> }
  | { kind: "none"; runAgainAtMs: number | null };

export function webhookQueue(queue: WebhookQueue): Handler {
  const { timeoutMs, requestsPerRun } = WEBHOOK_QUEUES[queue];
  return {
    async run(ctx, key) {
      for (let sent = 0; sent < requestsPerRun; sent++) {
        const taken = await ctx.runMutation(internal.notifications.webhooks.deliver.takeNext, {
          key,
          queue,
        });
        if (taken.kind === "none") return taken.runAgainAtMs;
        const { delivery } = taken;
        const atMs = Date.now();
        const attempted = await attemptDelivery(taken, { nowMs: atMs, timeoutMs });
        const { status, response, retryAfter, verdict } = attempted;
        const endMs = Date.now();
        const canContinue = await ctx.runMutation(
          internal.notifications.webhooks.attempts.recordAttempt,
          {
            deliveryId: delivery._id,
            attempt: { atMs, status, durationMs: Math.max(endMs - atMs, 0), response },
            ...(verdict === undefined ? {} : { verdict }),
            pauseMs: retryAfterMs(retryAfter, endMs),
          },
        );
        if (!canContinue) return null;
      }
      return Date.now();
    },
  };
}

type Attempted = WebhookResult & { verdict?: AttemptVerdict };

async function attemptDelivery(
  { delivery, endpoint }: Extract<Taken, { kind: "delivery" }>,
  { nowMs, timeoutMs }: { nowMs: number; timeoutMs: number },
): Promise<Attempted> {
  const { eventId: id, body } = delivery;
  const messenger = storedMessenger(endpoint);
  if (messenger === null) {
    const headers = await signedHeaders(endpoint, { id, body, nowMs });
    return await postToReceiver({ url: endpoint.url, headers, body }, timeoutMs);
  }
  const request = messengerRequest(messenger, body);
  if (request === null) {
    return { status: null, response: NOT_SET_UP, retryAfter: null, verdict: "failed" };
  }
  const { status, response, retryAfter } = await postToReceiver(request, timeoutMs);
  const { verdict, text, waitSeconds } = readMessengerAnswer(messenger, { status, response });
  const wait = retryAfter ?? (waitSeconds === null ? null : String(waitSeconds));
  return { status, response: text, retryAfter: wait, verdict };
}

const NOT_SET_UP =
  "This server sends nothing to messengers, because MESSENGERS_API_URL has a wrong value.";

/** The endpoint's next due delivery, or when to run again. */
export async function takeDelivery(
  ctx: MutationCtx,
  { key, queue }: { key: string; queue: WebhookQueue },
): Promise<Taken> {
  const endpointId = ctx.db.normalizeId("webhookEndpoints", key);
  const endpoint = endpointId === null ? null : await ctx.db.get("webhookEndpoints", endpointId);
  if (endpoint?.isOn !== true) return { kind: "none", runAgainAtMs: null };
  if (queueOf(endpoint) !== queue) {
    await enqueue(ctx, queueOf(endpoint), [key]);
    return { kind: "none", runAgainAtMs: null };
  }
  const nowMs = Date.now();
  const { pausedUntilMs } = endpoint;
  const delivery = await firstWaiting(ctx, endpoint._id);
  if (delivery?.nextAtMs == null) return { kind: "none", runAgainAtMs: null };
  const dueAtMs = Math.max(delivery.nextAtMs, pausedUntilMs ?? 0);
  if (dueAtMs > nowMs) return { kind: "none", runAgainAtMs: dueAtMs };
  return { kind: "delivery", delivery, endpoint };
}

export const takeNext = internalMutation({
  args: { key: v.string(), queue: literals("webhook", "slowWebhook") },
  returns: v.union(
    v.object({
      kind: v.literal("delivery"),
      delivery: schema.doc("webhookDeliveries"),
      endpoint: schema.doc("webhookEndpoints"),
    }),
    v.object({ kind: v.literal("none"), runAgainAtMs: v.union(v.number(), v.null()) }),
  ),
  handler: async (ctx, args) => await takeDelivery(ctx, args),
});

async function firstWaiting(ctx: MutationCtx, endpointId: Id<"webhookEndpoints">) {
  return await ctx.db
    .query("webhookDeliveries")
    .withIndex("by_endpoint_and_next", (q) => q.eq("endpointId", endpointId).gt("nextAtMs", null))
    .first();
}
