import type Stripe from "stripe";
import { withStripeErrors } from "./stripeFailure";

/** Identifies our own configuration. The account's default one may allow changes that we do not support. */
const METADATA = { purpose: "owner_billing_1" };

const FEATURES: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: "at_period_end" },
};

export async function openPortal(
  sdk: Stripe,
  { customerId, siteUrl }: { customerId: string; siteUrl: string },
): Promise<string> {
  const configuration = await ensureConfiguration(sdk);
  const session = await withStripeErrors(() =>
    sdk.billingPortal.sessions.create(
      {
        customer: customerId,
        return_url: `${siteUrl}/dashboard/subscription`,
        configuration,
      },
      // Each visit gets its own session. A superfluous one does no harm.
      { idempotencyKey: `portal:${crypto.randomUUID()}` },
    ),
  );
  return session.url;
}

/** Finds or creates the portal's settings. */
export async function ensureConfiguration(sdk: Stripe): Promise<string> {
  const { data } = await withStripeErrors(() =>
    sdk.billingPortal.configurations.list({ active: true, limit: 100 }),
  );
  const own = data.find(({ metadata }) => metadata?.purpose === METADATA.purpose);
  if (own !== undefined) return own.id;
  const created = await withStripeErrors(() =>
    sdk.billingPortal.configurations.create(
      { features: FEATURES, metadata: METADATA },
      { idempotencyKey: `portal:${METADATA.purpose}` },
    ),
  );
  return created.id;
}
