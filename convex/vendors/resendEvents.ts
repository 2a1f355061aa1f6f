/**
 * What Resend tells of mail, signed as docs.svix.com/receiving/verifying-payloads/how-manual says; what is
 * in it: resend.com/docs/webhooks/event-types.
 */
import { MINUTE_MS } from "../shared/durations";
import { MARK } from "./resend";

/** What we take from an event. */
export interface MailEvent {
  type: string;
  /** Which mail it is about; null when it does not say. */
  mark: string | null;
  /** Of a bounce: Permanent, Transient or Undetermined. */
  bounceType: string | null;
}

export interface Signed {
  id: string;
  timestamp: string;
  /** One or more, with a space between: two while the secret is being changed. */
  signatures: string;
  body: string;
}

/** As long as Svix's own libraries let it. */
const TOLERANCE_MS = 5 * MINUTE_MS;

/** Null when Resend has not signed this, or not lately. */
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
    mark: textOrNull(tags?.[MARK]),
    bounceType: textOrNull(bounce?.type),
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Nothing, when it is no base 64. */
function bytesIn(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
