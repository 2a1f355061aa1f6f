/** The page tokens that a page sends to start calls. Each is good for one call, within a quarter of an hour. */
import {
  requestPageToken,
  type ClosedNow,
  type PageTokenAnswer,
  type Unsigned,
} from "./request-page-token";

export type PageToken =
  | { kind: "given"; pageToken: string }
  /** There is none to be had. The call is requested all the same, and its refusal says why. */
  | { kind: "missing" }
  | { kind: "unsigned"; unsigned: Unsigned }
  /** Turnstile did not vouch for this visitor, or could not be asked. */
  | { kind: "unverified" };

export interface PageTokens {
  /** For the next call. */
  current(): Promise<PageToken>;
  /** Another one, in place of one that was refused. */
  renewed(): Promise<PageToken>;
  /** What a closed assistant has to say; null when it is open, or when nobody answers. */
  findClosed(): Promise<ClosedNow | null>;
  /** Keeps the one that came with a call for the next; null when none came. */
  keep(next: string | null): void;
  /** Somebody is about to press: fetches a page token unless there is a fresh one. */
  prefetch(): void;
}

interface PageTokenParts {
  siteUrl: string;
  embedId: string;
  /** The finished page, as opposed to the one that looks its assistant up by itself. */
  isDrawn?: boolean;
  /** The look-up brought it. */
  first?: string | undefined;
  /** From Turnstile, anew for each page token; null where Turnstile is off. */
  getTurnstileToken?: (() => Promise<string>) | null;
  /** What the owner's server has signed, where the assistant wants that. */
  getSignedToken?: () => Promise<string | null>;
}

/** Well before it expires. */
const OLD_AFTER_MS = 9 * 60_000;

const NO_ANSWER: PageTokenAnswer = { kind: "refused", code: null, closed: null };

export function openPageTokens(parts: PageTokenParts): PageTokens {
  const { siteUrl, embedId, isDrawn = false, first, getTurnstileToken = null } = parts;
  const { getSignedToken = () => Promise.resolve(null) } = parts;
  let held = first ?? null;
  let heldSinceMs = performance.timeOrigin;
  let closed: ClosedNow | null = null;
  let pending: Promise<PageToken> | null = null;
  const freshToken = () => (Date.now() - heldSinceMs > OLD_AFTER_MS ? null : held);

  function keep(next: string | null): void {
    held = next;
    heldSinceMs = Date.now();
  }

  async function request(turnstile?: string): Promise<PageTokenAnswer> {
    const token = await getSignedToken();
    const shown = { embedId, isDrawn, token, ...(turnstile === undefined ? {} : { turnstile }) };
    return await requestPageToken(siteUrl, shown).catch(() => NO_ANSWER);
  }

  async function replace(turnstile?: string): Promise<PageToken> {
    const answer = await request(turnstile);
    closed = answer.closed;
    keep(answer.kind === "given" ? answer.pageToken : null);
    if (answer.kind !== "refused") return answer;
    const isUnverified = turnstile !== undefined && answer.code?.startsWith("turnstile_") === true;
    return { kind: isUnverified ? "unverified" : "missing" };
  }

  async function replaceWith(getToken: () => Promise<string>): Promise<PageToken> {
    const turnstile = await getToken().catch(() => null);
    if (turnstile !== null) return await replace(turnstile);
    keep(null);
    return { kind: "unverified" };
  }

  async function renewed(): Promise<PageToken> {
    pending ??= (getTurnstileToken === null ? replace() : replaceWith(getTurnstileToken)).finally(
      () => {
        pending = null;
      },
    );
    return await pending;
  }

  return {
    async current() {
      const pageToken = freshToken();
      return pageToken === null ? await renewed() : { kind: "given", pageToken };
    },
    renewed,
    async findClosed() {
      // Turnstile takes seconds, for which the microphone need not wait: the refusal says it too.
      if (getTurnstileToken === null) await renewed();
      else ({ closed } = await request());
      return closed;
    },
    keep,
    prefetch() {
      // Turnstile is for visitors who have pressed.
      if (getTurnstileToken === null && freshToken() === null) void renewed();
    },
  };
}
