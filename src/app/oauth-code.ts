import { OAUTH_FAILURE } from "../../convex/shared/oauthProviders";
import { authStorageKey } from "../lib/auth-storage";

/**
 * Whether `?code=` in the address completes a sign-in that this browser started. The library accepts
 * any code, and a wrong one signs the owner out, so anybody could do that with a link. During a sign-in
 * the library has stored a verifier, and nobody is signed in. A refused sign-in also returns a code,
 * which the login page reads.
 */
export function isOurOAuthCode(
  convexUrl: string,
  { search = location.search, storage = localStorage } = {},
): boolean {
  const code = new URLSearchParams(search).get("code");
  if (code?.startsWith(OAUTH_FAILURE) === true) return false;
  const has = (item: "JWT" | "OAuthVerifier") =>
    storage.getItem(authStorageKey(item, convexUrl)) !== null;
  return has("OAuthVerifier") && !has("JWT");
}

/** The result of `auth:signIn` if it signs nobody in. */
export const NOT_SIGNED_IN = { tokens: null };

/**
 * Whether this call completes a sign-in with a provider's code. If it fails, for example because the connection is lost, the
 * library keeps loading forever: @convex-dev/auth 0.0.95, src/react/client.tsx, where `signIn(undefined, { code })` has no catch.
 */
export function isOAuthCompletion(path: unknown, [args]: readonly unknown[]): boolean {
  const { provider, params } = (args ?? {}) as { provider?: string; params?: { code?: string } };
  return path === "auth:signIn" && provider === undefined && params?.code !== undefined;
}
