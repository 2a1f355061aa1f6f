/** Requests a page token, with which the page may start one call: docs/decisions/0015. */
import { sitesAround } from "../frame/sites-around";

/** What an assistant that is closed now has to say. `words` is short. */
export interface ClosedNow {
  message: string;
  words: string;
}

/** The page could not show that its owner's server has signed the call. */
export interface Unsigned {
  code: string;
  /** For the visitor, with a short form. */
  message: string;
  words: string | null;
  /** For whoever develops the page. */
  reason: string;
}

export type PageTokenAnswer = { closed: ClosedNow | null } & (
  | { kind: "given"; pageToken: string }
  | { kind: "unsigned"; unsigned: Unsigned }
  /** The code is null where something else than our server has answered. */
  | { kind: "refused"; code: string | null }
);

export interface PageTokenRequest {
  embedId: string;
  /** True for the finished page, whose header already keeps it off other sites. */
  isDrawn?: boolean;
  /** Signed by the owner's server. */
  token?: string | null;
  /** From Cloudflare Turnstile. */
  turnstile?: string;
}

export async function requestPageToken(
  siteUrl: string,
  { token, ...request }: PageTokenRequest,
): Promise<PageTokenAnswer> {
  // A body that is plain text to the browser spares it asking beforehand whether it may be sent.
  const response = await fetch(`${siteUrl}/call/page-token`, {
    method: "POST",
    body: JSON.stringify({ ...request, ...(token && { token }), sites: sitesAround() }),
  });
  const answer = (await response.json().catch(() => null)) as Answer | null;
  const { pageToken: pageToken, code, message, words, reason, closed = null } = answer ?? {};
  if (typeof pageToken === "string") return { kind: "given", pageToken, closed };
  if (typeof code !== "string") return { kind: "refused", code: null, closed };
  if (typeof message !== "string" || typeof reason !== "string") {
    return { kind: "refused", code, closed };
  }
  const short = typeof words === "string" ? words : null;
  return { kind: "unsigned", unsigned: { code, message, words: short, reason }, closed };
}

interface Answer {
  pageToken?: unknown;
  closed?: ClosedNow;
  code?: unknown;
  message?: unknown;
  words?: unknown;
  /** Only with a signed token that is missing or not accepted. */
  reason?: unknown;
}
