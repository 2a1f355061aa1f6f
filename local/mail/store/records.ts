/** What the stand-in keeps, a record a kind. Times are milliseconds since the epoch. */
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
  /** What has become of it, oldest first; each for the recipients that it is about. */
  events: { type: MailEventType; at: number; to: string[] }[];
}

export interface Webhook {
  id: string;
  createdAt: number;
  endpoint: string;
  events: string[];
  status: "enabled" | "disabled";
  signingSecret: string;
  /** The endpoint that the stand-in is started with, which follows its address. */
  isOwn: boolean;
}

export interface Delivery {
  /** `msg_…`, the same over retries. */
  id: string;
  webhook: string;
  mail: string;
  type: MailEventType;
  body: string;
  state: "pending" | "held" | "delivered" | "failed" | "dropped";
  attempts: number;
  nextAttemptAt: number | null;
  /** What the last attempt met with. */
  outcome: string | null;
}

/** The answer that whoever sends the same key again is given. */
export interface KeptAnswer {
  key: string;
  createdAt: number;
  fingerprint: string;
  body: string;
}
