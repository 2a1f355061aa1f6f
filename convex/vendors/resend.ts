/** All requests to Resend's HTTP API are made here. */
import { PRODUCT_NAME } from "../shared/productName";
import { beginningOf, wellFormed } from "../shared/wellFormed";
import { fetchBounded, ResponseTooLong, type BoundedResponse } from "./boundedFetch";

export type MailService = ReturnType<typeof mailService>;

export interface OutgoingMail {
  from: string;
  to: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  /** The idempotency key, and a tag by which events name the mail. */
  mailId: string;
  /** For the mail program's unsubscribe button. Null if such mail cannot be turned off. */
  unsubscribeUrl: string | null;
  /** Null for a mail that an automatic reply would do no harm to. */
  automatic: AutomaticMail | null;
  attachments: MailAttachment[];
}

/** resend.com/docs/dashboard/emails/attachments */
export interface MailAttachment {
  filename: string;
  /** Base64. */
  content: string;
  content_type: string;
}

/** RFC 3834, section 5. */
export type AutomaticMail = "auto-generated" | "auto-replied";

/** A received mail, as far as we use it. */
export interface ReceivedMail {
  from: string;
  subject: string;
  text: string | null;
  html: string | null;
  /** By their names in lower case. A header that occurs several times has several values. */
  headers: Map<string, string[]>;
}

export interface MailDomain {
  name: unknown;
  status: unknown;
  capabilities?: { receiving?: unknown };
}

export class MailServiceError extends Error {
  override readonly name = "MailServiceError";
  /** Resend's name of the error. Null if there was no response. */
  readonly code: string | null;

  constructor(code: string | null, detail: string) {
    const name = code ?? "no response";
    super(`The request to Resend failed (${name}): ${beginningOf(detail, MAX_DETAIL_LENGTH)}`);
    this.code = code;
  }
}

const BOUNDS = { timeoutMs: 20_000, maxBytes: 100_000 };
/** Of a received mail without its attachments. */
const MAX_RECEIVED_BYTES = 2_000_000;
const MAX_DETAIL_LENGTH = 500;
/** The rate limit is per second (resend.com/docs/api-reference/rate-limit). */
const RATE_LIMIT_WAIT_MS = 1_000;
const MAX_TRIES = 4;
/** The name of the tag that events contain. */
export const MAIL_ID_TAG = "mail";

export function mailService({ apiUrl, apiKey }: { apiUrl: string; apiKey: string }) {
  async function request(
    path: string,
    init: RequestInit,
    bounds = BOUNDS,
  ): Promise<BoundedResponse> {
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${apiKey}`);
    // Resend refuses requests without one (resend.com/docs/api-reference/introduction).
    headers.set("User-Agent", PRODUCT_NAME);
    try {
      return await fetchBounded(`${apiUrl}${path}`, { ...init, headers }, bounds);
    } catch (error) {
      if (error instanceof ResponseTooLong) throw error;
      throw new MailServiceError(null, String(error));
    }
  }

  async function postMail(mail: OutgoingMail): Promise<BoundedResponse> {
    const { mailId, replyTo, unsubscribeUrl, automatic, attachments, ...content } = mail;
    const own = {
      ...(unsubscribeUrl === null ? {} : unsubscribeHeaders(unsubscribeUrl)),
      ...(automatic === null ? {} : { "Auto-Submitted": automatic }),
    };
    const body = {
      ...content,
      to: [mail.to],
      ...(replyTo === null ? {} : { reply_to: replyTo }),
      ...(Object.keys(own).length === 0 ? {} : { headers: own }),
      ...(attachments.length === 0 ? {} : { attachments }),
      tags: [{ name: MAIL_ID_TAG, value: mailId }],
    };
    const headers = { "Content-Type": "application/json", "Idempotency-Key": `mail/${mailId}` };
    return await request("/emails", { method: "POST", headers, body: JSON.stringify(body) });
  }

  async function list(path: string): Promise<unknown[]> {
    const response = await request(path, { method: "GET" });
    if (!response.isOk) {
      const { name, message } = await errorIn(response);
      throw new MailServiceError(name, `${response.status} ${message}`);
    }
    const { data } = JSON.parse(await response.body.text()) as { data: unknown[] };
    return data;
  }

  return {
    /**
     * False if Resend refuses the mail for good, usually because of its address. Throws if a retry may succeed
     * (resend.com/docs/api-reference/errors).
     */
    async send(mail: OutgoingMail): Promise<boolean> {
      for (let tries = 1; ; tries++) {
        const response = await postMail(mail);
        if (response.isOk) return true;
        const { name, message } = await errorIn(response);
        // The mail was sent before and the response was lost. Since then its template, or one of our addresses, has changed.
        if (name === "invalid_idempotent_request") return true;
        if (name === "rate_limit_exceeded" && tries < MAX_TRIES) {
          await new Promise((resolve) => setTimeout(resolve, RATE_LIMIT_WAIT_MS));
          continue;
        }
        if (isRefusal(response.status, name)) {
          console.error(`Resend refused mail ${mail.mailId} (${response.status} ${name})`);
          return false;
        }
        throw new MailServiceError(name, `${response.status} ${message}`);
      }
    },

    /**
     * Null if the mail is too large to read. Inline pictures are left out (`html_format`). Throws if the key may only send
     * mail (resend.com/docs/api-reference/emails/retrieve-received-email).
     */
    async receivedMail(receivedId: string): Promise<ReceivedMail | null> {
      const path = `/emails/receiving/${encodeURIComponent(receivedId)}?html_format=cid`;
      const bounds = { ...BOUNDS, maxBytes: MAX_RECEIVED_BYTES };
      let response: BoundedResponse;
      try {
        response = await request(path, { method: "GET" }, bounds);
      } catch (error) {
        if (error instanceof ResponseTooLong) return null;
        throw error;
      }
      if (!response.isOk) {
        const { name, message } = await errorIn(response);
        throw new MailServiceError(name, `${response.status} ${message}`);
      }
      return receivedMailIn(await response.body.text());
    },

    /** The domains that mail may be sent from, once they are verified. Throws if the key may only send mail. */
    async domains(): Promise<MailDomain[]> {
      return (await list("/domains")) as MailDomain[];
    },

    /** Throws if the key may only send mail. */
    async webhooks(): Promise<{ endpoint: unknown; events: unknown; status: unknown }[]> {
      return (await list("/webhooks")) as { endpoint: unknown; events: unknown; status: unknown }[];
    },
  };
}

function receivedMailIn(json: string): ReceivedMail {
  const { from, subject, text, html, headers } = JSON.parse(json) as Record<string, unknown>;
  const named = typeof headers === "object" && headers !== null ? Object.entries(headers) : [];
  return {
    from: textOf(from) ?? "",
    subject: textOf(subject) ?? "",
    ...{ text: textOf(text), html: textOf(html) },
    headers: new Map(named.map(([name, value]) => [name.toLowerCase(), valuesOf(value)])),
  };
}

/** A text by the SDK's types. A header that occurs twice was seen as a list too, and as a list in JSON. */
function valuesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(valuesOf);
  const text = textOf(value);
  if (text === null) return [];
  if (!text.startsWith("[")) return [text];
  try {
    return valuesOf(JSON.parse(text));
  } catch {
    return [text];
  }
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? wellFormed(value) : null;
}

/** RFC 8058, section 3.1: both headers together offer one-click unsubscribe. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${url}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** Whether Resend refuses the mail itself. An operator can correct a key, a domain or a sender. */
function isRefusal(status: number, name: string): boolean {
  return (status === 400 || status === 422) && name !== "invalid_from_address";
}

async function errorIn({
  status,
  body,
}: BoundedResponse): Promise<{ name: string; message: string }> {
  const text = await body.text();
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(text);
  } catch {
    // The response is not from Resend's API, but from a proxy.
  }
  const { name, message } = (parsed ?? {}) as { name?: unknown; message?: unknown };
  return {
    name: typeof name === "string" ? name : `status_${status}`,
    message: typeof message === "string" ? message : text,
  };
}
