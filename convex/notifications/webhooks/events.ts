/** Queues events for owners' servers, in the transaction of the change. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { enqueue } from "../../jobs/enqueue";
import { rowsOfOwner } from "../../lib/rowsOfOwner";
import { MAX_MESSENGERS } from "../../shared/messengers";
import { MAX_WEBHOOKS, MAX_DELIVERIES, type WebhookEvent } from "../../shared/webhooks";
import { beginningOf } from "../../shared/wellFormed";
import { messageOf } from "../messengers/message";
import { queueOf } from "./queues";

type Endpoint = Doc<"webhookEndpoints">;
/** Flat, so that Zapier, Make and n8n can use it directly. */
export type EventData = Record<string, string | number | boolean | null>;

/** The specification recommends bodies "usually smaller than 20kb". The rest of the body needs the remaining space. */
const MAX_DATA_BYTES = 19_000;
/** How many of the oldest deliveries are deleted at a time when there are too many. */
const DELETE_BATCH_SIZE = 4;

/** Owners' own servers and messengers have limits of their own. */
export async function endpointsOf(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  which: "all" | "servers" | "messengers",
): Promise<Endpoint[]> {
  const endpoints = await rowsOfOwner(ctx, "webhookEndpoints", ownerId).take(
    MAX_WEBHOOKS + MAX_MESSENGERS,
  );
  if (which === "all") return endpoints;
  return endpoints.filter(({ messenger }) => (messenger === undefined) === (which === "servers"));
}

export async function isSubscribed(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  type: WebhookEvent,
): Promise<boolean> {
  return (await subscribedEndpoints(ctx, ownerId, type)).length > 0;
}

async function subscribedEndpoints(ctx: QueryCtx, ownerId: Id<"users">, type: WebhookEvent) {
  const endpoints = await endpointsOf(ctx, ownerId, "all");
  return endpoints.filter(({ isOn, events }) => isOn && events.includes(type));
}

/** Calls `dataOf` only if an endpoint subscribes to the event. `labels` are what people call the fields of the data. */
export async function announce(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  type: WebhookEvent,
  dataOf: () => EventData | Promise<EventData>,
  labels: Record<string, string> = {},
): Promise<void> {
  const endpoints = await subscribedEndpoints(ctx, ownerId, type);
  if (endpoints.length === 0) return;
  const event = newEvent(type, await dataOf(), labels);
  for (const endpoint of endpoints) await enqueueEvent(ctx, endpoint, event);
}

type NewEvent = Pick<Doc<"webhookDeliveries">, "eventId" | "type"> & {
  /** For owners' own servers. */
  body: string;
  /** For messengers. */
  message: string;
};

export function newEvent(
  type: WebhookEvent | "test",
  given: EventData,
  labels: Record<string, string> = {},
): NewEvent {
  const timestamp = new Date(Date.now()).toISOString();
  const data = withinSize(given);
  return {
    // The id must not contain a full stop, because full stops separate the parts of the signed text.
    eventId: `evt_${crypto.randomUUID().replaceAll("-", "")}`,
    type,
    body: JSON.stringify({ type, timestamp, data }),
    message: JSON.stringify(messageOf(type, data, labels)),
  };
}

export async function enqueueEvent(
  ctx: MutationCtx,
  endpoint: Endpoint,
  { eventId, type, body, message }: NewEvent,
): Promise<Id<"webhookDeliveries">> {
  const { _id: endpointId, ownerId, messenger } = endpoint;
  const deliveries = () =>
    ctx.db
      .query("webhookDeliveries")
      .withIndex("by_endpoint", (q) => q.eq("endpointId", endpointId));
  const newest = await deliveries().order("desc").first();
  const number = (newest?.number ?? 0) + 1;
  const deliveryId = await ctx.db.insert("webhookDeliveries", {
    ...{ ownerId, endpointId, number, eventId, type },
    body: messenger === undefined ? body : message,
    state: "waiting",
    nextAtMs: Date.now(),
    failures: 0,
    attempts: [],
  });
  const oldest = number > MAX_DELIVERIES ? await deliveries().take(DELETE_BATCH_SIZE) : [];
  for (const one of oldest) {
    if (one.number <= number - MAX_DELIVERIES) await ctx.db.delete("webhookDeliveries", one._id);
  }
  await enqueue(ctx, queueOf(endpoint), [endpointId]);
  return deliveryId;
}

/** Shortens the longest texts until the data fits, and sets `isShortened`. */
export function withinSize(data: EventData): EventData {
  const shortened = { ...data };
  while (bytesIn(shortened) > MAX_DATA_BYTES) {
    const lengths = Object.entries(shortened).map(
      ([name, value]) => [name, typeof value === "string" ? value.length : 0] as const,
    );
    const [name, length] = lengths.reduce((a, b) => (b[1] > a[1] ? b : a));
    shortened[name] = beginningOf(String(shortened[name]), Math.floor(length / 2));
    shortened.isShortened = true;
  }
  return shortened;
}

function bytesIn(data: EventData): number {
  return new TextEncoder().encode(JSON.stringify(data)).length;
}
