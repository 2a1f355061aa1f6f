/** Resend on this machine: API, webhooks and the outbox on one loopback port. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { AdjustableClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import { openFrontDoor } from "../front-door.ts";
import { createApi } from "./api/api.ts";
import { domainRoutes } from "./api/domains.ts";
import { emailRoutes } from "./api/emails.ts";
import { REFUSED_DOMAINS } from "./api/message.ts";
import { createFaults } from "../ordered-faults.ts";
import type { Fault } from "./api/faults.ts";
import { createIdempotency } from "./api/idempotency.ts";
import { createRateLimit, DEFAULT_PER_SECOND } from "./api/rate-limit.ts";
import { newWebhook, REPORTED, webhookRoutes } from "./api/webhooks.ts";
import { serve } from "./exchange.ts";
import { keptKeys } from "./keys.ts";
import type { Keys } from "./keys.ts";
import { createChanges } from "./outbox/changes.ts";
import { createPage } from "./outbox/page.ts";
import { createOutbox } from "./outbox/routes.ts";
import { createPostOffice } from "./post-office.ts";
import { openMailStore } from "./store/mail-store.ts";
import type { MailStore } from "./store/mail-store.ts";
import { createCourier } from "./webhooks/courier.ts";
import type { Witness } from "./witness.ts";

export interface MailOptions {
  dataFolder: string;
  /** 0 takes any that is free. */
  port: number;
  clock?: Clock;
  /** Where events go from the start; without it, where they went last. */
  webhook?: { url: string };
  /** Resend takes none; but whoever tries something out on their own machine gives such a one. */
  takesExampleAddresses?: boolean;
  /** 5, as Resend has it, unless tests are about something else. */
  requestsPerSecond?: number;
  /** Sees all that is asked, answered and reported. */
  witness?: Witness;
  log?: (line: string) => void;
}

export interface MailStandIn extends Keys {
  url: string;
  /** Where people read what was sent. */
  outboxUrl: string;
  /** An address of the verified domain. */
  from: string;
  close(): Promise<void>;
}

/** No domain of anybody's: RFC 2606 keeps it for tests. */
const VERIFIED_DOMAIN = "hark.test";

export async function startMail(options: MailOptions): Promise<MailStandIn> {
  const { dataFolder, port, clock = new AdjustableClock(), witness } = options;
  const log = options.log ?? (() => undefined);
  const onError = (error: unknown) =>
    log(error instanceof Error ? (error.stack ?? error.message) : String(error));

  await mkdir(dataFolder, { recursive: true });
  const keys = await keptKeys(dataFolder);
  // The port first: whoever finds it taken has touched no data.
  const door = await openFrontDoor({
    port,
    onError,
    // At the outbox only its own pages may do anything.
    admits: ({ origin, url }) => !isOutbox(url) || origin === url.origin,
  });
  const store = openMailStore(path.join(dataFolder, "mail.sqlite"));
  const changes = createChanges();
  const courier = createCourier({ store, clock, witness, onChange: changes.tell, onError });
  const postOffice = createPostOffice({
    store,
    clock,
    domain: VERIFIED_DOMAIN,
    onChange() {
      changes.tell();
      // After the transaction in which it happened.
      queueMicrotask(() => courier.wake());
    },
  });
  if (options.webhook !== undefined) {
    setOwnWebhook(store, clock, { ...keys, url: options.webhook.url });
  }
  const usualPerSecond = options.requestsPerSecond ?? DEFAULT_PER_SECOND;
  const rateLimit = createRateLimit(clock, usualPerSecond);
  const faults = createFaults<Fault>();
  const refusedDomains = options.takesExampleAddresses === true ? [] : REFUSED_DOMAINS;
  const rules = { verifiedDomain: VERIFIED_DOMAIN, refusedDomains };
  const api = createApi({
    ...{ keys, clock, faults, rateLimit, witness, onError },
    idempotency: createIdempotency(store, clock),
    routes: [
      ...emailRoutes({ store, postOffice, rules }),
      ...domainRoutes(VERIFIED_DOMAIN),
      ...webhookRoutes(store, clock),
    ],
  });
  const page = createPage(store);
  const outbox = createOutbox({
    ...{ store, postOffice, courier, faults, rateLimit, usualPerSecond, changes },
  });
  door.serve(
    serve(async (request) => {
      const url = new URL(request.url);
      if (!isOutbox(url)) return api(request);
      if (url.pathname === "/outbox/changes") return changes.stream();
      return (await page(request)) ?? (await outbox(request));
    }, onError),
  );
  courier.wake();

  return {
    ...keys,
    url: door.url,
    outboxUrl: `${door.url}/outbox`,
    from: `Hark <hello@${VERIFIED_DOMAIN}>`,
    async close() {
      await door.close();
      await courier.close();
      store.close();
    },
  };
}

/** It stays the same one when its address changes. */
function setOwnWebhook(
  store: MailStore,
  clock: Clock,
  { url: endpoint, webhookSecret: signingSecret }: { url: string; webhookSecret: string },
): void {
  const former = store.webhooks().find(({ isOwn }) => isOwn);
  const own = newWebhook(clock, { endpoint, events: REPORTED, signingSecret, isOwn: true });
  store.putWebhook({ ...own, ...(former === undefined ? {} : { id: former.id }) });
}

function isOutbox({ pathname }: URL): boolean {
  return pathname === "/outbox" || pathname.startsWith("/outbox/");
}
