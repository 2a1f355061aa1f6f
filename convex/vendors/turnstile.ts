/**
 * Cloudflare Turnstile's check of a token. The only code that asks for it:
 * developers.cloudflare.com/turnstile/get-started/server-side-validation
 */
import { fetchBounded } from "./boundedFetch";

export const TURNSTILE_URL = "https://challenges.cloudflare.com";
/** Cloudflare: "A Turnstile token can have up to 2048 characters." */
export const MAX_TOKEN_LENGTH = 2048;

const BOUNDS = { timeoutMs: 5_000, maxBytes: 20_000 };
const ATTEMPTS = 2;
/** The request is at fault, and no visitor can help it. */
const OUR_FAULTS = ["missing-input-secret", "invalid-input-secret"];

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
  /** Whether the token is valid is not known. */
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
    // A token is good for one request, unless a second one has the same key.
    idempotency_key: crypto.randomUUID(),
  });
  let verdict: TokenVerdict = { kind: "unknown", reason: "" };
  for (let attempt = 0; attempt < ATTEMPTS && verdict.kind === "unknown"; attempt += 1) {
    verdict = await ask(`${url}/turnstile/v0/siteverify`, body);
  }
  return verdict;
}

async function ask(url: string, body: string): Promise<TokenVerdict> {
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
  if (errorCodes.some((code) => OUR_FAULTS.includes(code))) return { kind: "unknown", reason };
  if (errorCodes.includes("internal-error")) return { kind: "unknown", reason };
  return success === false ? { kind: "invalid", errorCodes } : { kind: "unknown", reason };
}
