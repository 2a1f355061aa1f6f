import { API_VERSION } from "../api-version.ts";
import { put, settings } from "../engine/world.ts";
import type { World } from "../engine/world.ts";
import { invalid } from "../errors.ts";
import { newId } from "../identifiers.ts";
import type { WebhookEndpoint } from "../wire.ts";

/** Sets the endpoint given at the start. It keeps its id when its URL changes. */
export function setOwnEndpoint(
  world: World,
  { url, secret, events }: { url: string; secret: string; events?: readonly string[] | undefined },
): void {
  requireLoopback(url);
  const kept = settings(world);
  const former =
    kept.ownEndpoint === null ? null : world.store.get("webhook_endpoint", kept.ownEndpoint);
  const own = former ?? newEndpoint(world);
  const enabled_events = [...(events ?? former?.enabled_events ?? ["*"])];
  put(world, { ...own, url, secret, enabled_events });
  if (kept.ownEndpoint !== own.id) put(world, { ...kept, ownEndpoint: own.id });
}

export function newEndpoint({ now }: Pick<World, "now">): WebhookEndpoint {
  return {
    id: newId("we"),
    object: "webhook_endpoint",
    api_version: API_VERSION,
    application: null,
    created: now,
    description: null,
    enabled_events: [],
    livemode: false,
    metadata: {},
    status: "enabled",
    url: "",
  };
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Events contain customers' data, so they are sent to this machine only. */
export function requireLoopback(url: string): void {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address?.protocol === "http:" && LOOPBACK.has(address.hostname)) return;
  throw invalid(
    `A webhook endpoint must be an http address of this machine, not ${url}`,
    "url_invalid",
    "url",
  );
}
