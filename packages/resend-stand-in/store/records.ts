/** The stored records. Times are milliseconds since the epoch. */
export type MailEventType =
  | "email.sent"
  | "email.delivered"
  | "email.delivery_delayed"
  | "email.bounced"
  | "email.complained"
  | "email.suppressed"
  | "email.failed";

export interface Attachment {
  filename: string;
  /** Base64. */
  content: string;
  content_type: string | null;
  content_id: string | null;
}

export interface Mail {
  id: string;
  createdAt: number;
  messageId: string;
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  replyTo: string[];
  subject: string;
  html: string | null;
  text: string | null;
  headers: Record<string, string>;
  tags: { name: string; value: string }[];
  attachments: Attachment[];
  idempotencyKey: string | null;
  /** Oldest first. `to` has the recipients that the event concerns. */
  events: { type: MailEventType; at: number; to: string[] }[];
}

/** A mail that arrived at an address of the domain. */
export interface ReceivedMail {
  id: string;
  createdAt: number;
  messageId: string;
  from: string;
  to: string[];
  subject: string;
  html: string | null;
  text: string | null;
  headers: Record<string, string>;
}

export interface Webhook {
  id: string;
  createdAt: number;
  endpoint: string;
  events: string[];
  status: "enabled" | "disabled";
  signingSecret: string;
  /** The endpoint given at the start, whose URL may change with each start. */
  isOwn: boolean;
}

export interface Delivery {
  /** `msg_…`, the same for all retries. */
  id: string;
  webhook: string;
  /** The id of a sent mail, or of a received one. */
  mail: string;
  type: MailEventType | "email.received";
  body: string;
  state: "pending" | "held" | "delivered" | "failed" | "dropped";
  attempts: number;
  nextAttemptAt: number | null;
  /** The outcome of the last attempt. */
  outcome: string | null;
}

/** The response to repeated requests with the same idempotency key. */
export interface SavedResponse {
  key: string;
  createdAt: number;
  fingerprint: string;
  body: string;
}
