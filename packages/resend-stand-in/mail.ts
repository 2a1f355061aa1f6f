/** Resend on this machine: API, webhooks and the outbox on one loopback port. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import type { Clock } from "@hark/stand-in-kit/clock";
import { openFrontDoor } from "@hark/stand-in-kit/front-door";
import { newApp, serveApp } from "@hark/stand-in-kit/http-app";
import { createFaults } from "@hark/stand-in-kit/ordered-faults";
import { createApi } from "./api/api.ts";
import { domainRoutes } from "./api/domains.ts";
import { emailRoutes } from "./api/emails.ts";
import { REFUSED_DOMAINS } from "./api/message.ts";
import type { Fault } from "./api/faults.ts";
import { createIdempotency } from "./api/idempotency.ts";
import { createRateLimit, DEFAULT_PER_SECOND } from "./api/rate-limit.ts";
import { receivingRoutes } from "./api/receiving.ts";
import { newWebhook, SENT_EVENTS, webhookRoutes } from "./api/webhooks.ts";
import { openKeys } from "./keys.ts";
import type { Keys } from "./keys.ts";
import { createChanges } from "./outbox/changes.ts";
import { createMailReceiving } from "./mail-receiving.ts";
import { createMailSending } from "./mail-sending.ts";
import { createOutbox } from "./outbox/outbox.ts";
import { openMailStore } from "./store/mail-store.ts";
import type { MailStore } from "./store/mail-store.ts";
import { createEventSender } from "./webhooks/event-sender.ts";
import type { Witness } from "./witness.ts";

export interface MailOptions {
  dataFolder: string;
  /** 0 takes any free port. */
  port: number;
  clock?: Clock;
  /** Where events are sent; the previous endpoint if missing. */
  webhook?: { url: string };
  /** Resend refuses these, but people who try Hark use them. */
  takesExampleAddresses?: boolean;
  /** 5 by default, as at Resend. */
  requestsPerSecond?: number;
  /** Sees every request, response and event. */
  witness?: Witness;
  log?: (line: string) => void;
}

export interface MailStandIn extends Keys {
  url: string;
  /** Where developers read the mail. */
  outboxUrl: string;
  /** An address of the verified domain. */
  from: string;
  /** The domain at which mail is received: the verified one. */
  receivingDomain: string;
  close(): Promise<void>;
}

/** RFC 2606 reserves `.test`, so nobody owns it. */
const VERIFIED_DOMAIN = "hark.test";
/** The maximum size of a mail, with its attachments in base64. */
const MAX_BODY_BYTES = 40 * 2 ** 20;

export async function startMail(options: MailOptions): Promise<MailStandIn> {
  const { dataFolder, port, clock = new AdjustableClock(), witness } = options;
  const log = options.log ?? (() => undefined);
  const onError = (error: unknown) =>
    log(error instanceof Error ? (error.stack ?? error.message) : String(error));

  await mkdir(dataFolder, { recursive: true });
  const keys = await openKeys(dataFolder);
  // The port comes first: if it is taken, no data has been touched.
  const door = await openFrontDoor({
    port,
    onError,
    // Only the outbox's own pages may use the outbox.
    admits: ({ origin, url }) => !isOutbox(url) || origin === url.origin,
  });
  const store = openMailStore(path.join(dataFolder, "mail.sqlite"));
  const changes = createChanges();
  const events = createEventSender({ store, clock, witness, onChange: changes.notify, onError });
  const onChange = () => {
    changes.notify();
    // After the current transaction.
    queueMicrotask(() => events.wake());
  };
  const mails = { store, clock, domain: VERIFIED_DOMAIN, onChange };
  const sending = createMailSending(mails);
  const receiving = createMailReceiving(mails);
  if (options.webhook !== undefined) {
    setOwnWebhook(store, clock, { ...keys, url: options.webhook.url });
  }
  const usualPerSecond = options.requestsPerSecond ?? DEFAULT_PER_SECOND;
  const rateLimit = createRateLimit(clock, usualPerSecond);
  const faults = createFaults<Fault>();
  const refusedDomains = options.takesExampleAddresses === true ? [] : REFUSED_DOMAINS;
  const rules = { verifiedDomain: VERIFIED_DOMAIN, refusedDomains };
  const outbox = createOutbox({
    ...{ store, sending, receiving, events, faults, rateLimit, usualPerSecond, changes },
  });
  const api = createApi({
    ...{ keys, clock, faults, rateLimit, witness, onError },
    idempotency: createIdempotency(store, clock),
    resources: [
      receivingRoutes(store),
      emailRoutes({ store, sending, rules }),
      domainRoutes(VERIFIED_DOMAIN),
      webhookRoutes(store, clock),
    ],
  });
  const app = newApp().route("/outbox", outbox).route("/", api);
  door.serve(serveApp({ app, maxBodyBytes: MAX_BODY_BYTES, onError }));
  events.wake();

  return {
    ...keys,
    url: door.url,
    outboxUrl: `${door.url}/outbox`,
    from: `Hark <hello@${VERIFIED_DOMAIN}>`,
    receivingDomain: VERIFIED_DOMAIN,
    async close() {
      await door.close();
      await events.close();
      store.close();
    },
  };
}

/** Keeps its id when its address changes. */
function setOwnWebhook(
  store: MailStore,
  clock: Clock,
  { url: endpoint, webhookSecret: signingSecret }: { url: string; webhookSecret: string },
): void {
  const previous = store.webhooks().find(({ isOwn }) => isOwn);
  const own = newWebhook(clock, { endpoint, events: SENT_EVENTS, signingSecret, isOwn: true });
  store.putWebhook({ ...own, ...(previous === undefined ? {} : { id: previous.id }) });
}

function isOutbox({ pathname }: URL): boolean {
  return pathname === "/outbox" || pathname.startsWith("/outbox/");
}
