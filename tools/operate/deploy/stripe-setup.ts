/** What has to be at Stripe before the first owner subscribes. */
import Stripe from "stripe";
import { PAID_PLANS } from "../../../convex/shared/plans.ts";
import { PRODUCT_NAME } from "../../../convex/shared/productName.ts";
import { STRIPE_EVENTS } from "../../../convex/shared/stripeEvents.ts";
import { ensurePrice } from "../../../convex/vendors/stripePlans.ts";
import { ensureConfiguration } from "../../../convex/vendors/stripePortal.ts";
import { findEndpoint, missingEvents } from "../examine/stripe.ts";

export async function makeCatalogue(stripe: Stripe): Promise<void> {
  for (const { type } of PAID_PLANS) await ensurePrice(stripe, type);
  await ensureConfiguration(stripe);
}

interface MadeEndpoint {
  secret: string;
  /** To be called when the deployment has the secret. */
  removeFormer(): Promise<void>;
}

/**
 * The webhook endpoint at this address. Null when it is there and its secret is known. Stripe tells a
 * secret once, in the answer that makes the endpoint: where it was lost, a new one takes its place.
 */
export async function ensureEndpoint(
  stripe: Stripe,
  url: string,
  { isSecretKnown }: { isSecretKnown: boolean },
): Promise<MadeEndpoint | null> {
  const former = await findEndpoint(stripe, url);
  const enabled_events = [...STRIPE_EVENTS];
  if (former !== null && isSecretKnown) {
    if (former.status !== "enabled" || missingEvents(former).length > 0) {
      await stripe.webhookEndpoints.update(former.id, { enabled_events, disabled: false });
    }
    return null;
  }
  const made = await stripe.webhookEndpoints.create({
    url,
    enabled_events,
    api_version: Stripe.API_VERSION,
    description: PRODUCT_NAME,
  });
  if (made.secret === undefined) throw new Error("Stripe made an endpoint without a secret.");
  return {
    secret: made.secret,
    async removeFormer() {
      if (former !== null) await stripe.webhookEndpoints.del(former.id);
    },
  };
}
