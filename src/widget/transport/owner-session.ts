import { authStorageKey } from "../../lib/auth-storage";

/**
 * Reads the owner's session from the app's storage. Null unless the outermost page is the app's: not all browsers separate a
 * frame's storage from other sites' pages, and other subdomains count as the same site. The nearest page does not count,
 * because a website can frame a talk button and send the panel in it to another address.
 */
export function ownerSessionReader(
  convexUrl: string,
  { top }: Pick<Window, "top"> = window,
): () => string | null {
  const key = authStorageKey("JWT", convexUrl);
  return () => {
    try {
      return top?.location.origin === window.location.origin
        ? window.localStorage.getItem(key)
        : null;
    } catch {
      // Reading throws in browsers without storage for frames, and if the outermost page has another origin.
      return null;
    }
  };
}
