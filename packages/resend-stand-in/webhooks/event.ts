/** Events as they are sent: https://resend.com/docs/webhooks/event-types, and the published document's types. */
import type { MailStore } from "../store/mail-store.ts";
import type { Mail, MailEventType, ReceivedMail } from "../store/records.ts";

interface Happening {
  /** The recipients that the event concerns. */
  to: string[];
  at: number;
  store: Pick<MailStore, "suppressionOf">;
}

export function eventBody(mail: Mail, type: MailEventType, { to, at, store }: Happening): object {
  const headers = Object.entries(mail.headers).map(([name, value]) => ({ name, value }));
  return {
    type,
    created_at: new Date(at).toISOString(),
    data: {
      email_id: mail.id,
      created_at: new Date(mail.createdAt).toISOString(),
      message_id: mail.messageId,
      from: mail.from,
      to,
      subject: mail.subject,
      ...(mail.tags.length === 0
        ? {}
        : { tags: Object.fromEntries(mail.tags.map(({ name, value }) => [name, value])) }),
      ...(headers.length === 0 ? {} : { headers }),
      ...partsOf(type, to, store),
    },
  };
}

/** Metadata only: https://resend.com/docs/webhooks/emails/received */
export function receivedEventBody(mail: ReceivedMail): object {
  const { id, createdAt, from, to, messageId, subject } = mail;
  const created_at = new Date(createdAt).toISOString();
  return {
    type: "email.received",
    created_at,
    data: {
      ...{ email_id: id, created_at, from, to, bcc: [], cc: [], received_for: to },
      ...{ message_id: messageId, subject, attachments: [] },
    },
  };
}

function partsOf(type: MailEventType, to: string[], store: Happening["store"]): object {
  if (type === "email.bounced") {
    return {
      bounce: {
        type: "Permanent",
        subType: "General",
        message: "The recipient's mail server permanently rejected the message.",
        diagnosticCode: to.map(() => "smtp; 550 5.1.1 user unknown"),
      },
    };
  }
  if (type === "email.suppressed") {
    const isComplaint = to.some((address) => store.suppressionOf(address) === "complaint");
    return {
      suppressed: {
        type: "OnAccountSuppressionList",
        reason: isComplaint ? "previous_complaint" : "previous_bounce",
        message: "The address is on the suppression list, so nothing was sent to it.",
        diagnosticCode: [],
      },
    };
  }
  return type === "email.failed" ? { failed: { reason: "reached_daily_quota" } } : {};
}
