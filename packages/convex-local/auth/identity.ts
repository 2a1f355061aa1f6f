/** From a bearer token to a user identity. */
import { decodeJwt } from "jose";
import type { JSONWebKeySet, JWTPayload } from "jose";
import type { Clock } from "@hark/stand-in-kit/clock";
import type { JsonObject } from "../values/json.ts";
import { InvalidToken } from "./invalid-token.ts";
import { fetchKeySet } from "./key-sets.ts";
import type { FetchDocument } from "./key-sets.ts";
import type { AuthProvider } from "./providers.ts";
import { verifyCustomToken, verifyOidcToken } from "./signed-tokens.ts";

export interface Identity {
  /** The result of `ctx.auth.getUserIdentity()`. */
  attributes: JsonObject;
  /** Two tokens of one user that carry the same claims are the same identity. */
  key: string;
  expiresAtMs: number | null;
  token: string | null;
  /** Why the token was refused. HTTP actions still run, and fail when they read the identity. */
  refusal?: string;
}

export interface TokenVerifier {
  verify(token: string): Promise<Identity>;
  /** To be called when a provider may have changed. */
  forgetKeys(): void;
}

const KEYS_CACHED_MS = 10 * 60 * 1000;

export interface TokenVerifierOptions {
  providers: () => readonly AuthProvider[];
  clock: Clock;
  fetchDocument: FetchDocument;
  /** Whether error texts hide the deployment's configuration. */
  isRedacted?: boolean;
}

/** As get-convex/convex-backend, crates/authentication/src/lib.rs `validate_id_token`. */
export function createTokenVerifier({
  providers,
  clock,
  fetchDocument,
  isRedacted = false,
}: TokenVerifierOptions): TokenVerifier {
  const keys = new Map<string, { keySet: JSONWebKeySet; untilMs: number }>();

  const keysOf = async (provider: AuthProvider, issuer: string): Promise<JSONWebKeySet> => {
    const source = sourceOf(provider);
    const kept = keys.get(source);
    if (kept !== undefined && kept.untilMs > clock.now()) return kept.keySet;
    const keySet = await fetchKeySet(provider, issuer, fetchDocument);
    keys.set(source, { keySet, untilMs: clock.now() + KEYS_CACHED_MS });
    return keySet;
  };

  return {
    forgetKeys: () => keys.clear(),
    async verify(token) {
      const claims = claimsOf(token);
      const provider = providers().find((candidate) => isIssuer(candidate, claims));
      if (provider === undefined) {
        throw new InvalidToken(noProviderMessage(providers(), isRedacted), "NoAuthProvider");
      }
      try {
        const keySet = await keysOf(provider, claims.iss ?? "");
        const check = { token, keySet, nowMs: clock.now(), isRedacted };
        const attributes =
          provider.type === "customJwt"
            ? await verifyCustomToken(provider, check)
            : await verifyOidcToken(provider, check);
        const expiresAtMs = (claims.exp ?? 0) * 1000;
        return { attributes, key: JSON.stringify(attributes), expiresAtMs, token };
      } catch (error) {
        // The provider may have changed its keys: the next attempt fetches them again.
        keys.delete(sourceOf(provider));
        throw error;
      }
    },
  };
}

function sourceOf(provider: AuthProvider): string {
  return provider.type === "customJwt" ? provider.jwks : provider.domain;
}

function noProviderMessage(providers: readonly AuthProvider[], isRedacted: boolean): string {
  const text = "No auth provider found matching the given token";
  if (isRedacted) return text;
  if (providers.length === 0) {
    return `${text} (no providers configured). Check convex/auth.config.ts.`;
  }
  const known = providers.map((provider) =>
    provider.type === "customJwt"
      ? `CustomJWT(issuer=${provider.issuer}, app_id=${provider.applicationID ?? "none"})`
      : `OIDC(domain=${provider.domain}, app_id=${provider.applicationID})`,
  );
  return `${text}. Check that your JWT's issuer and audience match one of your configured providers: [${known.join(", ")}]`;
}

function claimsOf(token: string): JWTPayload {
  let claims: JWTPayload;
  try {
    claims = decodeJwt(token);
  } catch {
    throw new InvalidToken(
      "Could not parse JWT payload. Check that the token is a valid JWT format with three base64-encoded parts separated by dots.",
    );
  }
  if (claims.iss !== undefined) return claims;
  throw new InvalidToken(
    "Missing issuer claim ('iss') in JWT payload. The JWT must include an 'iss' claim that matches one of your configured auth providers.",
  );
}

function isIssuer(provider: AuthProvider, { iss = "", aud }: JWTPayload): boolean {
  const issuer = provider.type === "customJwt" ? provider.issuer : provider.domain;
  const audiences = Array.isArray(aud) ? aud : [aud];
  const isForUs = provider.applicationID === null || audiences.includes(provider.applicationID);
  return withoutSlash(withScheme(iss)) === withoutSlash(withScheme(issuer)) && isForUs;
}

/** An identity that an admin pretends to be: crates/convex/sync_types/src/types/json.rs. */
export function assumedIdentity(given: JsonObject): Identity {
  const { tokenIdentifier, issuer, subject } = given;
  const isNamed = typeof tokenIdentifier === "string";
  if (!isNamed && (typeof issuer !== "string" || typeof subject !== "string")) {
    throw new InvalidToken(
      'Either "tokenIdentifier" or "issuer" and "subject" must be set',
      "HeaderParseFailure",
    );
  }
  const attributes = isNamed
    ? given
    : { tokenIdentifier: `${issuer as string}|${subject as string}`, ...given };
  return { attributes, key: JSON.stringify(attributes), expiresAtMs: null, token: null };
}

/** The identity of a caller whose token was refused. */
export function refusedIdentity(refusal: string): Identity {
  return { attributes: {}, key: "refused", expiresAtMs: null, token: null, refusal };
}

function withScheme(domain: string): string {
  return /^https?:\/\//.test(domain) ? domain : `https://${domain}`;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
