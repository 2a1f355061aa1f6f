import type { Clock } from "../../clock.ts";
import { MailError, notFound, notSimulated } from "../errors.ts";
import { newSigningSecret } from "../keys.ts";
import { faultsOf } from "../published/document.ts";
import type { MailStore } from "../store/mail-store.ts";
import type { Webhook } from "../store/records.ts";
import { inPostgres } from "./emails.ts";
import type { Route } from "./route.ts";

/** Which the stand-in reports. */
export const REPORTED = [
  "email.sent",
  "email.delivered",
  "email.delivery_delayed",
  "email.bounced",
  "email.complained",
  "email.suppressed",
  "email.failed",
];

export function webhookRoutes(store: MailStore, clock: Clock): Route[] {
  return [
    {
      method: "POST",
      path: "/webhooks",
      handle({ body }) {
        const { endpoint, events } = checked("CreateWebhookRequest", body);
        const webhook = newWebhook(clock, {
          endpoint: endpoint ?? "",
          events: events ?? [],
          signingSecret: newSigningSecret(),
        });
        store.putWebhook(webhook);
        const { id, signingSecret: signing_secret } = webhook;
        return Response.json({ object: "webhook", id, signing_secret }, { status: 201 });
      },
    },
    {
      method: "GET",
      path: "/webhooks",
      handle({ query }) {
        if ([...query.keys()].length > 0) throw notSimulated("pages of webhooks");
        const data = store.webhooks().map(listed);
        return Response.json({ object: "list", has_more: false, data });
      },
    },
    {
      method: "GET",
      path: "/webhooks/:id",
      handle({ params }) {
        const webhook = found(params.id);
        const { signingSecret: signing_secret } = webhook;
        return Response.json({ object: "webhook", ...listed(webhook), signing_secret });
      },
    },
    {
      method: "PATCH",
      path: "/webhooks/:id",
      handle({ params, body }) {
        const webhook = found(params.id);
        const changes = checked("UpdateWebhookRequest", body);
        store.putWebhook({ ...webhook, ...changes });
        return Response.json({ object: "webhook", id: webhook.id });
      },
    },
    {
      method: "DELETE",
      path: "/webhooks/:id",
      handle({ params }) {
        const { id } = found(params.id);
        store.removeWebhook(id);
        return Response.json({ object: "webhook", id, deleted: true });
      },
    },
  ];

  function found(id = ""): Webhook {
    const webhook = store.webhook(id);
    if (webhook === null) throw notFound("Webhook");
    return webhook;
  }
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
  return { id, endpoint, events, status, created_at: inPostgres(createdAt) };
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
  const other = given.events?.find((event) => !REPORTED.includes(event));
  if (other !== undefined) throw notSimulated(`the event "${other}"`);
  if (given.endpoint !== undefined) requireLoopback(given.endpoint);
  return given;
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Events name people, so they go nowhere but to this machine. */
function requireLoopback(endpoint: string): void {
  const address = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (address?.protocol === "http:" && LOOPBACK.has(address.hostname)) return;
  throw notSimulated("webhooks to anywhere but an http address of this machine");
}
