/** Remembers in this browser whether the visitor has agreed to the assistant's notice. */
import { readSetting, saveSetting } from "../../lib/browser-setting";
import type { ConsentNotice } from "../state/assistant";

export interface Consent {
  /** The notice to agree to before a call. Null if there is none, or if the visitor has agreed. */
  wanted(): ConsentNotice | null;
  /** The visitor agrees to the page's notice, or to a newer one from a refusal. */
  give(notice: ConsentNotice): void;
  /** Sent with the request for a call. It says how long ago, because the server's clock may differ. */
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
  // For browsers without storage.
  let inMemory: Given | null = null;
  const last = () => inMemory ?? parsed(readSetting(key));
  return {
    wanted: () => (notice === null || last()?.version === notice.version ? null : notice),
    give(shown) {
      notice = shown;
      inMemory = { version: shown.version, atMs: Date.now() };
      saveSetting(key, JSON.stringify(inMemory));
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
