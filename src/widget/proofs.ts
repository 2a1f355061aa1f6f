/** What shows that this page was served: good for one call, and for a quarter of an hour. */
import { askForProof, type Closed } from "./ask-for-proof";

export interface Proofs {
  /** What there is for the next call; null when there is none to be had, of which our proxy says why. */
  current(): Promise<string | null>;
  /** Another one than what was refused. */
  renewed(): Promise<string | null>;
  /** What an assistant that is closed has to say; null when it is open, or nobody answers. */
  askWhetherClosed(): Promise<Closed | null>;
  /** The one that came with a call, for the next. */
  keep(next: string): void;
  /** Somebody seems about to press: an old one is replaced before they do. */
  prepare(): void;
}

/** Far enough before it ends, for one that came with a page that the browser has had for a while. */
const OLD_AFTER_MS = 9 * 60_000;

export function holdProofs(siteUrl: string, embedId: string, first: string | null): Proofs {
  let proof = first;
  let takenAtMs = performance.timeOrigin;
  let asking: Promise<string | null> | null = null;
  let closed: Closed | null = null;
  const isOld = () => proof === null || Date.now() - takenAtMs > OLD_AFTER_MS;

  function keep(next: string | null): void {
    proof = next;
    takenAtMs = Date.now();
  }

  function renewed(): Promise<string | null> {
    asking ??= askForProof(siteUrl, { embedId, proof })
      .then(
        (answer) => {
          keep("proof" in answer ? answer.proof : null);
          closed = "closed" in answer ? answer.closed : null;
        },
        // The call is asked for all the same, and fails as it would.
        () => {
          keep(null);
          closed = null;
        },
      )
      .then(() => {
        asking = null;
        return proof;
      });
    return asking;
  }

  return {
    current: async () => (isOld() ? await renewed() : proof),
    renewed,
    async askWhetherClosed() {
      await renewed();
      return closed;
    },
    keep,
    prepare() {
      if (isOld()) void renewed();
    },
  };
}
