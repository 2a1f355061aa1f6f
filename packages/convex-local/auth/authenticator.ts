/** Decides whether a caller is an admin, a user or anonymous. */
import { timingSafeEqual } from "node:crypto";
import type { JsonObject } from "../values/json.ts";
import { assumedIdentity } from "./identity.ts";
import type { Identity, TokenVerifier } from "./identity.ts";
import { InvalidToken } from "./invalid-token.ts";

export interface Caller {
  kind: "user" | "admin";
  identity: Identity | null;
}

export interface Credentials {
  tokenType: "User" | "Admin" | "None";
  value?: string | null;
  impersonating?: JsonObject | null;
}

export interface Authenticator {
  authenticate(credentials: Credentials): Promise<Caller>;
  /** From an `Authorization` header. */
  authenticateHeader(header: string | undefined): Promise<Caller>;
  isAdminKey(key: string): boolean;
}

export function createAuthenticator(adminKey: string, verifier: TokenVerifier): Authenticator {
  const isAdminKey = (key: string) => {
    const given = Buffer.from(key);
    const expected = Buffer.from(adminKey);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };

  const authenticate = async ({
    tokenType,
    value: given,
    impersonating = null,
  }: Credentials): Promise<Caller> => {
    const value = given ?? "";
    switch (tokenType) {
      case "None":
        return { kind: "user", identity: null };
      case "User":
        return { kind: "user", identity: await verifier.verify(value) };
      case "Admin": {
        if (!isAdminKey(value)) {
          const words = "The provided admin key was invalid for this instance";
          throw new InvalidToken(words, "BadAdminKey");
        }
        const identity = impersonating === null ? null : assumedIdentity(impersonating);
        return { kind: "admin", identity };
      }
    }
  };

  return {
    authenticate,
    isAdminKey,
    async authenticateHeader(header) {
      if (header === undefined) return authenticate({ tokenType: "None" });
      // As in get-convex/convex-backend, crates/local_backend/src/authentication.rs.
      const [, scheme = "", credentials = ""] = /^(.{6}) (.*)$/.exec(header) ?? [];
      if (header.length < 7) {
        throw new InvalidToken("Invalid authentication header", "InvalidHeaderFailure");
      }
      if (scheme.toLowerCase() === "bearer" && credentials !== "") {
        return authenticate({ tokenType: "User", value: credentials.trim() });
      }
      if (scheme.toLowerCase() !== "convex") {
        throw new InvalidToken("Invalid admin key", "InvalidAdminKey");
      }
      // `<key>` or `<key>:<identity in base 64>`
      const [key = "", assumed] = credentials.split(":");
      return authenticate({
        tokenType: "Admin",
        value: key,
        ...(assumed === undefined ? {} : { impersonating: decodeIdentity(assumed) }),
      });
    },
  };
}

function decodeIdentity(text: string): JsonObject {
  try {
    const identity = JSON.parse(Buffer.from(text, "base64").toString()) as JsonObject;
    assumedIdentity(identity);
    return identity;
  } catch {
    throw new InvalidToken("Malformed Authorization header.", "HeaderParseFailure");
  }
}
