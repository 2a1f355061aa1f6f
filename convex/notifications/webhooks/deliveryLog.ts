/** The log of an endpoint's deliveries, as its owner sees it. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { type Infer, v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { enqueue } from "../../jobs/enqueue";
import { internalMutation } from "../../lib/internalFunctions";
import { deleteRowsOfOwner } from "../../lib/rowsOfOwner";
import { userError } from "../../lib/userError";
import { DAY_MS } from "../../shared/durations";
import { DELIVERIES_KEPT_DAYS, WEBHOOK_MESSAGES } from "../../shared/webhooks";
import { removeEndpoint, requireOwnEndpoint } from "./endpoints";
import { type MessengerMessage } from "../messengers/table";
import { textOfMessage } from "../messengers/message";
import { endpointsOf, enqueueEvent, newEvent } from "./events";
import { queueOf } from "./queues";
import { deliveryFields } from "./table";

type Endpoint = Doc<"webhookEndpoints">;
type Delivery = Doc<"webhookDeliveries">;

/** A body may have 20 KB. */
const BATCH_SIZE = 100;

export const shownDelivery = v.object({
  id: v.id("webhookDeliveries"),
  createdAtMs: v.number(),
  eventId: v.string(),
  type: v.string(),
  body: v.string(),
  state: deliveryFields.state,
  nextAtMs: deliveryFields.nextAtMs,
  attempts: deliveryFields.attempts,
});

/** The newest first. */
export async function pageOfDeliveries(
  ctx: QueryCtx,
  endpoint: Endpoint,
  options: PaginationOptions,
): Promise<PaginationResult<Infer<typeof shownDelivery>>> {
  const page = await ctx.db
    .query("webhookDeliveries")
    .withIndex("by_endpoint", (q) => q.eq("endpointId", endpoint._id))
    .order("desc")
    .paginate(options);
  const isMessenger = endpoint.messenger !== undefined;
  return { ...page, page: page.page.map((delivery) => toShown(delivery, isMessenger)) };
}

export const deleteOldDeliveries = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const hasMore = await deleteOldDeliveryBatch(ctx);
    if (hasMore)
      await ctx.scheduler.runAfter(
        0,
        internal.notifications.webhooks.deliveryLog.deleteOldDeliveries,
        {},
      );
    return null;
  },
});

function toShown(delivery: Delivery, isMessenger: boolean): Infer<typeof shownDelivery> {
  const { _id: id, _creationTime: createdAtMs, eventId, type } = delivery;
  const body = isMessenger
    ? textOfMessage(JSON.parse(delivery.body) as MessengerMessage)
    : delivery.body;
  const { state, nextAtMs, attempts } = delivery;
  return { id, createdAtMs, eventId, type, body, state, nextAtMs, attempts };
}

/** Sends a delivery again in any state, with the same event id, so that receivers can recognize it. */
export async function resend(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  deliveryId: Id<"webhookDeliveries">,
): Promise<void> {
  const delivery = await ctx.db.get("webhookDeliveries", deliveryId);
  if (delivery?.ownerId !== ownerId) {
    throw userError("webhook_not_found", WEBHOOK_MESSAGES.deliveryNotFound);
  }
  const endpoint = await requireOwnEndpoint(ctx, ownerId, delivery.endpointId);
  requireOn(endpoint);
  const reset = { state: "waiting", nextAtMs: Date.now(), failures: 0 } as const;
  await ctx.db.patch("webhookDeliveries", deliveryId, reset);
  await sendNow(ctx, endpoint);
}

/** Sends a test event, whichever events the endpoint subscribes to. */
export async function sendTest(
  ctx: MutationCtx,
  endpoint: Endpoint,
): Promise<Id<"webhookDeliveries">> {
  requireOn(endpoint);
  const event = newEvent("test", { message: "This is a test.", endpointId: endpoint._id });
  const deliveryId = await enqueueEvent(ctx, endpoint, event);
  await sendNow(ctx, endpoint);
  return deliveryId;
}

/** Also ends a pause that the receiver asked for, because the owner requests this delivery. */
async function sendNow(ctx: MutationCtx, endpoint: Endpoint): Promise<void> {
  await ctx.db.patch("webhookEndpoints", endpoint._id, { pausedUntilMs: null });
  await enqueue(ctx, queueOf(endpoint), [endpoint._id]);
}

function requireOn({ isOn }: Endpoint): void {
  if (!isOn) throw userError("webhook_rejected", WEBHOOK_MESSAGES.switchedOff);
}

/** Deletes a batch of old deliveries, and returns whether there may be more. */
export async function deleteOldDeliveryBatch(ctx: MutationCtx): Promise<boolean> {
  const beforeMs = Date.now() - DELIVERIES_KEPT_DAYS * DAY_MS;
  const old = await ctx.db
    .query("webhookDeliveries")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", beforeMs))
    .take(BATCH_SIZE);
  for (const { _id } of old) await ctx.db.delete("webhookDeliveries", _id);
  return old.length === BATCH_SIZE;
}

/** Deletes a batch of a removed endpoint's deliveries, and returns whether there may be more. */
export async function deleteDeliveryBatch(
  ctx: MutationCtx,
  endpointId: Id<"webhookEndpoints">,
): Promise<boolean> {
  const batch = await ctx.db
    .query("webhookDeliveries")
    .withIndex("by_endpoint", (q) => q.eq("endpointId", endpointId))
    .take(BATCH_SIZE);
  for (const { _id } of batch) await ctx.db.delete("webhookDeliveries", _id);
  return batch.length === BATCH_SIZE;
}

/** Deletes the owner's endpoints and a batch of their deliveries. Returns how many rows were deleted. */
export async function deleteWebhooks(ctx: MutationCtx, ownerId: Id<"users">): Promise<number> {
  const endpoints = await endpointsOf(ctx, ownerId, "all");
  for (const endpoint of endpoints) await removeEndpoint(ctx, endpoint);
  const deliveries = await deleteRowsOfOwner(ctx, "webhookDeliveries", ownerId, BATCH_SIZE);
  return endpoints.length + deliveries;
}
