/** All requests to Resend's HTTP API are made here. */
import { PRODUCT_NAME } from "../shared/productName";
import { beginningOf } from "../shared/wellFormed";
import { fetchBounded, type BoundedResponse } from "./boundedFetch";

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
const MAX_DETAIL_LENGTH = 500;
/** The rate limit is per second (resend.com/docs/api-reference/rate-limit). */
const RATE_LIMIT_WAIT_MS = 1_000;
const MAX_TRIES = 4;
/** The name of the tag that events contain. */
export const MAIL_ID_TAG = "mail";

export function mailService({ apiUrl, apiKey }: { apiUrl: string; apiKey: string }) {
  async function request(path: string, init: RequestInit): Promise<BoundedResponse> {
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${apiKey}`);
    // Resend refuses requests without one (resend.com/docs/api-reference/introduction).
    headers.set("User-Agent", PRODUCT_NAME);
    try {
      return await fetchBounded(`${apiUrl}${path}`, { ...init, headers }, BOUNDS);
    } catch (error) {
      throw new MailServiceError(null, String(error));
    }
  }

  async function postMail(mail: OutgoingMail): Promise<BoundedResponse> {
    const { mailId, replyTo, unsubscribeUrl, ...content } = mail;
    const body = {
      ...content,
      to: [mail.to],
      ...(replyTo === null ? {} : { reply_to: replyTo }),
      ...(unsubscribeUrl === null ? {} : { headers: unsubscribeHeaders(unsubscribeUrl) }),
      tags: [{ name: MAIL_ID_TAG, value: mailId }],
    };
    const headers = { "Content-Type": "application/json", "Idempotency-Key": `mail/${mailId}` };
    return await request("/emails", { method: "POST", headers, body: JSON.stringify(body) });
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

    /** The domains that mail may be sent from, once they are verified. Throws if the key may only send mail. */
    async domains(): Promise<{ name: unknown; status: unknown }[]> {
      const response = await request("/domains", { method: "GET" });
      if (!response.isOk) {
        const { name, message } = await errorIn(response);
        throw new MailServiceError(name, `${response.status} ${message}`);
      }
      const { data } = JSON.parse(await response.body.text()) as {
        data: { name: unknown; status: unknown }[];
      };
      return data;
    },
  };
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
