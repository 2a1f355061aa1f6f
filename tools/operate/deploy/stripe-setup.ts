/** Creates what Stripe needs before the first owner subscribes. */
import Stripe from "stripe";
import { PAID_PLANS } from "../../../convex/shared/plans.ts";
import { PRODUCT_NAME } from "../../../convex/shared/productName.ts";
import { STRIPE_EVENTS } from "../../../convex/shared/stripeEvents.ts";
import { ensurePrice } from "../../../convex/vendors/stripePlans.ts";
import { ensureConfiguration } from "../../../convex/vendors/stripePortal.ts";
import { findEndpoint, missingEvents } from "../examine/stripe.ts";

export async function createProducts(stripe: Stripe): Promise<void> {
  for (const { type } of PAID_PLANS) await ensurePrice(stripe, type);
  await ensureConfiguration(stripe);
}

interface NewEndpoint {
  secret: string;
  /** Call this when the deployment has the secret. */
  removePrevious(): Promise<void>;
}

/**
 * Creates the webhook endpoint for this URL. Returns null if it exists and its secret is known. Stripe shows a secret
 * only when the endpoint is created, so an endpoint with a lost secret is replaced.
 */
export async function ensureEndpoint(
  stripe: Stripe,
  url: string,
  { isSecretKnown }: { isSecretKnown: boolean },
): Promise<NewEndpoint | null> {
  const former = await findEndpoint(stripe, url);
  const enabled_events = [...STRIPE_EVENTS];
  if (former !== null && isSecretKnown) {
    if (former.status !== "enabled" || missingEvents(former).length > 0) {
      await stripe.webhookEndpoints.update(former.id, { enabled_events, disabled: false });
    }
    return null;
  }
  const created = await stripe.webhookEndpoints.create({
    url,
    enabled_events,
    api_version: Stripe.API_VERSION,
    description: PRODUCT_NAME,
  });
  if (created.secret === undefined) throw new Error("Stripe created an endpoint without a secret.");
  return {
    secret: created.secret,
    async removePrevious() {
      if (former !== null) await stripe.webhookEndpoints.del(former.id);
    },
  };
}
