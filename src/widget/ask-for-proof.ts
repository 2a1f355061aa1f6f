export interface Closed {
  message: string;
  words: string;
}

/** For whom the page could not show that its owner's server has signed the call. */
export interface Unsigned {
  code: string;
  /** For the visitor, and as much of it as there is room for. */
  message: string;
  words: string | null;
  /** For whoever develops the page. */
  reason: string;
}

type Asked =
  | { proof: string; closed: Closed | null }
  | { code: string | null; unsigned: Unsigned | null; closed?: Closed };

export interface Asking {
  embedId: string;
  /** True for the finished page, whose header already keeps it off other sites. */
  isDrawn?: boolean;
  token?: string | null;
  turnstile?: string;
}

export async function askForProof(siteUrl: string, { token, ...asked }: Asking): Promise<Asked> {
  // A body that is plain text to the browser needs no question beforehand whether it may be sent.
  const response = await fetch(`${siteUrl}/call/proof`, {
    method: "POST",
    body: JSON.stringify({ ...asked, ...(token && { token }), sites: sitesAround() }),
  });
  const answer = (await response.json().catch(() => null)) as Answer | null;
  if (typeof answer?.proof === "string") {
    return { proof: answer.proof, closed: answer.closed ?? null };
  }
  const { code, message, words, reason } = answer ?? {};
  const told = answer?.closed && { closed: answer.closed };
  if (typeof code !== "string") return { code: null, unsigned: null, ...told };
  const isUnsigned = typeof message === "string" && typeof reason === "string";
  const unsigned = isUnsigned
    ? { code, message, words: typeof words === "string" ? words : null, reason }
    : null;
  return { code, unsigned, ...told };
}

/**
 * The origins of the pages around, the nearest first. Where the browser knows no `ancestorOrigins` it is the
 * nearest one, if that one tells: what a page cannot do is have its frame name another.
 */
export function sitesAround(): string[] | null {
  if (window.parent === window) return [];
  const { ancestorOrigins } = window.location as { ancestorOrigins?: DOMStringList };
  if (ancestorOrigins !== undefined) return [...ancestorOrigins];
  return document.referrer === "" ? null : [new URL(document.referrer).origin];
}

interface Answer {
  proof?: unknown;
  /** What is said by an assistant that is closed now. */
  closed?: Closed;
  code?: unknown;
  message?: unknown;
  words?: unknown;
  /** Only there of a token that is missing or not taken. */
  reason?: unknown;
}
