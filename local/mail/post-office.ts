/** What becomes of a mail: it is sent, and then delivered, bounced, complained of or suppressed. */
import { randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";
import { fateOf } from "./api/addresses.ts";
import { recipientsOf } from "./api/message.ts";
import type { Message } from "./api/message.ts";
import type { MailStore } from "./store/mail-store.ts";
import type { Mail, MailEventType } from "./store/records.ts";
import { eventBody } from "./webhooks/event.ts";

export interface PostOffice {
  accept(message: Message, idempotencyKey: string | null): Mail;
  /** By hand, from the outbox: as if the recipients' servers or the recipients themselves had said it. */
  report(id: string, type: "email.bounced" | "email.complained" | "email.delivery_delayed"): void;
}

export interface PostOfficeOptions {
  store: MailStore;
  clock: Clock;
  domain: string;
  /** Something has changed, and perhaps something is to be told. */
  onChange: () => void;
}

export function createPostOffice({
  store,
  clock,
  domain,
  onChange,
}: PostOfficeOptions): PostOffice {
  const happen = (mail: Mail, type: MailEventType, to: string[]): void => {
    if (to.length === 0) return;
    const at = clock.now();
    mail.events.push({ type, at, to });
    store.putMail(mail);
    for (const address of to) {
      if (type === "email.bounced") store.suppress(address, "bounce");
      if (type === "email.complained") store.suppress(address, "complaint");
    }
    for (const webhook of store.webhooks()) {
      if (webhook.status === "disabled" || !webhook.events.includes(type)) continue;
      store.putDelivery({
        id: `msg_${randomBytes(20).toString("base64url")}`,
        webhook: webhook.id,
        mail: mail.id,
        type,
        body: JSON.stringify(eventBody(mail, type, { to, at, store })),
        state: "pending",
        attempts: 0,
        nextAttemptAt: at,
        outcome: null,
      });
    }
  };

  const meetFates = (mail: Mail): void => {
    const recipients = recipientsOf(mail);
    const fates = new Map(recipients.map((one) => [one, fateFor(one)]));
    const withFate = (...wanted: string[]) =>
      recipients.filter((one) => wanted.includes(fates.get(one) ?? ""));
    happen(mail, "email.sent", recipients);
    happen(mail, "email.suppressed", withFate("suppressed"));
    happen(mail, "email.bounced", withFate("bounced"));
    happen(mail, "email.delivered", withFate("delivered", "complained"));
    happen(mail, "email.complained", withFate("complained"));
  };

  /** A test address meets its fate every time; of others, those that bounced or complained get no more. */
  const fateFor = (address: string) =>
    fateOf(address) ?? (store.suppressionOf(address) === null ? "delivered" : "suppressed");

  return {
    accept(message, idempotencyKey) {
      const mail: Mail = {
        ...message,
        id: crypto.randomUUID(),
        createdAt: clock.now(),
        messageId: `<${randomBytes(16).toString("hex")}@${domain}>`,
        idempotencyKey,
        events: [],
      };
      meetFates(mail);
      onChange();
      return mail;
    },
    report(id, type) {
      store.transaction(() => {
        const mail = store.mail(id);
        if (mail !== null) happen(mail, type, recipientsOf(mail));
      });
      onChange();
    },
  };
}

/** What `GET /emails/{id}` calls it: the last thing that happened, without what it is an event of. */
export function lastEventOf({ events }: Pick<Mail, "events">): string {
  return (events.at(-1)?.type ?? "email.queued").replace("email.", "");
}
