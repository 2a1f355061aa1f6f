import { authStorageKey } from "../../lib/auth-storage";

/** Reads the owner's session from the app's storage. Null if the page around is not the app's. */
export function ownerSessionReader(convexUrl: string): () => string | null {
  const key = authStorageKey("JWT", convexUrl);
  return () => {
    try {
      return isInOurPage() ? window.localStorage.getItem(key) : null;
    } catch {
      // Reading throws in browsers without storage for frames, and if the page around has another origin.
      return null;
    }
  };
}

/**
 * Not all browsers separate a frame's storage from other sites' pages, and other subdomains count as the same site. Our
 * other pages cannot be framed, so checking the nearest page is enough.
 */
function isInOurPage(): boolean {
  return window.parent.location.origin === window.location.origin;
}
