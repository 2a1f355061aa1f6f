/**
 * Resend's events about mail (resend.com/docs/webhooks/event-types), and their signatures
 * (docs.svix.com/receiving/verifying-payloads/how-manual).
 */
import { MINUTE_MS } from "../shared/durations";
import { MAIL_ID_TAG } from "./resend";

/** The fields of an event that we use. */
export interface MailEvent {
  type: string;
  /** Null if the event does not name the mail. */
  mailId: string | null;
  /** For a bounce: Permanent, Transient or Undetermined. */
  bounceType: string | null;
  /** Null unless a mail has arrived (resend.com/docs/webhooks/emails/received). */
  received: ReceivedEvent | null;
}

export interface ReceivedEvent {
  /** By which the mail can be read. */
  receivedId: string;
  atMs: number;
  addresses: string[];
}

export interface Signed {
  id: string;
  timestamp: string;
  /** One or more, separated by spaces. There are two while the secret is being rotated. */
  signatures: string;
  body: string;
}

/** The same as in Svix's own libraries. */
const TOLERANCE_MS = 5 * MINUTE_MS;

/** Null if the signature is wrong or too old. */
export async function verifiedMailEvent(signed: Signed, secret: string): Promise<MailEvent | null> {
  const ageMs = Math.abs(Date.now() - Number(signed.timestamp) * 1000);
  if (!(ageMs <= TOLERANCE_MS)) return null;
  const key = await crypto.subtle.importKey(
    "raw",
    bytesIn(secret.replace(/^whsec_/, "")),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const content = new TextEncoder().encode(`${signed.id}.${signed.timestamp}.${signed.body}`);
  for (const signature of signed.signatures.split(" ")) {
    const [version, digest = ""] = signature.split(",");
    // WebCrypto compares in constant time.
    if (version === "v1" && (await crypto.subtle.verify("HMAC", key, bytesIn(digest), content))) {
      return mailEventIn(signed.body);
    }
  }
  return null;
}

function mailEventIn(body: string): MailEvent {
  const { type, data } = JSON.parse(body) as { type?: unknown; data?: Record<string, unknown> };
  const tags = data?.tags as Record<string, unknown> | undefined;
  const bounce = data?.bounce as { type?: unknown } | undefined;
  return {
    type: textOrNull(type) ?? "",
    mailId: textOrNull(tags?.[MAIL_ID_TAG]),
    bounceType: textOrNull(bounce?.type),
    received: type === "email.received" ? receivedIn(data ?? {}) : null,
  };
}

function receivedIn({
  email_id,
  created_at,
  ...data
}: Record<string, unknown>): ReceivedEvent | null {
  const atMs = Date.parse(textOrNull(created_at) ?? "");
  if (typeof email_id !== "string") return null;
  const lists = [data.to, data.cc, data.bcc, data.received_for];
  return {
    receivedId: email_id,
    atMs: Number.isNaN(atMs) ? Date.now() : atMs,
    addresses: lists.flat().filter((address) => typeof address === "string"),
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Empty if the text is not base64. */
function bytesIn(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
