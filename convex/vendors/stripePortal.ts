import type Stripe from "stripe";
import { asking } from "./stripeFailure";

/** Marks our own configuration: the account's default one may allow what we do not expect. */
const MARK = { purpose: "owner_billing_1" };

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
  const session = await asking(() =>
    sdk.billingPortal.sessions.create(
      {
        customer: customerId,
        return_url: `${siteUrl}/dashboard/subscription`,
        configuration,
      },
      // Each visit is a session of its own, and one too many does no harm.
      { idempotencyKey: `portal:${crypto.randomUUID()}` },
    ),
  );
  return session.url;
}

/** The portal's settings, which are made if there are none. */
export async function ensureConfiguration(sdk: Stripe): Promise<string> {
  const { data } = await asking(() =>
    sdk.billingPortal.configurations.list({ active: true, limit: 100 }),
  );
  const own = data.find(({ metadata }) => metadata?.purpose === MARK.purpose);
  if (own !== undefined) return own.id;
  const created = await asking(() =>
    sdk.billingPortal.configurations.create(
      { features: FEATURES, metadata: MARK },
      { idempotencyKey: `portal:${MARK.purpose}` },
    ),
  );
  return created.id;
}
