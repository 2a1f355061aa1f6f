/** Resend's HTTP API: the only code that talks to it. */
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
  /** Sent along, so that asking twice sends once, and events say which mail they are about. */
  mark: string;
  /** Where a mail program posts that its reader wants no more of these; null where they always come. */
  stopUrl: string | null;
}

export class MailServiceError extends Error {
  override readonly name = "MailServiceError";
  /** What Resend calls it; null when there was no answer. */
  readonly code: string | null;

  constructor(code: string | null, detail: string) {
    super(`Resend did not do it (${code ?? "no answer"}): ${beginningOf(detail, LONGEST_DETAIL)}`);
    this.code = code;
  }
}

const BOUNDS = { timeoutMs: 20_000, maxBytes: 100_000 };
const LONGEST_DETAIL = 500;
/** Some requests a second are allowed, so a burst is over soon (resend.com/docs/api-reference/rate-limit). */
const BURST_WAIT_MS = 1_000;
const TRIES_IN_A_BURST = 4;
/** The tag that comes back with events. */
export const MARK = "mail";

export function mailService({ apiUrl, apiKey }: { apiUrl: string; apiKey: string }) {
  async function ask(path: string, init: RequestInit): Promise<BoundedResponse> {
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${apiKey}`);
    // Without one it answers 403 (resend.com/docs/api-reference/introduction).
    headers.set("User-Agent", PRODUCT_NAME);
    try {
      return await fetchBounded(`${apiUrl}${path}`, { ...init, headers }, BOUNDS);
    } catch (error) {
      throw new MailServiceError(null, String(error));
    }
  }

  async function askToSend(mail: OutgoingMail): Promise<BoundedResponse> {
    const { mark, replyTo, stopUrl, ...content } = mail;
    const body = {
      ...content,
      to: [mail.to],
      ...(replyTo === null ? {} : { reply_to: replyTo }),
      ...(stopUrl === null ? {} : { headers: oneClick(stopUrl) }),
      tags: [{ name: MARK, value: mark }],
    };
    const headers = { "Content-Type": "application/json", "Idempotency-Key": `mail/${mark}` };
    return await ask("/emails", { method: "POST", headers, body: JSON.stringify(body) });
  }

  return {
    /**
     * False when it will never be sent, since Resend does not take what was sent: as a rule the address.
     * Throws when it may be later (resend.com/docs/api-reference/errors).
     */
    async send(mail: OutgoingMail): Promise<boolean> {
      for (let tries = 1; ; tries++) {
        const answer = await askToSend(mail);
        if (answer.isOk) return true;
        const { name, message } = await errorIn(answer);
        // It was sent before, and its answer was lost; since then the template, or an address of ours, has changed.
        if (name === "invalid_idempotent_request") return true;
        if (name === "rate_limit_exceeded" && tries < TRIES_IN_A_BURST) {
          await new Promise((resolve) => setTimeout(resolve, BURST_WAIT_MS));
          continue;
        }
        if (isRefusal(answer.status, name)) {
          console.error(`Mail ${mail.mark} was refused (${answer.status} ${name})`);
          return false;
        }
        throw new MailServiceError(name, `${answer.status} ${message}`);
      }
    },

    /** From which mail may come, once they are verified. A key that may only send is refused. */
    async domains(): Promise<{ name: unknown; status: unknown }[]> {
      const answer = await ask("/domains", { method: "GET" });
      if (!answer.isOk) {
        const { name, message } = await errorIn(answer);
        throw new MailServiceError(name, `${answer.status} ${message}`);
      }
      const { data } = JSON.parse(await answer.body.text()) as {
        data: { name: unknown; status: unknown }[];
      };
      return data;
    },
  };
}

/** RFC 8058, section 3.1; both together say that one press is enough. */
function oneClick(stopUrl: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${stopUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** Of what is sent, and for good. Keys, domains and senders that are refused can be mended. */
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
    // A server in between answers in its own way.
  }
  const { name, message } = (parsed ?? {}) as { name?: unknown; message?: unknown };
  return {
    name: typeof name === "string" ? name : `status_${status}`,
    message: typeof message === "string" ? message : text,
  };
}
