/** Whether the visitor has agreed to the assistant's notice, as this browser remembers it. */
import { keep, kept } from "../../lib/kept-setting";
import type { ConsentNotice } from "../state/assistant";

export interface Consent {
  /** The notice to agree to before a call; null when there is none, or when the visitor has agreed. */
  wanted(): ConsentNotice | null;
  /** To the notice of the page, or to a newer one that came with a refusal. */
  give(notice: ConsentNotice): void;
  /** Sent with the request for a call: how long ago, since no other clock is like this one. */
  given(): Agreed | null;
}

export interface Agreed {
  version: string;
  msAgo: number;
}

interface Given {
  version: string;
  atMs: number;
}

export function openConsent(embedId: string, first: ConsentNotice | null): Consent {
  const key = `hark-consent-${embedId}`;
  let notice = first;
  // For browsers that keep nothing.
  let here: Given | null = null;
  const last = () => here ?? parsed(kept(key));
  return {
    wanted: () => (notice === null || last()?.version === notice.version ? null : notice),
    give(shown) {
      notice = shown;
      here = { version: shown.version, atMs: Date.now() };
      keep(key, JSON.stringify(here));
    },
    given() {
      const given = last();
      return given && { version: given.version, msAgo: Date.now() - given.atMs };
    },
  };
}

function parsed(text: string | null): Given | null {
  try {
    const { version, atMs } = JSON.parse(text ?? "{}") as Partial<Given>;
    return version === undefined || atMs === undefined ? null : { version, atMs };
  } catch {
    return null;
  }
}
