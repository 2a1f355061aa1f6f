/**
 * Checks a token with Cloudflare Turnstile:
 * developers.cloudflare.com/turnstile/get-started/server-side-validation
 */
import { fetchBounded } from "./boundedFetch";

export const TURNSTILE_URL = "https://challenges.cloudflare.com";
/** Cloudflare: "A Turnstile token can have up to 2048 characters." */
export const MAX_TOKEN_LENGTH = 2048;

const BOUNDS = { timeoutMs: 5_000, maxBytes: 20_000 };
const ATTEMPTS = 2;
/** Errors in our configuration, which no visitor can fix. */
const CONFIGURATION_ERRORS = ["missing-input-secret", "invalid-input-secret"];

export interface TokenCheck {
  /** Cloudflare's address, or that of a stand-in. */
  url: string;
  secretKey: string;
  token: string;
  visitorAddress: string | null;
}

export type TokenVerdict =
  | { kind: "valid"; hostname: unknown; action: unknown; cdata: unknown }
  | { kind: "invalid"; errorCodes: string[] }
  /** It is not known whether the token is valid. */
  | { kind: "unknown"; reason: string };

export async function checkToken({
  url,
  secretKey,
  token,
  visitorAddress,
}: TokenCheck): Promise<TokenVerdict> {
  const body = JSON.stringify({
    secret: secretKey,
    response: token,
    ...(visitorAddress === null ? {} : { remoteip: visitorAddress }),
    // A token can be checked once, except by a repeated request with the same key.
    idempotency_key: crypto.randomUUID(),
  });
  let verdict: TokenVerdict = { kind: "unknown", reason: "" };
  for (let attempt = 0; attempt < ATTEMPTS && verdict.kind === "unknown"; attempt += 1) {
    verdict = await requestVerdict(`${url}/turnstile/v0/siteverify`, body);
  }
  return verdict;
}

async function requestVerdict(url: string, body: string): Promise<TokenVerdict> {
  const headers = { "Content-Type": "application/json" };
  try {
    const answer = await fetchBounded(url, { method: "POST", headers, body }, BOUNDS);
    return verdictOf(JSON.parse(await answer.body.text()), answer.status);
  } catch (error) {
    return { kind: "unknown", reason: String(error) };
  }
}

function verdictOf(answer: unknown, status: number): TokenVerdict {
  const { success, hostname, action, cdata, ...rest } = (answer ?? {}) as Record<string, unknown>;
  if (success === true) return { kind: "valid", hostname, action, cdata };
  const codes = rest["error-codes"];
  const errorCodes = Array.isArray(codes) ? codes.map(String) : [];
  const reason = `it answered ${status} with ${errorCodes.join(", ") || "no error code"}`;
  if (errorCodes.some((code) => CONFIGURATION_ERRORS.includes(code)))
    return { kind: "unknown", reason };
  if (errorCodes.includes("internal-error")) return { kind: "unknown", reason };
  return success === false ? { kind: "invalid", errorCodes } : { kind: "unknown", reason };
}
