import { optional, required } from "../../env";
import { stripeClient, type StripeClient } from "../../platforms/stripe";

export function stripe(): StripeClient {
  return stripeClient({
    secretKey: required("STRIPE_SECRET_KEY"),
    apiUrl: optional("STRIPE_API_URL"),
  });
}
