/**
 * Signed tokens and their claims, of upstream's two kinds: crates/authentication/src/lib.rs
 * `validate_id_token`, crates/keybroker/src/broker.rs `from_token` and `from_custom_jwt`.
 */
import { compactVerify, createLocalJWKSet, decodeJwt, decodeProtectedHeader } from "jose";
import type { JSONWebKeySet, JWTPayload } from "jose";
import { isJsonObject } from "../values/json.ts";
import type { JsonObject } from "../values/json.ts";
import type { JSONValue } from "convex/values";
import { InvalidToken } from "./invalid-token.ts";
import type { AuthProvider } from "./providers.ts";

export interface TokenCheck {
  token: string;
  keySet: JSONWebKeySet;
  nowMs: number;
  isRedacted: boolean;
}

type OidcProvider = AuthProvider & { type: "oidc" };
type CustomProvider = AuthProvider & { type: "customJwt" };

// Upstream's OIDC verifier asks for a key's id only where the set holds several that would do, looks at
// no time but the end's, and trusts no token that is for others too.
export async function verifyOidcToken(
  { applicationID }: OidcProvider,
  { token, keySet, nowMs }: TokenCheck,
): Promise<JsonObject> {
  const claims = decodeJwt(token);
  if ([claims.sub, claims.exp, claims.iat].includes(undefined)) {
    throw new InvalidToken(
      "Could not parse as OIDC ID token. Token might not be an OIDC-compliant JWT.",
    );
  }
  const audiences = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
  const isForOthers = audiences.some((audience) => audience !== applicationID);
  const hasExpired = nowMs >= (claims.exp ?? 0) * 1000;
  const isSigned = await hasSignature(token, keySet, ["RS256", "EdDSA"]);
  if (!isForOthers && !hasExpired && isSigned) return oidcAttributes(claims);
  throw new InvalidToken(
    "Could not verify OIDC token claim. Check that the token signature is valid and the token hasn't expired.",
    "Unauthenticated",
  );
}

// The clocks of the provider and of the deployment may differ by this.
const TOLERANCE_SECONDS = 5;

export async function verifyCustomToken(
  { algorithm }: CustomProvider,
  { token, keySet, nowMs, isRedacted }: TokenCheck,
): Promise<JsonObject> {
  const kid = keyIdOf(token);
  if (kid === undefined) {
    throw new InvalidToken("Could not decode token. JWT may be missing a 'kid' (key ID) header.");
  }
  if (!(await hasSignature(token, keySet, [algorithm]))) {
    throw new InvalidToken(
      isRedacted
        ? "Could not decode token. The JWT's 'kid' (key ID) header doesn't match any key in the provider's JWKS, or the JWT signature is invalid."
        : `Could not decode token. The JWT's 'kid' (key ID) header is '${kid}', does this key match any key in the provider's JWKS?`,
    );
  }
  const claims = decodeJwt(token);
  checkTimes(claims, Math.floor(nowMs / 1000));
  if (claims.sub === undefined || claims.exp === undefined) {
    throw new InvalidToken(
      "Could not verify token claim. Check that the JWT contains valid claims and matches your auth provider configuration.",
    );
  }
  return customAttributes(claims);
}

function keyIdOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

function checkTimes({ exp, nbf, iat }: JWTPayload, nowSeconds: number): void {
  const ago = exp === undefined ? 0 : nowSeconds - exp;
  if (ago > TOLERANCE_SECONDS) {
    throw new InvalidToken(
      `Could not validate token: Token expired ${Math.trunc(ago)} seconds ago`,
    );
  }
  for (const from of [nbf, iat]) {
    const ahead = from === undefined ? 0 : from - nowSeconds;
    if (ahead <= TOLERANCE_SECONDS) continue;
    throw new InvalidToken(
      `Could not validate token: Token will be valid in ${Math.trunc(ahead)} seconds`,
    );
  }
}

async function hasSignature(token: string, keySet: JSONWebKeySet, algorithms: string[]) {
  try {
    await compactVerify(token, createLocalJWKSet(keySet), { algorithms });
    return true;
  } catch {
    return false;
  }
}

function namedAttributes({ iss = "", sub = "" }: JWTPayload): JsonObject {
  return { tokenIdentifier: `${iss}|${sub}`, issuer: iss, subject: sub };
}

// JWT claim names on the left, Convex's names for them on the right.
const ATTRIBUTE_OF_CLAIM: Record<string, string> = {
  name: "name",
  given_name: "givenName",
  family_name: "familyName",
  nickname: "nickname",
  preferred_username: "preferredUsername",
  profile: "profileUrl",
  picture: "pictureUrl",
  website: "websiteUrl",
  email: "email",
  email_verified: "emailVerified",
  gender: "gender",
  birthdate: "birthday",
  zoneinfo: "timezone",
  locale: "language",
  phone_number: "phoneNumber",
  phone_number_verified: "phoneNumberVerified",
};
const REGISTERED = ["iss", "sub", "aud", "exp", "nbf", "iat", "jti"];
// `fva` changes with every refresh; the others are the protocol's own.
const NOT_CUSTOM = new Set([
  ...REGISTERED,
  ...["fva", "auth_time", "nonce", "acr", "amr", "azp", "at_hash", "c_hash"],
]);

function oidcAttributes(claims: JWTPayload): JsonObject {
  const attributes = namedAttributes(claims);
  for (const [claim, value] of Object.entries(claims as JsonObject)) {
    const attribute = ATTRIBUTE_OF_CLAIM[claim];
    if (attribute !== undefined) attributes[attribute] = value;
    else if (claim === "address") Object.assign(attributes, formattedAddress(value));
    else if (claim === "updated_at") attributes.updatedAt = toRfc3339(value);
    else if (!NOT_CUSTOM.has(claim)) attributes[claim] = value;
  }
  return attributes;
}

function formattedAddress(address: JSONValue): { address?: JSONValue } {
  const { formatted } = isJsonObject(address) ? address : {};
  return formatted === undefined ? {} : { address: formatted };
}

function toRfc3339(seconds: JSONValue): string {
  return new Date(Number(seconds) * 1000).toISOString().replace(/\.000Z$/, "+00:00");
}

/** All claims by their own names, those inside of others by their path. */
function customAttributes(claims: JWTPayload): JsonObject {
  const custom = Object.entries(claims as JsonObject).filter(
    ([claim]) => !REGISTERED.includes(claim) && claim !== "fva",
  );
  return { ...namedAttributes(claims), ...flattened(Object.fromEntries(custom)) };
}

function flattened(claims: JsonObject, prefix = ""): JsonObject {
  return Object.fromEntries(
    Object.entries(claims).flatMap(([claim, value]) =>
      isJsonObject(value)
        ? Object.entries(flattened(value, `${prefix}${claim}.`))
        : [[`${prefix}${claim}`, value]],
    ),
  );
}
