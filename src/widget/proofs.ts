/** The proofs that a page sends to start calls. Each is good for one call, within a quarter of an hour. */
import { askForProof, type Closed, type Unsigned } from "./ask-for-proof";

/** Where Turnstile is on: it did not vouch for this visitor, or could not be asked. */
export class VisitorNotVerified extends Error {
  override name = "VisitorNotVerified";
}

/** Null where Turnstile is off. */
export type GetToken = (() => Promise<string>) | null;

export interface Proofs {
  /**
   * What there is for the next call; null when there is none to be had, of which our proxy says why. Rejects with
   * `VisitorNotVerified`.
   */
  current(): Promise<string | null>;
  /** Another one than what was refused. */
  renewed(): Promise<string | null>;
  /** What an assistant that is closed has to say; null when it is open, or nobody answers. */
  askWhetherClosed(): Promise<Closed | null>;
  /** The one that came with a call, for the next; null when none came. */
  keep(next: string | null): void;
  /** Why there is none, where a token of the page's was missing or not taken. */
  unsigned(): Unsigned | null;
  /** Somebody is about to press: fetches a proof unless there is a fresh one. */
  prepare(): void;
}

/** Far enough before it ends. */
const OLD_AFTER_MS = 9 * 60_000;

const NO_ANSWER = { code: null, unsigned: null, closed: null };

/** What the page around has for the next call, where the assistant wants that. */
type TokenOfPage = () => Promise<string | null>;

interface Holding {
  embedId: string;
  isDrawn?: boolean;
  /** The proof that the look-up brought, on a page that looks up by itself. */
  first?: string;
  getToken?: GetToken;
  tokenOfPage?: TokenOfPage;
}

export function holdProofs(
  siteUrl: string,
  {
    embedId,
    isDrawn = false,
    first,
    getToken = null,
    tokenOfPage = () => Promise.resolve(null),
  }: Holding,
): Proofs {
  let proof = first ?? null;
  let takenAtMs = performance.timeOrigin;
  let asking: Promise<string | null> | null = null;
  let closed: Closed | null = null;
  let unsigned: Unsigned | null = null;
  const isOld = () => proof === null || Date.now() - takenAtMs > OLD_AFTER_MS;

  function keep(next: string | null): void {
    proof = next;
    takenAtMs = Date.now();
  }

  async function replace(turnstile?: string): Promise<string | null> {
    // Without an answer the call is asked for all the same, and fails as it would.
    const answer = await ask(turnstile).catch(() => NO_ANSWER);
    keep("proof" in answer ? answer.proof : null);
    closed = answer.closed ?? null;
    unsigned = "unsigned" in answer ? answer.unsigned : null;
    const isUnverified = "code" in answer && answer.code?.startsWith("turnstile_") === true;
    if (turnstile !== undefined && isUnverified) throw new VisitorNotVerified();
    return proof;
  }

  async function ask(turnstile?: string) {
    const asked = { embedId, isDrawn, token: await tokenOfPage() };
    return await askForProof(siteUrl, turnstile === undefined ? asked : { ...asked, turnstile });
  }

  async function replaceByToken(get: NonNullable<GetToken>): Promise<string | null> {
    const turnstile = await get().catch((error: unknown) => {
      keep(null);
      throw new VisitorNotVerified("", { cause: error });
    });
    return await replace(turnstile);
  }

  function renewed(): Promise<string | null> {
    asking ??= (getToken === null ? replace() : replaceByToken(getToken)).finally(() => {
      asking = null;
    });
    return asking;
  }

  return {
    current: async () => (isOld() ? await renewed() : proof),
    renewed,
    async askWhetherClosed() {
      // Without a token there is no proof, and the answer says so too.
      await (getToken === null ? renewed() : askOnly());
      return closed;
    },
    keep,
    unsigned: () => unsigned,
    prepare() {
      // A token is for somebody who has pressed.
      if (getToken === null && isOld()) void renewed();
    },
  };

  /** Beside the token, for which the microphone need not wait. */
  async function askOnly(): Promise<void> {
    const { closed: isClosed } = await ask().catch(() => NO_ANSWER);
    closed = isClosed ?? null;
  }
}
