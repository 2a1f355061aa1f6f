import { authStorageKey } from "../lib/auth-storage";

/** The owner's token, as the app keeps it. */
export function sessionTokenReader(convexUrl: string): () => string | null {
  const key = authStorageKey("JWT", convexUrl);
  return () => {
    try {
      return window.localStorage.getItem(key);
    } catch {
      // A browser that keeps no storage for frames throws at the mere look.
      return null;
    }
  };
}
