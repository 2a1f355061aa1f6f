import { optional, required } from "../lib/env";
import { stripeClient, type StripeClient } from "./stripe";

export function stripe(): StripeClient {
  return stripeClient({
    secretKey: required("STRIPE_SECRET_KEY"),
    apiUrl: optional("STRIPE_API_URL"),
  });
}
