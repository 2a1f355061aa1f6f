import { authStorageKey } from "../../lib/auth-storage";

/** Reads the owner's session as the app keeps it; null where the button stands in a page that is not the app's. */
export function ownerSessionReader(convexUrl: string): () => string | null {
  const key = authStorageKey("JWT", convexUrl);
  return () => {
    try {
      return isInOurPage() ? window.localStorage.getItem(key) : null;
    } catch {
      // A browser that keeps no storage for frames throws at the mere look, and so does a parent of another origin.
      return null;
    }
  };
}

/**
 * Browsers keep a frame's storage apart where the page around is of another site, and not all of them do; a page on
 * another subdomain is of the same site. Other pages of ours cannot be framed, so the nearest one says enough.
 */
function isInOurPage(): boolean {
  return window.parent.location.origin === window.location.origin;
}
