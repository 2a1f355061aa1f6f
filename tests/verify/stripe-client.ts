import Stripe from "stripe";
import type { VendorKeys } from "./settings.ts";

export const STRIPE_ORIGIN = "https://api.stripe.com";

/** The unmodified SDK, for Stripe or a stand-in. */
export function connectStripe(
  { key, url = STRIPE_ORIGIN }: VendorKeys,
  fetch?: typeof globalThis.fetch,
): Stripe {
  const { protocol, hostname, port } = new URL(url);
  return new Stripe(key, {
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    ...(port === "" ? {} : { port }),
    maxNetworkRetries: 0,
    timeout: 80_000,
    telemetry: false,
    ...(fetch === undefined ? {} : { httpClient: Stripe.createFetchHttpClient(fetch) }),
  });
}
