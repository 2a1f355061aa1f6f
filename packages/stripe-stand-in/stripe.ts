/** Stripe on this machine: API, hosted pages, webhooks and a control API on one loopback port. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { openFrontDoor } from "@hark/stand-in-kit/front-door";
import { newApp, serveApp } from "@hark/stand-in-kit/http-app";
import { createFaults } from "@hark/stand-in-kit/ordered-faults";
import { createApi } from "./api/api.ts";
import { allRoutes } from "./api/routes.ts";
import { createControl } from "./control/control.ts";
import type { Fault } from "./control/faults.ts";
import { createSimulator } from "./engine/simulator.ts";
import { openKeys } from "./keys.ts";
import type { Keys } from "./keys.ts";
import { createPages } from "./pages/pages.ts";
import { openStore } from "./storage/store.ts";
import { createEventDeliveries } from "./webhooks/deliveries.ts";
import { setOwnEndpoint } from "./webhooks/endpoint.ts";
import type { EventType } from "./wire.ts";
import type { Witness } from "./witness.ts";

export interface StripeOptions {
  dataFolder: string;
  /** 0 takes any free port. */
  port: number;
  clock?: AdjustableClock;
  /** Where events are sent; the previous endpoint if missing. */
  webhook?: {
    url: string;
    /** Replaces the data folder's own secret. */
    secret?: string;
    /** The events to send. All by default. */
    events?: readonly EventType[];
  };
  /**
   * The receiver's clock, which dates the signatures, because the SDK refuses events older than five minutes. The wall
   * clock by default.
   */
  receiverNow?: () => number;
  /** Sees every request, response and event. */
  witness?: Witness;
  log?: (line: string) => void;
}

export interface StripeStandIn extends Keys {
  url: string;
  setWebhookEndpoint(url: string): void;
  /**
   * Resolves with the number of events, once each due event was delivered or refused.
   */
  webhooksSettled(): Promise<number>;
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 2 ** 20;

export async function startStripe(options: StripeOptions): Promise<StripeStandIn> {
  const { dataFolder, port, clock = new AdjustableClock(), receiverNow = Date.now } = options;
  const { witness } = options;
  const log = options.log ?? (() => undefined);
  const onError = (error: unknown) =>
    log(error instanceof Error ? (error.stack ?? error.message) : String(error));

  await mkdir(dataFolder, { recursive: true });
  const saved = await openKeys(dataFolder);
  const keys = { ...saved, webhookSecret: options.webhook?.secret ?? saved.webhookSecret };
  // The port comes first: if it is taken, no data has been touched.
  const door = await openFrontDoor({
    port,
    onError,
    // No page may use the control API. The hosted pages check their forms themselves.
    admits: ({ url }) => !url.pathname.startsWith("/_sim/"),
  });
  const store = openStore(path.join(dataFolder, "stripe.sqlite"));
  const faults = createFaults<Fault>();
  const deliveries = createEventDeliveries({ store, clock, receiverNow, witness, onError });
  const simulator = createSimulator({
    store,
    clock,
    url: door.url,
    onChange: () => deliveries.wake(),
    onError,
  });

  const setWebhookEndpoint = (url: string) => {
    const { webhookSecret: secret } = keys;
    simulator.run((world) =>
      setOwnEndpoint(world, { url, secret, events: options.webhook?.events }),
    );
  };
  if (options.webhook !== undefined) setWebhookEndpoint(options.webhook.url);

  const routes = allRoutes((byMs) => clock.advance(byMs));
  const api = createApi({ simulator, routes, faults, secretKey: keys.secretKey, witness, onError });
  const control = createControl({
    clock,
    simulator,
    deliveries,
    faults,
    token: keys.controlToken,
  });
  const pages = await createPages(simulator, door.url);
  const app = newApp();
  for (const path of ["/v1/*", "/v2/*"]) app.all(path, (c) => api.fetch(c.req.raw, c.env));
  app.all("/_sim/*", (c) => control.fetch(c.req.raw, c.env));
  app.all("*", (c) => pages.fetch(c.req.raw, c.env));
  door.serve(serveApp({ app, maxBodyBytes: MAX_BODY_BYTES, onError }));

  return {
    ...keys,
    url: door.url,
    setWebhookEndpoint,
    async webhooksSettled() {
      // Transitions that become due meanwhile may create more events.
      simulator.run(() => undefined);
      return await deliveries.settled();
    },
    async close() {
      await door.close();
      simulator.close();
      await deliveries.close();
      store.close();
    },
  };
}
