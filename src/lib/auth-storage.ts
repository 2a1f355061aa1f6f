type StoredItem = "JWT" | "OAuthVerifier";

/** The local storage key of @convex-dev/auth, which differs for each backend. */
export function authStorageKey(item: StoredItem, convexUrl: string): string {
  return `__convexAuth${item}_${convexUrl.replace(/[^a-zA-Z0-9]/g, "")}`;
}
