export interface Closed {
  message: string;
  words: string;
}

type Asked = { proof: string; closed: Closed | null } | { code: string | null; closed?: Closed };

/** The one before stands for the places around, where the browser does not tell them. */
export async function askForProof(
  siteUrl: string,
  asked: { embedId: string; proof: string | null; turnstile?: string },
): Promise<Asked> {
  // A body that is plain text to the browser needs no question beforehand whether it may be sent.
  const response = await fetch(`${siteUrl}/call/proof`, {
    method: "POST",
    body: JSON.stringify({ ...asked, sites: sitesAround() }),
  });
  const answer = (await response.json().catch(() => null)) as Answer | null;
  if (typeof answer?.proof === "string") {
    return { proof: answer.proof, closed: answer.closed ?? null };
  }
  const code = typeof answer?.code === "string" ? answer.code : null;
  return { code, ...(answer?.closed && { closed: answer.closed }) };
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
}
