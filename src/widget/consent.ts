/** That the visitor agreed to the assistant's notice, as this browser remembers it. */
import { keep, kept } from "../lib/kept-setting";
import type { Notice } from "./call-state";

export interface Consent {
  /** What is to be agreed to before a call, unless it has been. */
  wanted(): Notice | null;
  /** To what the page came with, or to what the assistant has by now. */
  give(notice: Notice): void;
  /** What goes along when a call is asked for: how long ago, since no other clock is like this one. */
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

export function holdConsent(embedId: string, first: Notice | null): Consent {
  const key = `hark-consent-${embedId}`;
  let notice = first;
  // For a browser that keeps nothing.
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
