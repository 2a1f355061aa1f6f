import { OAUTH_FAILURE } from "../../convex/shared/oauthProviders";
import { authStorageKey } from "../lib/auth-storage";

/**
 * Whether `?code=` in the address ends a sign-in that this browser began at another provider. The
 * library takes any code for one, and a code that is wrong signs the owner out: anybody could do that
 * with a link. It keeps a verifier from the moment it sends the browser to a provider, and nobody is
 * signed in meanwhile. A refusal travels as a code as well, which the page for signing in reads.
 */
export function isOurOAuthCode(
  convexUrl: string,
  { search = location.search, storage = localStorage } = {},
): boolean {
  const code = new URLSearchParams(search).get("code");
  if (code?.startsWith(OAUTH_FAILURE) === true) return false;
  const has = (kept: "JWT" | "OAuthVerifier") =>
    storage.getItem(authStorageKey(kept, convexUrl)) !== null;
  return has("OAuthVerifier") && !has("JWT");
}
