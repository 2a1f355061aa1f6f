/** Receives mail at any address of the domain: stores it, and announces it by `email.received`. */
import { randomBytes } from "node:crypto";
import type { Clock } from "@hark/stand-in-kit/clock";
import { domainOf, isAddress } from "./api/addresses.ts";
import type { MailStore } from "./store/mail-store.ts";
import type { Mail, ReceivedMail } from "./store/records.ts";
import { announce } from "./webhooks/announce.ts";
import { receivedEventBody } from "./webhooks/event.ts";

export type Arriving = Pick<ReceivedMail, "from" | "to" | "subject"> &
  Partial<Pick<ReceivedMail, "html" | "text" | "headers">>;

export interface MailReceiving {
  /** Null if no address is of the domain, or one is not an address. */
  receive(mail: Arriving): ReceivedMail | null;
  /** Where a reply to this mail arrives. Null if that is not here. */
  replyAddressOf(mail: Pick<Mail, "replyTo">): string | null;
}

export interface MailReceivingOptions {
  store: MailStore;
  clock: Clock;
  domain: string;
  onChange: () => void;
}

export function createMailReceiving(options: MailReceivingOptions): MailReceiving {
  const { store, clock, domain, onChange } = options;
  const isHere = (address: string) => domainOf(address) === domain;
  return {
    receive({ from, to, subject, html = null, text = null, headers = {} }) {
      if (![from, ...to].every(isAddress) || !to.some(isHere)) return null;
      const createdAt = clock.now();
      const messageId = `<${randomBytes(16).toString("hex")}@${domainOf(from)}>`;
      const mail: ReceivedMail = {
        ...{ id: crypto.randomUUID(), createdAt, messageId, from, to, subject, html, text },
        headers: {
          ...{ from, to: to.join(", "), subject, "message-id": messageId },
          ...{ date: new Date(createdAt).toUTCString(), "mime-version": "1.0" },
          ...headers,
        },
      };
      store.transaction(() => {
        store.putReceived(mail);
        const body = receivedEventBody(mail);
        announce(store, { mail: mail.id, type: "email.received", at: createdAt, body });
      });
      onChange();
      return mail;
    },
    replyAddressOf: ({ replyTo }) => replyTo.find(isHere) ?? null,
  };
}

/** A reply as mail programs write it: the person's words, and the mail quoted below them. */
export function replyTo(
  mail: Mail,
  address: string,
  reply: { from: string; text: string },
): Arriving {
  const quoted = (mail.text ?? "").trimEnd().split("\n");
  const lines = [
    ...[reply.text, "", `On ${new Date(mail.createdAt).toUTCString()}, ${mail.from} wrote:`, ""],
    ...quoted.map((line) => (line === "" ? ">" : `> ${line}`)),
  ];
  return {
    from: reply.from,
    to: [address],
    subject: `Re: ${mail.subject}`,
    text: `${lines.join("\n")}\n`,
    headers: { "in-reply-to": mail.messageId, references: mail.messageId },
  };
}
