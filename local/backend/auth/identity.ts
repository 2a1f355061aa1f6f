/** From a bearer token to a user identity. */
import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";
import type { JSONWebKeySet, JWTPayload } from "jose";
import type { Clock } from "../../clock.ts";
import type { JsonObject } from "../values/json.ts";
import type { AuthProvider } from "./providers.ts";

export interface Identity {
  /** What `ctx.auth.getUserIdentity()` answers. */
  attributes: JsonObject;
  /** Two tokens of one user that carry the same claims are the same identity. */
  key: string;
  expiresAtMs: number | null;
  token: string | null;
  /** Why the token that came was refused. HTTP actions run all the same, and fail when they ask who calls. */
  refusal?: string;
}

export class InvalidToken extends Error {
  readonly code: string;

  constructor(message: string, code = "InvalidAuthHeader") {
    super(message);
    this.code = code;
  }
}

/** Fetches a document of an identity provider; the deployment's own is served in process. */
export type FetchDocument = (url: string) => Promise<Response>;

export interface TokenVerifier {
  verify(token: string): Promise<Identity>;
  /** To be called when a provider may have changed. */
  forgetKeys(): void;
}

const KEYS_KEPT_MS = 10 * 60 * 1000;

// JWT claim names on the left, Convex's names for them on the right.
const ATTRIBUTE_OF_CLAIM: Record<string, string> = {
  name: "name",
  given_name: "givenName",
  family_name: "familyName",
  nickname: "nickname",
  preferred_username: "preferredUsername",
  profile: "profileUrl",
  picture: "pictureUrl",
  email: "email",
  email_verified: "emailVerified",
  gender: "gender",
  birthdate: "birthday",
  zoneinfo: "timezone",
  locale: "language",
  phone_number: "phoneNumber",
  phone_number_verified: "phoneNumberVerified",
  address: "address",
  updated_at: "updatedAt",
};
const NOT_ATTRIBUTES = new Set(["iss", "sub", "aud", "exp", "nbf", "iat", "jti"]);

export function createTokenVerifier(
  providers: () => readonly AuthProvider[],
  clock: Clock,
  fetchDocument: FetchDocument,
): TokenVerifier {
  const keys = new Map<string, { keySet: JSONWebKeySet; untilMs: number }>();

  const fetchJson = async (url: string): Promise<unknown> => {
    const response = await fetchDocument(url);
    if (!response.ok) throw new InvalidToken(`Could not fetch ${url}: ${response.status}`);
    return response.json();
  };

  const keysOf = async (provider: AuthProvider): Promise<JSONWebKeySet> => {
    const source = provider.type === "customJwt" ? provider.jwks : provider.domain;
    const kept = keys.get(source);
    if (kept !== undefined && kept.untilMs > clock.now()) return kept.keySet;
    const url =
      provider.type === "customJwt"
        ? provider.jwks
        : ((await fetchJson(discoveryUrl(provider.domain))) as { jwks_uri: string }).jwks_uri;
    const keySet = (await fetchJson(url)) as JSONWebKeySet;
    keys.set(source, { keySet, untilMs: clock.now() + KEYS_KEPT_MS });
    return keySet;
  };

  const check = async (token: string, provider: AuthProvider): Promise<JWTPayload> => {
    const { payload } = await jwtVerify(token, createLocalJWKSet(await keysOf(provider)), {
      currentDate: new Date(clock.now()),
      algorithms: provider.type === "customJwt" ? [provider.algorithm] : ["RS256", "ES256"],
      requiredClaims: ["sub", "exp"],
      ...(provider.applicationID === null ? {} : { audience: provider.applicationID }),
    });
    return payload;
  };

  return {
    forgetKeys: () => keys.clear(),
    async verify(token) {
      const claims = claimsOf(token);
      const provider = providers().find((candidate) => isIssuer(candidate, claims));
      if (provider === undefined) {
        throw new InvalidToken(noProviderMessage(providers()), "NoAuthProvider");
      }
      try {
        return identityFrom(await check(token, provider), token);
      } catch (error) {
        // The provider may have changed its keys: the next attempt asks for them anew.
        keys.delete(provider.type === "customJwt" ? provider.jwks : provider.domain);
        throw provider.type === "customJwt"
          ? new InvalidToken(`Could not validate token: ${(error as Error).message}`)
          : new InvalidToken(OIDC_FAILURE, "Unauthenticated");
      }
    },
  };
}

// The words are get-convex/convex-backend's, crates/authentication/src/lib.rs `validate_id_token`.
const OIDC_FAILURE =
  "Could not verify OIDC token claim. Check that the token signature is valid and the token hasn't expired.";

function noProviderMessage(providers: readonly AuthProvider[]): string {
  const text = "No auth provider found matching the given token";
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

function isIssuer(provider: AuthProvider, { iss, aud }: JWTPayload): boolean {
  const issuer = provider.type === "customJwt" ? provider.issuer : withScheme(provider.domain);
  const audiences = Array.isArray(aud) ? aud : [aud];
  const isForUs = provider.applicationID === null || audiences.includes(provider.applicationID);
  return withoutSlash(iss ?? "") === withoutSlash(issuer) && isForUs;
}

function identityFrom(claims: JWTPayload, token: string): Identity {
  const attributes: JsonObject = {
    tokenIdentifier: `${claims.iss ?? ""}|${claims.sub ?? ""}`,
    issuer: claims.iss ?? "",
    subject: claims.sub ?? "",
  };
  for (const [claim, value] of Object.entries(claims)) {
    if (NOT_ATTRIBUTES.has(claim)) continue;
    attributes[ATTRIBUTE_OF_CLAIM[claim] ?? claim] = value as JsonObject[string];
  }
  const expiresAtMs = claims.exp === undefined ? null : claims.exp * 1000;
  return { attributes, key: JSON.stringify(attributes), expiresAtMs, token };
}

/** An identity that an admin pretends to be. */
export function assumedIdentity(attributes: JsonObject): Identity {
  return { attributes, key: JSON.stringify(attributes), expiresAtMs: null, token: null };
}

/** Of somebody whose token is no good. */
export function refusedIdentity(refusal: string): Identity {
  return { attributes: {}, key: "refused", expiresAtMs: null, token: null, refusal };
}

function discoveryUrl(domain: string): string {
  return `${withoutSlash(withScheme(domain))}/.well-known/openid-configuration`;
}

function withScheme(domain: string): string {
  return /^https?:\/\//.test(domain) ? domain : `https://${domain}`;
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, "");
}
