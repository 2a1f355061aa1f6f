type Kept = "JWT" | "OAuthVerifier";

/** The name under which @convex-dev/auth keeps something in the browser: one per backend. */
export function authStorageKey(kept: Kept, convexUrl: string): string {
  return `__convexAuth${kept}_${convexUrl.replace(/[^a-zA-Z0-9]/g, "")}`;
}
