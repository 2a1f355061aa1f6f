import { authStorageKey } from "../lib/auth-storage";

/**
 * Whether `?code=` in the address ends a sign-in that this browser began at another provider. The
 * library takes any code for one, and a code that is wrong signs the owner out: anybody could do that
 * with a link. It keeps a verifier from the moment it sends the browser to a provider, and nobody is
 * signed in meanwhile.
 */
export function isOurOAuthCode(convexUrl: string, storage: Storage = localStorage): boolean {
  const has = (kept: "JWT" | "OAuthVerifier") =>
    storage.getItem(authStorageKey(kept, convexUrl)) !== null;
  return has("OAuthVerifier") && !has("JWT");
}
