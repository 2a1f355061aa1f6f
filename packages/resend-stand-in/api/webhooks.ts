import { Hono } from "hono";
import type { Context } from "hono";
import type { Clock } from "@hark/stand-in-kit/clock";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { MailError, notFound, notSimulated } from "../errors.ts";
import { newSigningSecret } from "../keys.ts";
import { faultsOf } from "../published/document.ts";
import type { MailStore } from "../store/mail-store.ts";
import type { Webhook } from "../store/records.ts";
import { postgresTime } from "./emails.ts";
import { idOf, jsonBody } from "./request.ts";

/** The events that the stand-in sends. */
export const SENT_EVENTS = [
  "email.sent",
  "email.delivered",
  "email.delivery_delayed",
  "email.bounced",
  "email.complained",
  "email.suppressed",
  "email.failed",
  "email.received",
];

export function webhookRoutes(store: MailStore, clock: Clock): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const webhookOf = (c: Context): Webhook => {
    const webhook = store.webhook(idOf(c));
    if (webhook === null) throw notFound("Webhook");
    return webhook;
  };

  app.post("/webhooks", async (c) => {
    const { endpoint = "", events = [] } = checked("CreateWebhookRequest", await jsonBody(c));
    const webhook = newWebhook(clock, { endpoint, events, signingSecret: newSigningSecret() });
    store.putWebhook(webhook);
    const { id, signingSecret: signing_secret } = webhook;
    return c.json({ object: "webhook", id, signing_secret }, 201);
  });

  app.get("/webhooks", (c) => {
    if (Object.keys(c.req.query()).length > 0) throw notSimulated("pages of webhooks");
    return c.json({ object: "list", has_more: false, data: store.webhooks().map(listed) });
  });

  app.get("/webhooks/:id", (c) => {
    const webhook = webhookOf(c);
    const { signingSecret: signing_secret } = webhook;
    return c.json({ object: "webhook", ...listed(webhook), signing_secret });
  });

  app.patch("/webhooks/:id", async (c) => {
    const webhook = webhookOf(c);
    const changes = checked("UpdateWebhookRequest", await jsonBody(c));
    store.putWebhook({ ...webhook, ...changes });
    return c.json({ object: "webhook", id: webhook.id });
  });

  app.delete("/webhooks/:id", (c) => {
    const { id } = webhookOf(c);
    store.removeWebhook(id);
    return c.json({ object: "webhook", id, deleted: true });
  });

  return app;
}

export function newWebhook(
  clock: Clock,
  given: Pick<Webhook, "endpoint" | "events" | "signingSecret"> & Partial<Pick<Webhook, "isOwn">>,
): Webhook {
  requireLoopback(given.endpoint);
  return {
    id: crypto.randomUUID(),
    createdAt: clock.now(),
    status: "enabled",
    isOwn: false,
    ...given,
  };
}

function listed({ id, endpoint, events, status, createdAt }: Webhook): object {
  return { id, endpoint, events, status, created_at: postgresTime(createdAt) };
}

type Given = Partial<Pick<Webhook, "endpoint" | "events" | "status">>;

function checked(type: string, body: unknown): Given {
  for (const fault of faultsOf({ ref: type }, body)) {
    const [, name] = /^(\w+) is missing$/.exec(fault) ?? [];
    if (name !== undefined) {
      throw new MailError("missing_required_field", `Missing \`${name}\` field.`);
    }
    throw new MailError("validation_error", `Invalid request: ${fault}.`);
  }
  const given = body as Given;
  const other = given.events?.find((event) => !SENT_EVENTS.includes(event));
  if (other !== undefined) throw notSimulated(`the event "${other}"`);
  if (given.endpoint !== undefined) requireLoopback(given.endpoint);
  return given;
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Events contain email addresses, so they are sent to this machine only. */
function requireLoopback(endpoint: string): void {
  const address = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (address?.protocol === "http:" && LOOPBACK.has(address.hostname)) return;
  throw notSimulated("webhooks to anywhere but an http address of this machine");
}
