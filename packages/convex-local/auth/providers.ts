/** The token issuers of this deployment, as `auth.config.ts` lists them. */
import { isJsonObject } from "../values/json.ts";
import type { JSONValue } from "convex/values";

export type AuthProvider =
  | { type: "oidc"; domain: string; applicationID: string }
  | {
      type: "customJwt";
      issuer: string;
      jwks: string;
      algorithm: string;
      applicationID: string | null;
    };

export function parseProviders(config: unknown): AuthProvider[] {
  const list = isJsonObject(config) ? config.providers : undefined;
  if (!Array.isArray(list)) throw new Error("auth.config must export an object with `providers`");
  return list.map(parseProvider);
}

function parseProvider(provider: JSONValue): AuthProvider {
  if (!isJsonObject(provider)) throw new Error("An auth provider must be an object");
  const { type, domain, issuer, jwks, algorithm, applicationID } = provider;
  if (type === "customJwt") {
    if (typeof issuer !== "string" || typeof jwks !== "string" || typeof algorithm !== "string") {
      throw new Error("A customJwt provider needs issuer, jwks and algorithm");
    }
    const audience = typeof applicationID === "string" ? applicationID : null;
    return { type, issuer, jwks, algorithm, applicationID: audience };
  }
  if (typeof domain !== "string" || typeof applicationID !== "string") {
    throw new Error("An auth provider needs a domain and an applicationID");
  }
  return { type: "oidc", domain, applicationID };
}
