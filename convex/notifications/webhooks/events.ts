/** Tells owners' servers what happened, in the transaction in which it did. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { enqueue } from "../../jobs/enqueue";
import { MAX_WEBHOOKS, MAX_DELIVERIES, type WebhookEvent } from "../../shared/webhooks";
import { beginningOf } from "../../shared/wellFormed";
import { queueOf } from "./queues";

type Endpoint = Doc<"webhookEndpoints">;
/** Without anything nested: that is what Zapier, Make and n8n take as it is. */
export type EventData = Record<string, string | number | boolean | null>;

/** "Usually smaller than 20kb", says the specification; with what stands around the data. */
const MOST_BYTES = 19_000;
/** The oldest that go when there are too many. */
const DROPPED_AT_ONCE = 4;

export async function endpointsOf(ctx: QueryCtx, ownerId: Id<"users">): Promise<Endpoint[]> {
  return await ctx.db
    .query("webhookEndpoints")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(MAX_WEBHOOKS);
}

/** Whether any of them is told of such events. */
export async function isWanted(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  type: WebhookEvent,
): Promise<boolean> {
  return (await wanting(ctx, ownerId, type)).length > 0;
}

async function wanting(ctx: QueryCtx, ownerId: Id<"users">, type: WebhookEvent) {
  const endpoints = await endpointsOf(ctx, ownerId);
  return endpoints.filter(({ isOn, events }) => isOn && events.includes(type));
}

/** `dataOf` is asked where somebody wants to know. */
export async function announce(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  type: WebhookEvent,
  dataOf: () => EventData | Promise<EventData>,
): Promise<void> {
  const endpoints = await wanting(ctx, ownerId, type);
  if (endpoints.length === 0) return;
  const event = newEvent(type, await dataOf());
  for (const endpoint of endpoints) await enqueueEvent(ctx, endpoint, event);
}

type NewEvent = Pick<Doc<"webhookDeliveries">, "eventId" | "type" | "body">;

export function newEvent(type: WebhookEvent | "test", data: EventData): NewEvent {
  const timestamp = new Date(Date.now()).toISOString();
  const body = JSON.stringify({ type, timestamp, data: withinSize(data) });
  // Without a full stop: it is part of what is signed, between full stops.
  return { eventId: `evt_${crypto.randomUUID().replaceAll("-", "")}`, type, body };
}

export async function enqueueEvent(
  ctx: MutationCtx,
  endpoint: Endpoint,
  event: NewEvent,
): Promise<Id<"webhookDeliveries">> {
  const { _id: endpointId, ownerId } = endpoint;
  const ofEndpoint = () =>
    ctx.db
      .query("webhookDeliveries")
      .withIndex("by_endpoint", (q) => q.eq("endpointId", endpointId));
  const newest = await ofEndpoint().order("desc").first();
  const number = (newest?.number ?? 0) + 1;
  const deliveryId = await ctx.db.insert("webhookDeliveries", {
    ...{ ownerId, endpointId, number, ...event },
    state: "waiting",
    nextAtMs: Date.now(),
    failures: 0,
    attempts: [],
  });
  const oldest = number > MAX_DELIVERIES ? await ofEndpoint().take(DROPPED_AT_ONCE) : [];
  for (const one of oldest) {
    if (one.number <= number - MAX_DELIVERIES) await ctx.db.delete("webhookDeliveries", one._id);
  }
  await enqueue(ctx, queueOf(endpoint), [endpointId]);
  return deliveryId;
}

/** The longest texts are cut until the rest fits, and it is said that they are. */
export function withinSize(data: EventData): EventData {
  const fits = { ...data };
  while (bytesIn(fits) > MOST_BYTES) {
    const lengths = Object.entries(fits).map(
      ([name, value]) => [name, typeof value === "string" ? value.length : 0] as const,
    );
    const [name, length] = lengths.reduce((a, b) => (b[1] > a[1] ? b : a));
    fits[name] = beginningOf(String(fits[name]), Math.floor(length / 2));
    fits.isShortened = true;
  }
  return fits;
}

function bytesIn(data: EventData): number {
  return new TextEncoder().encode(JSON.stringify(data)).length;
}
