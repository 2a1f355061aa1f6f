export interface StripeSettings {
  secretKey: string;
  /** Null for Stripe itself. */
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
 * The address of Stripe's API. Another host than Stripe's own is refused unless both the address and the key belong to a
 * simulation, so that a wrong setting can neither send a real key to a stranger nor treat simulated money as real.
 */
export function stripeAddress({ secretKey, apiUrl }: StripeSettings): StripeAddress {
  const isSimulationKey = secretKey.startsWith(SIMULATION_KEY);
  if (apiUrl === null) {
    if (!isSimulationKey) return {};
    throw new Error("STRIPE_SECRET_KEY is a simulation's key, but STRIPE_API_URL is not set.");
  }
  const { protocol, hostname, port } = new URL(apiUrl);
  if (protocol !== "http:" || !LOOPBACK.includes(hostname)) {
    throw new Error(`STRIPE_API_URL must be an http address on this machine, not ${apiUrl}.`);
  }
  if (!isSimulationKey) {
    throw new Error(
      `STRIPE_API_URL is set, so STRIPE_SECRET_KEY must begin with ${SIMULATION_KEY}: ` +
        "any other key is sent only to Stripe.",
    );
  }
  return { host: hostname, port: Number(port === "" ? "80" : port), protocol: "http" };
}

export function isLiveKey(secretKey: string): boolean {
  return /^[sr]k_live_/.test(secretKey);
}
