import type Stripe from "stripe";
import { REFUSALS } from "../shared/messages";
import type { PaidPlanType } from "../shared/plans";
import { withStripeErrors } from "./stripeFailure";
import { ensurePrice } from "./stripePlans";

export interface CheckoutRequest {
  customerId: string;
  planType: PaidPlanType;
  /** 0 for no trial. */
  trialDays: number;
  siteUrl: string;
}

type Session = Stripe.Checkout.Session;

/**
 * Returns the address of a payment page for this request. Reuses an open page for the same request and closes all others,
 * so that an owner cannot pay for two things in two tabs.
 */
export async function openCheckout(sdk: Stripe, checkout: CheckoutRequest): Promise<string> {
  const priceId = await ensurePrice(sdk, checkout.planType);
  const terms = { priceId, trialDays: String(checkout.trialDays), siteUrl: checkout.siteUrl };
  const sessions = await listSessions(sdk, checkout.customerId);
  const open = sessions.filter(({ status }) => status === "open");
  const reusable = open.find((session) => hasTerms(session, terms));
  for (const session of open) if (session !== reusable) await close(sdk, session);
  // Part of the idempotency key: two simultaneous clicks see the same newest session, and so create only one.
  const newestId = sessions[0]?.id ?? "none";
  const session = reusable ?? (await createSession(sdk, { checkout, terms, newestId }));
  if (session.url === null) throw new Error(`Checkout session ${session.id} has no address`);
  return session.url;
}

/** Closes all pages that could still lead to another subscription. */
export async function closeOpenCheckouts(sdk: Stripe, customerId: string): Promise<void> {
  for (const session of await listSessions(sdk, customerId)) {
    if (session.status === "open") await close(sdk, session);
  }
}

type Terms = { priceId: string; trialDays: string; siteUrl: string };

function hasTerms({ metadata }: Session, terms: Terms): boolean {
  return Object.entries(terms).every(([name, value]) => metadata?.[name] === value);
}

async function createSession(
  sdk: Stripe,
  { checkout, terms, newestId }: { checkout: CheckoutRequest; terms: Terms; newestId: string },
): Promise<Session> {
  const { customerId, trialDays, siteUrl } = checkout;
  return await withStripeErrors(() =>
    sdk.checkout.sessions.create(
      {
        mode: "subscription",
        customer: customerId,
        line_items: [{ price: terms.priceId, quantity: 1 }],
        payment_method_collection: trialDays > 0 ? "if_required" : "always",
        metadata: terms,
        ...(trialDays > 0
          ? {
              subscription_data: trialOf(trialDays),
              custom_text: { submit: { message: REFUSALS.trialTerms } },
            }
          : {}),
        success_url: `${siteUrl}/dashboard/subscription?subscription=success`,
        cancel_url: `${siteUrl}/dashboard/subscription?subscription=cancel`,
      },
      { idempotencyKey: `checkout:${customerId}:${terms.priceId}:${trialDays}:${newestId}` },
    ),
  );
}

/** A trial that ends without a payment method ends the subscription, and nothing is charged. */
function trialOf(trialDays: number): Stripe.Checkout.SessionCreateParams.SubscriptionData {
  return {
    trial_period_days: trialDays,
    trial_settings: { end_behavior: { missing_payment_method: "cancel" } },
  };
}

/** The newest first. One page of results is enough, because a session stays open for a day at most. */
async function listSessions(sdk: Stripe, customerId: string): Promise<Session[]> {
  const { data } = await withStripeErrors(() =>
    sdk.checkout.sessions.list({ customer: customerId, limit: 100 }),
  );
  return data;
}

async function close(sdk: Stripe, { id }: Session): Promise<void> {
  await withStripeErrors(() =>
    sdk.checkout.sessions.expire(id, {}, { idempotencyKey: `expire:${id}` }),
  );
}
