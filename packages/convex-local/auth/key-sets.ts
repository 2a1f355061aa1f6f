/** Where a provider publishes its keys: crates/authentication/src/lib.rs `validate_id_token` and `fetch_jwks`. */
import type { JSONWebKeySet } from "jose";
import { InvalidToken } from "./invalid-token.ts";
import type { AuthProvider } from "./providers.ts";

/** Fetches a document of an identity provider; the deployment's own is served in process. */
export type FetchDocument = (url: string) => Promise<Response>;

const KEY_SET_TYPES = new Set(["application/json", "application/jwk-set+json"]);

export function fetchKeySet(
  provider: AuthProvider,
  issuer: string,
  fetchDocument: FetchDocument,
): Promise<JSONWebKeySet> {
  return provider.type === "customJwt"
    ? fetchCustomKeySet(provider.jwks, fetchDocument)
    : discoverKeySet(issuer, fetchDocument);
}

async function discoverKeySet(
  issuer: string,
  fetchDocument: FetchDocument,
): Promise<JSONWebKeySet> {
  const failure = (why: string) =>
    new InvalidToken(
      `Auth provider discovery of ${issuer} failed${why}`,
      "AuthProviderDiscoveryFailed",
    );
  const fetchJson = async (url: string): Promise<unknown> => {
    const response = await fetchDocument(url).catch(() => null);
    if (response === null) throw failure("");
    if (!response.ok) throw failure(`: ${response.status} ${await response.text()}`);
    return response.json().catch(() => {
      throw failure("");
    });
  };
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const found = (await fetchJson(address)) as { issuer?: unknown; jwks_uri?: unknown };
  if (found.issuer !== issuer || typeof found.jwks_uri !== "string") throw failure("");
  return (await fetchJson(found.jwks_uri)) as JSONWebKeySet;
}

async function fetchCustomKeySet(
  address: string,
  fetchDocument: FetchDocument,
): Promise<JSONWebKeySet> {
  const hint = "Check that the URL is correct and accessible.";
  const response = await fetchDocument(address).catch((error: unknown) => {
    throw new InvalidToken(`Could not fetch JWKS from URL '${address}': ${String(error)}. ${hint}`);
  });
  if (response.status !== 200) {
    const status = `HTTP ${response.status} ${response.statusText || "Unknown"}`;
    throw new InvalidToken(`Could not fetch JWKS from URL '${address}': ${status}. ${hint}`);
  }
  const type = response.headers.get("Content-Type");
  const [kind = ""] = (type ?? "").toLowerCase().split(";");
  if (!address.startsWith("data:") && !KEY_SET_TYPES.has(kind.trim())) {
    throw new InvalidToken(
      `Invalid Content-Type '${type ?? "unknown"}' when fetching JWKS from '${address}'. Expected 'application/json' or 'application/jwk-set+json'.`,
    );
  }
  const keySet = (await response.json().catch(() => null)) as Partial<JSONWebKeySet> | null;
  if (Array.isArray(keySet?.keys)) return keySet as JSONWebKeySet;
  throw new InvalidToken(
    `Invalid JWKS response body from '${address}'. The response is not valid JSON or doesn't match the expected JWKS format.`,
  );
}
