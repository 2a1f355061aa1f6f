export interface StripeSettings {
  secretKey: string;
  /** Null: Stripe itself. */
  apiUrl: string | null;
}

export interface StripeAddress {
  host?: string;
  port?: number;
  protocol?: "http";
}

const SIMULATION_KEY = "sk_test_sim_";
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Where Stripe is called. Another host than Stripe's own is refused unless both its address and the
 * key are those of a simulation, so that a wrong setting can neither send a real key to a stranger
 * nor take simulated money for real.
 */
export function stripeAddress({ secretKey, apiUrl }: StripeSettings): StripeAddress {
  const isSimulationKey = secretKey.startsWith(SIMULATION_KEY);
  if (apiUrl === null) {
    if (!isSimulationKey) return {};
    throw new Error("STRIPE_SECRET_KEY is that of a simulation, but STRIPE_API_URL is not set.");
  }
  const { protocol, hostname, port } = new URL(apiUrl);
  if (protocol !== "http:" || !LOOPBACK.includes(hostname)) {
    throw new Error(`STRIPE_API_URL may only lead to this machine by http, not to ${apiUrl}.`);
  }
  if (!isSimulationKey) {
    throw new Error(
      `STRIPE_API_URL is set, so STRIPE_SECRET_KEY must begin with ${SIMULATION_KEY}: ` +
        "no other key is sent to any host but Stripe's.",
    );
  }
  return { host: hostname, port: Number(port === "" ? "80" : port), protocol: "http" };
}

export function isLiveKey(secretKey: string): boolean {
  return /^[sr]k_live_/.test(secretKey);
}
