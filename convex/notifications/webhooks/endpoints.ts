/** An owner's webhook endpoints. */
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { enqueueCleanup } from "../../jobs/cleanupTask";
import { enqueue, cancel } from "../../jobs/enqueue";
import { userError } from "../../lib/userError";
import {
  MAX_WEBHOOKS,
  WEBHOOK_EVENTS,
  WEBHOOK_MESSAGES,
  type WebhookEvent,
} from "../../shared/webhooks";
import { endpointsOf } from "./events";
import { queueOf } from "./queues";
import { checkedAddress } from "./receiverAddress";
import { retryNow } from "./retryNow";
import { shownSecret } from "./signing";
import { endpointFields, webhookEvent } from "./table";

type Endpoint = Doc<"webhookEndpoints">;

export const shownEndpoint = v.object({
  id: v.id("webhookEndpoints"),
  url: v.string(),
  events: v.array(webhookEvent),
  isOn: v.boolean(),
  off: endpointFields.off,
  failingSinceMs: endpointFields.failingSinceMs,
  rotatedAtMs: endpointFields.rotatedAtMs,
});

export async function listEndpoints(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<Infer<typeof shownEndpoint>[]> {
  const endpoints = await endpointsOf(ctx, ownerId, "servers");
  return endpoints.map(({ _id: id, url, events, isOn, off, failingSinceMs, rotatedAtMs }) => ({
    ...{ id, url, events, isOn, off, failingSinceMs, rotatedAtMs },
  }));
}

/** Somebody else's endpoint is refused like a missing one, so that ids cannot be probed. */
export async function requireOwnEndpoint(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  endpointId: Id<"webhookEndpoints">,
): Promise<Endpoint> {
  const endpoint = await ctx.db.get("webhookEndpoints", endpointId);
  if (endpoint?.ownerId === ownerId) return endpoint;
  throw userError("webhook_not_found", WEBHOOK_MESSAGES.notFound);
}

export const newEndpoint = v.object({ id: v.id("webhookEndpoints"), secret: v.string() });

/** Returns the secret too, which is shown only this once. */
export async function addEndpoint(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  { url, events }: { url: string; events: WebhookEvent[] },
): Promise<Infer<typeof newEndpoint>> {
  const chosen = { url: checkedAddress(url), events: checkedEvents(events) };
  if ((await endpointsOf(ctx, ownerId, "servers")).length >= MAX_WEBHOOKS) {
    throw userError("webhook_rejected", WEBHOOK_MESSAGES.tooMany);
  }
  const id = await insertEndpoint(ctx, ownerId, chosen);
  return { id, secret: await shownSecret({ _id: id, ...FIRST_SECRET }) };
}

const FIRST_SECRET = { secretNumber: 1, rotatedAtMs: null };

type Chosen = Pick<Endpoint, "url" | "events" | "messenger">;

export async function insertEndpoint(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  chosen: Chosen,
): Promise<Id<"webhookEndpoints">> {
  return await ctx.db.insert("webhookEndpoints", {
    ...{ ownerId, ...chosen, ...FIRST_SECRET, ...HEALTHY },
    isOn: true,
  });
}

const HEALTHY = { off: null, failingSinceMs: null, isSlow: false, pausedUntilMs: null };

type Change = { url?: string; events?: WebhookEvent[]; isOn?: boolean };

/** The address of a messenger is changed by `changeMessenger`, which accepts only that messenger's addresses. */
export async function changeEndpoint(
  ctx: MutationCtx,
  endpoint: Endpoint,
  { url, events, isOn = endpoint.isOn }: Change,
): Promise<void> {
  if (url !== undefined) requireServer(endpoint);
  await updateEndpoint(ctx, endpoint, {
    url: url === undefined ? endpoint.url : checkedAddress(url),
    events: events === undefined ? endpoint.events : checkedEvents(events),
    isOn,
  });
}

/** An endpoint that is switched on again gets the deliveries that waited. */
export async function updateEndpoint(
  ctx: MutationCtx,
  endpoint: Endpoint,
  after: Chosen & Pick<Endpoint, "isOn">,
): Promise<void> {
  const { isOn } = after;
  const isMoved = after.url !== endpoint.url || chatOf(after) !== chatOf(endpoint);
  const isNew = isMoved || (isOn && !endpoint.isOn);
  await ctx.db.patch("webhookEndpoints", endpoint._id, {
    ...after,
    ...(isNew ? HEALTHY : {}),
  });
  if (!isOn) await stopSending(ctx, endpoint._id);
  else if (isNew) {
    await retryNow(ctx, endpoint._id);
    await enqueue(ctx, queueOf(HEALTHY), [endpoint._id]);
  }
}

function chatOf({ messenger }: Chosen): string | null {
  return messenger?.kind === "telegram" ? messenger.chatId : null;
}

/** Messengers have no secret of ours, and another check of their addresses. */
function requireServer({ messenger }: Endpoint): void {
  if (messenger !== undefined) throw userError("webhook_not_found", WEBHOOK_MESSAGES.notFound);
}

/** Returns the new secret. The previous one works for another 24 hours. */
export async function rotateSecret(ctx: MutationCtx, endpoint: Endpoint): Promise<string> {
  requireServer(endpoint);
  const rotated = { secretNumber: endpoint.secretNumber + 1, rotatedAtMs: Date.now() };
  await ctx.db.patch("webhookEndpoints", endpoint._id, rotated);
  return await shownSecret({ ...endpoint, ...rotated });
}

/** A background job deletes its deliveries. */
export async function removeEndpoint(ctx: MutationCtx, { _id }: Endpoint): Promise<void> {
  await stopSending(ctx, _id);
  await ctx.db.delete("webhookEndpoints", _id);
  await enqueueCleanup(ctx, { kind: "deliveries", endpointId: _id });
}

async function stopSending(ctx: MutationCtx, endpointId: Id<"webhookEndpoints">): Promise<void> {
  for (const queue of ["webhook", "slowWebhook"] as const) await cancel(ctx, queue, endpointId);
}

/** Removes duplicates. */
export function checkedEvents(chosen: WebhookEvent[]): WebhookEvent[] {
  const events = WEBHOOK_EVENTS.filter((event) => chosen.includes(event));
  if (events.length === 0) throw userError("webhook_rejected", WEBHOOK_MESSAGES.noEvents);
  return events;
}
