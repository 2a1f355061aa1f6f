/** Simulates sending: a mail is sent, and then delivered, bounced, reported as spam or suppressed. */
import { randomBytes } from "node:crypto";
import type { Clock } from "@hark/stand-in-kit/clock";
import { simulatedOutcome } from "./api/addresses.ts";
import { recipientsOf } from "./api/message.ts";
import type { Message } from "./api/message.ts";
import type { MailStore } from "./store/mail-store.ts";
import type { Mail, MailEventType } from "./store/records.ts";
import { announce } from "./webhooks/announce.ts";
import { eventBody } from "./webhooks/event.ts";

export interface MailSending {
  accept(message: Message, idempotencyKey: string | null): Mail;
  /** Adds an event by hand, as if the recipients or their servers had reported it. */
  report(id: string, type: "email.bounced" | "email.complained" | "email.delivery_delayed"): void;
}

export interface MailSendingOptions {
  store: MailStore;
  clock: Clock;
  domain: string;
  /** Called after each change. There may be an event to send. */
  onChange: () => void;
}

export function createMailSending({
  store,
  clock,
  domain,
  onChange,
}: MailSendingOptions): MailSending {
  const addEvent = (mail: Mail, type: MailEventType, to: string[]): void => {
    if (to.length === 0) return;
    const at = clock.now();
    mail.events.push({ type, at, to });
    store.putMail(mail);
    for (const address of to) {
      if (type === "email.bounced") store.suppress(address, "bounce");
      if (type === "email.complained") store.suppress(address, "complaint");
    }
    announce(store, { mail: mail.id, type, at, body: eventBody(mail, type, { to, at, store }) });
  };

  const simulateOutcomes = (mail: Mail): void => {
    const recipients = recipientsOf(mail);
    const outcomes = new Map(recipients.map((one) => [one, outcomeFor(one)]));
    const withOutcome = (...wanted: string[]) =>
      recipients.filter((one) => wanted.includes(outcomes.get(one) ?? ""));
    addEvent(mail, "email.sent", recipients);
    addEvent(mail, "email.suppressed", withOutcome("suppressed"));
    addEvent(mail, "email.bounced", withOutcome("bounced"));
    addEvent(mail, "email.delivered", withOutcome("delivered", "complained"));
    addEvent(mail, "email.complained", withOutcome("complained"));
  };

  /** Test addresses have a fixed outcome. Other addresses are suppressed after a bounce or a complaint. */
  const outcomeFor = (address: string) =>
    simulatedOutcome(address) ??
    (store.suppressionOf(address) === null ? "delivered" : "suppressed");

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
      simulateOutcomes(mail);
      onChange();
      return mail;
    },
    report(id, type) {
      store.transaction(() => {
        const mail = store.mail(id);
        if (mail !== null) addEvent(mail, type, recipientsOf(mail));
      });
      onChange();
    },
  };
}

/** `last_event` of `GET /emails/{id}`. */
export function lastEventOf({ events }: Pick<Mail, "events">): string {
  return (events.at(-1)?.type ?? "email.queued").replace("email.", "");
}
