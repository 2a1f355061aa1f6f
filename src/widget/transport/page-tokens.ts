/** The page tokens that a page sends to start calls. Each is valid for one call, for a quarter of an hour. */
import {
  requestPageToken,
  type Unavailable,
  type PageTokenAnswer,
  type Unsigned,
} from "./request-page-token";

export type PageToken =
  | { kind: "given"; pageToken: string }
  /** The call is requested without one, and its refusal says why. */
  | { kind: "missing" }
  | { kind: "unsigned"; unsigned: Unsigned }
  /** Turnstile did not confirm this visitor, or did not respond. */
  | { kind: "unverified" };

export interface PageTokens {
  /** For the next call. */
  current(): Promise<PageToken>;
  /** A new one, to replace one that was refused. */
  renewed(): Promise<PageToken>;
  /** Why nobody can reach the assistant. Null if somebody can, or if there is no answer. */
  findUnavailable(): Promise<Unavailable | null>;
  /** Stores the page token that a call's response contained for the next call, if any. */
  keep(next: string | null): void;
  /** Called when somebody is about to press. Fetches a page token unless there is a fresh one. */
  prefetch(): void;
}

interface PageTokenParts {
  siteUrl: string;
  embedId: string;
  /** True for the finished page, false for the page that looks up its assistant by itself. */
  isDrawn?: boolean;
  /** The token that the page already has, if any. */
  first?: string | undefined;
  /** Called for each page token. Null if Turnstile is off. */
  getTurnstileToken?: (() => Promise<string>) | null;
  /** Gets the token signed by the owner's server, if the assistant requires one. */
  getSignedToken?: () => Promise<string | null>;
}

/** The codes with which our server refuses a page token. */
export const OUTDATED: unknown[] = ["page_token_refused", "token_missing"];
/** The page's token may be used up, and so may the one from the browser's cache. */
export const MAX_RENEWALS = 2;

/** Page tokens are replaced well before they expire. */
const FRESH_FOR_MS = 9 * 60_000;

const NO_ANSWER: PageTokenAnswer = { kind: "refused", code: null, unavailable: null };

export function openPageTokens(parts: PageTokenParts): PageTokens {
  const { siteUrl, embedId, isDrawn = false, first, getTurnstileToken = null } = parts;
  const { getSignedToken = () => Promise.resolve(null) } = parts;
  let held = first ?? null;
  let heldSinceMs = performance.timeOrigin;
  let unavailable: Unavailable | null = null;
  let pending: Promise<PageToken> | null = null;
  const freshToken = () => (Date.now() - heldSinceMs > FRESH_FOR_MS ? null : held);

  function keep(next: string | null): void {
    held = next;
    heldSinceMs = Date.now();
  }

  async function request(turnstile?: string): Promise<PageTokenAnswer> {
    const token = await getSignedToken();
    const shown = { embedId, isDrawn, token, turnstile };
    return await requestPageToken(siteUrl, shown).catch(() => NO_ANSWER);
  }

  async function replace(turnstile?: string): Promise<PageToken> {
    const answer = await request(turnstile);
    ({ unavailable } = answer);
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
    async findUnavailable() {
      // Turnstile takes seconds. Without its token, the refusal contains the text too.
      if (getTurnstileToken === null) await renewed();
      else ({ unavailable } = await request());
      return unavailable;
    },
    keep,
    prefetch() {
      // Turnstile runs only after a press.
      if (getTurnstileToken === null && freshToken() === null) void renewed();
    },
  };
}
