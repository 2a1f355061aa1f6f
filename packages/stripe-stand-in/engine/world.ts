/** What the rules of the engine work with: the store, the time, and the events that they create. */
import { newId } from "../identifiers.ts";
import { missing, missingParam } from "../errors.ts";
import type { Kind, Records, Settings, StoredRecord } from "../storage/records.ts";
import type { Store } from "../storage/store.ts";
import type { EventType, StripeEvent, WebhookEndpoint } from "../wire.ts";
import { API_VERSION } from "../api-version.ts";
import { dueAt, rankOf } from "./dues.ts";

export interface World {
  readonly store: Store;
  /** The origin of the hosted pages. */
  readonly url: string;
  /** Seconds since the epoch. During a transition, the time at which it became due. */
  now: number;
  /** The current API request, which its events name. */
  request: { id: string; key: string | null } | null;
}

const DEFAULT_SETTINGS: Settings = {
  id: "settings",
  object: "sim.settings",
  ownEndpoint: null,
  isHoldingWebhooks: false,
  portalCardBecomesDefaultOf: "customer",
  portalCancelWithSchedule: "release",
  nextInvoiceNumber: 1,
  sameNumberIs: "one_card",
};

export function settings({ store }: Pick<World, "store">): Settings {
  return { ...DEFAULT_SETTINGS, ...store.get("sim.settings", "settings") };
}

/** Saves a record and schedules its next transition. */
export function put(world: World, record: StoredRecord): void {
  world.store.put(record);
  const { object: kind, id } = record;
  world.store.plan({ kind, id }, dueAt(world, record), rankOf(kind));
}

/** Saves an object and creates an event about it. */
export function save<T extends EventObject>(world: World, object: T, ...types: EventType[]): T {
  const before = world.store.get(object.object, object.id);
  put(world, object);
  for (const type of types) {
    const changes = type.endsWith(".updated") && before !== null ? changed(before, object) : null;
    // An update that changes nothing creates no event.
    if (changes !== null && Object.keys(changes).length === 0) continue;
    emit(world, type, object, changes);
  }
  return object;
}

type EventObject = Exclude<StoredRecord, { object: `sim.${string}` | "event" }>;

export function emit(
  world: World,
  type: EventType,
  object: object,
  previous: object | null = null,
): void {
  const { isHoldingWebhooks } = settings(world);
  const endpoints = world.store
    .all("webhook_endpoint")
    .filter((endpoint) => subscribesTo(endpoint, type));
  const event: StripeEvent = {
    id: newId("evt"),
    object: "event",
    api_version: API_VERSION,
    created: world.now,
    data: previous === null ? { object } : { object, previous_attributes: previous },
    livemode: false,
    pending_webhooks: endpoints.length,
    request:
      world.request === null
        ? { id: null, idempotency_key: null }
        : { id: world.request.id, idempotency_key: world.request.key },
    type,
  };
  put(world, event);
  for (const [index, endpoint] of endpoints.entries()) {
    put(world, {
      id: index === 0 ? event.id : `${event.id}:${endpoint.id}`,
      object: "sim.delivery",
      event: event.id,
      endpoint: endpoint.id,
      body: JSON.stringify(event, null, 2),
      type,
      attempts: 0,
      state: isHoldingWebhooks ? "held" : "pending",
      nextAttemptAt: world.now,
      outcome: null,
    });
  }
}

function subscribesTo({ status, enabled_events }: WebhookEndpoint, type: EventType): boolean {
  return status === "enabled" && (enabled_events.includes("*") || enabled_events.includes(type));
}

/** The previous values of the top-level fields that have changed. */
function changed(before: object, after: object): Record<string, unknown> {
  const later = new Map<string, unknown>(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(later.get(name)),
    ),
  );
}

const NAMES: Partial<Record<Kind, string>> = {
  payment_method: "PaymentMethod",
  invoiceitem: "invoiceitem",
  "billing_portal.configuration": "configuration",
  "test_helpers.test_clock": "test clock",
  webhook_endpoint: "webhook endpoint",
};

/** An object whose id is in the path. It throws a 404 if there is none. */
export function find<K extends Kind>(world: World, kind: K, id: string): Records[K] {
  const record = world.store.get(kind, id);
  if (record === null) throw missing(NAMES[kind] ?? kind, id);
  return record;
}

/** An object whose id is in a parameter. It throws a 400 if there is none. */
export function findParam<K extends Kind>(
  world: World,
  kind: K,
  id: string,
  param: string,
): Records[K] {
  const record = world.store.get(kind, id);
  if (record === null) throw missingParam(NAMES[kind] ?? kind, id, param);
  return record;
}

/** An object that a stored object refers to. If it is missing, that is a bug. */
export function known<K extends Kind>(world: World, kind: K, id: string): Records[K] {
  const record = world.store.get(kind, id);
  if (record === null)
    throw new Error(`A stored object refers to ${kind} ${id}, which does not exist`);
  return record;
}
