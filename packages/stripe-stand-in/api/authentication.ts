import { isSameSecret } from "@hark/stand-in-kit/same-secret";
import { StripeError, invalid } from "../errors.ts";
import { API_VERSION } from "../api-version.ts";

const SIMULATED = "sk_test_sim_";

/** Accepts the data folder's own key only. A real key is refused by name, so that it is noticed and revoked. */
export function authenticate(header: string | undefined, secretKey: string): void {
  const given = bearerOf(header);
  if (given === null) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (!given.startsWith(SIMULATED)) {
    throw unauthorized(
      `Invalid API Key provided: ${masked(given)}. This is a stand-in for Stripe on your own machine: it takes keys that begin with sk_test_sim_, and a real key must never be sent to it.`,
    );
  }
  if (!isSameSecret(given, secretKey))
    throw unauthorized(`Invalid API Key provided: ${masked(given)}`);
}

export function requireVersion(header: string | undefined): void {
  if (header === undefined || header === API_VERSION) return;
  throw invalid(
    `Invalid Stripe API version: ${header}. This stand-in simulates ${API_VERSION} only.`,
  );
}

function bearerOf(header: string | undefined): string | null {
  const [, bearer] = /^Bearer (.+)$/i.exec(header ?? "") ?? [];
  if (bearer !== undefined) return bearer;
  const [, basic] = /^Basic (.+)$/i.exec(header ?? "") ?? [];
  // With basic authentication the key is the user name.
  return basic === undefined
    ? null
    : (Buffer.from(basic, "base64").toString().split(":")[0] ?? null);
}

function masked(key: string): string {
  return key.length <= 12 ? "*".repeat(key.length) : `${key.slice(0, 8)}****${key.slice(-4)}`;
}

function unauthorized(message: string): StripeError {
  return new StripeError({ status: 401, type: "invalid_request_error", message });
}
