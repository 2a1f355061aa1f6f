import type Stripe from "stripe";
import type { PaidPlanType } from "../catalog/plans";
import { asking } from "./stripeFailure";
import { ensurePrice } from "./stripePlans";

export interface CheckoutWish {
  customerId: string;
  planType: PaidPlanType;
  /** 0: no trial. */
  trialDays: number;
  siteUrl: string;
}

/**
 * The address of a payment page for this wish. A page that is open for it is used again, and one
 * that is open for anything else is closed, so that an owner cannot pay for two things in two tabs.
 */
export async function openCheckout(sdk: Stripe, wish: CheckoutWish): Promise<string> {
  const priceId = await ensurePrice(sdk, wish.planType);
  const terms = { priceId, trialDays: String(wish.trialDays), siteUrl: wish.siteUrl };
  const open = await listOpen(sdk, wish.customerId);
  const [fitting, ...others] = [
    ...open.filter((session) => fits(session, terms)),
    ...open.filter((session) => !fits(session, terms)),
  ];
  const isReusable = fitting?.url != null && fits(fitting, terms);
  await closeAll(sdk, isReusable || fitting === undefined ? others : [fitting, ...others]);
  return isReusable ? fitting.url : await createSession(sdk, wish, terms);
}

/** Closes whatever could still lead to another subscription. */
export async function closeOpenCheckouts(sdk: Stripe, customerId: string): Promise<void> {
  await closeAll(sdk, await listOpen(sdk, customerId));
}

type Terms = { priceId: string; trialDays: string; siteUrl: string };

function fits(session: Stripe.Checkout.Session, terms: Terms): session is Open {
  const { metadata, url } = session;
  return url !== null && Object.entries(terms).every(([name, value]) => metadata?.[name] === value);
}

type Open = Stripe.Checkout.Session & { url: string };

async function createSession(sdk: Stripe, wish: CheckoutWish, terms: Terms): Promise<string> {
  const { customerId, trialDays, siteUrl } = wish;
  // Two clicks at once see the same newest session, and so get one between them.
  const { data } = await asking(() =>
    sdk.checkout.sessions.list({ customer: customerId, limit: 1 }),
  );
  const newest = data[0]?.id ?? "none";
  const session = await asking(() =>
    sdk.checkout.sessions.create(
      {
        mode: "subscription",
        customer: customerId,
        line_items: [{ price: terms.priceId, quantity: 1 }],
        payment_method_collection: trialDays > 0 ? "if_required" : "always",
        metadata: terms,
        subscription_data: trialDays > 0 ? trialOf(trialDays) : {},
        success_url: `${siteUrl}/dashboard/subscription?subscription=success`,
        cancel_url: `${siteUrl}/dashboard/subscription?subscription=cancel`,
      },
      { idempotencyKey: `checkout:${customerId}:${terms.priceId}:${trialDays}:${newest}` },
    ),
  );
  if (session.url === null) throw new Error(`Checkout session ${session.id} has no address`);
  return session.url;
}

/** A trial that ends without a means of payment ends the subscription, and owes nothing. */
function trialOf(trialDays: number): Stripe.Checkout.SessionCreateParams.SubscriptionData {
  return {
    trial_period_days: trialDays,
    trial_settings: { end_behavior: { missing_payment_method: "cancel" } },
  };
}

async function listOpen(sdk: Stripe, customerId: string): Promise<Stripe.Checkout.Session[]> {
  const { data } = await asking(() =>
    sdk.checkout.sessions.list({ customer: customerId, status: "open", limit: 100 }),
  );
  return data;
}

async function closeAll(sdk: Stripe, sessions: Stripe.Checkout.Session[]): Promise<void> {
  for (const { id } of sessions) {
    await asking(() => sdk.checkout.sessions.expire(id, {}, { idempotencyKey: `expire:${id}` }));
  }
}
