/** Authorization codes, which can be redeemed once, and access tokens. */
import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "@hark/stand-in-kit/clock";
import type { Person } from "./people.ts";

export interface AuthorizationRequest {
  clientId: string;
  redirectUri: string;
  scopes: string[];
  state: string | null;
  nonce: string | null;
  /** The SHA-256 of the verifier, in base64url (RFC 7636). */
  challenge: string | null;
}

export interface Grant extends AuthorizationRequest {
  person: Person;
}

/** Documented by both vendors, and the maximum that RFC 6749 recommends. */
const CODE_LIFETIME_MS = 10 * 60_000;

export function createGrants(clock: Clock) {
  const codes = new Map<string, { grant: Grant; expiresAtMs: number }>();
  const tokens = new Map<string, Grant>();
  return {
    codeFor(grant: Grant): string {
      const code = randomBytes(20).toString("base64url");
      codes.set(code, { grant, expiresAtMs: clock.now() + CODE_LIFETIME_MS });
      return code;
    },
    /** Null unless the redirect URI and the verifier match the authorization request. */
    redeem(code: string, { redirectUri, verifier }: Redemption): Grant | null {
      const found = codes.get(code);
      codes.delete(code);
      if (found === undefined || found.expiresAtMs <= clock.now()) return null;
      const { grant } = found;
      const isSame = grant.redirectUri === redirectUri && isVerifierOf(grant.challenge, verifier);
      return isSame ? grant : null;
    },
    tokenFor(grant: Grant, prefix: string): string {
      const token = prefix + randomBytes(20).toString("hex");
      tokens.set(token, grant);
      return token;
    },
    grantOf(request: Request): Grant | null {
      const [scheme = "", token = ""] = (request.headers.get("Authorization") ?? "").split(" ");
      return scheme.toLowerCase() === "bearer" ? (tokens.get(token) ?? null) : null;
    },
  };
}

interface Redemption {
  redirectUri: string | null;
  verifier: string | null;
}

function isVerifierOf(challenge: string | null, verifier: string | null): boolean {
  if (challenge === null) return verifier === null;
  return (
    verifier !== null && createHash("sha256").update(verifier).digest("base64url") === challenge
  );
}
