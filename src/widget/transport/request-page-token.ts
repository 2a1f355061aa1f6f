/** Requests a page token, with which the page may start one call: docs/decisions/0015. */
import { sitesAround } from "../frame/sites-around";

/** Why nobody can reach the assistant now. `words` is a short form. */
export interface Unavailable {
  message: string;
  words: string;
  /** Set if the visitor may leave a message, with which it is sent. */
  messagePass?: string;
}

/** The signed token is missing or was not accepted. */
export interface Unsigned {
  code: string;
  /** For the visitor, with a short form. */
  message: string;
  words: string | null;
  /** For the page's developer. */
  reason: string;
}

export type PageTokenAnswer = { unavailable: Unavailable | null } & (
  | { kind: "given"; pageToken: string }
  | { kind: "unsigned"; unsigned: Unsigned }
  /** The code is null if the response is not from our server. */
  | { kind: "refused"; code: string | null }
);

export interface PageTokenRequest {
  embedId: string;
  /** True for the finished page, whose header already keeps it off other sites. */
  isDrawn?: boolean;
  /** Signed by the owner's server. */
  token?: string | null;
  /** From Cloudflare Turnstile. */
  turnstile?: string | undefined;
}

export async function requestPageToken(
  siteUrl: string,
  { token, ...request }: PageTokenRequest,
): Promise<PageTokenAnswer> {
  // Without a JSON content type, browsers send no preflight request.
  const response = await fetch(`${siteUrl}/call/page-token`, {
    method: "POST",
    body: JSON.stringify({ ...request, ...(token && { token }), sites: sitesAround() }),
  });
  const answer = (await response.json().catch(() => null)) as Answer | null;
  const { pageToken, code, message, words, reason, unavailable = null } = answer ?? {};
  if (typeof pageToken === "string") return { kind: "given", pageToken, unavailable };
  if (typeof code !== "string") return { kind: "refused", code: null, unavailable };
  if (typeof message !== "string" || typeof reason !== "string") {
    return { kind: "refused", code, unavailable };
  }
  const short = typeof words === "string" ? words : null;
  return { kind: "unsigned", unsigned: { code, message, words: short, reason }, unavailable };
}

interface Answer {
  pageToken?: unknown;
  unavailable?: Unavailable;
  code?: unknown;
  message?: unknown;
  words?: unknown;
  /** Only if the signed token is missing or was not accepted. */
  reason?: unknown;
}
