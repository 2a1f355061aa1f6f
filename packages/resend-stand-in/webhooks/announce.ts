import { randomBytes } from "node:crypto";
import type { MailStore } from "../store/mail-store.ts";
import type { Delivery } from "../store/records.ts";

type Event = Pick<Delivery, "mail" | "type"> & { at: number; body: object };

/** Queues an event for each endpoint that has selected it. */
export function announce(store: MailStore, { mail, type, at, body }: Event): void {
  for (const webhook of store.webhooks()) {
    if (webhook.status === "disabled" || !webhook.events.includes(type)) continue;
    store.putDelivery({
      id: `msg_${randomBytes(20).toString("base64url")}`,
      webhook: webhook.id,
      mail,
      type,
      body: JSON.stringify(body),
      state: "pending",
      attempts: 0,
      nextAttemptAt: at,
      outcome: null,
    });
  }
}
