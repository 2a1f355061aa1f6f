import type Stripe from "stripe";
import { REFUSALS } from "../shared/messages";
import type { PaidPlanType } from "../shared/plans";
import { asking } from "./stripeFailure";
import { ensurePrice } from "./stripePlans";

export interface CheckoutWish {
  customerId: string;
  planType: PaidPlanType;
  /** 0: no trial. */
  trialDays: number;
  siteUrl: string;
}

type Session = Stripe.Checkout.Session;

/**
 * The address of a payment page for this wish. A page that is open for it is used again, and one
 * that is open for anything else is closed, so that an owner cannot pay for two things in two tabs.
 */
export async function openCheckout(sdk: Stripe, wish: CheckoutWish): Promise<string> {
  const priceId = await ensurePrice(sdk, wish.planType);
  const terms = { priceId, trialDays: String(wish.trialDays), siteUrl: wish.siteUrl };
  const sessions = await listSessions(sdk, wish.customerId);
  const open = sessions.filter(({ status }) => status === "open");
  const fitting = open.find((session) => fits(session, terms));
  for (const session of open) if (session !== fitting) await close(sdk, session);
  // Two clicks at once see the same newest session, and so get one between them.
  const newestId = sessions[0]?.id ?? "none";
  const session = fitting ?? (await createSession(sdk, { wish, terms, newestId }));
  if (session.url === null) throw new Error(`Checkout session ${session.id} has no address`);
  return session.url;
}

/** Closes whatever could still lead to another subscription. */
export async function closeOpenCheckouts(sdk: Stripe, customerId: string): Promise<void> {
  for (const session of await listSessions(sdk, customerId)) {
    if (session.status === "open") await close(sdk, session);
  }
}

type Terms = { priceId: string; trialDays: string; siteUrl: string };

function fits({ metadata }: Session, terms: Terms): boolean {
  return Object.entries(terms).every(([name, value]) => metadata?.[name] === value);
}

async function createSession(
  sdk: Stripe,
  { wish, terms, newestId }: { wish: CheckoutWish; terms: Terms; newestId: string },
): Promise<Session> {
  const { customerId, trialDays, siteUrl } = wish;
  return await asking(() =>
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

/** A trial that ends without a means of payment ends the subscription, and owes nothing. */
function trialOf(trialDays: number): Stripe.Checkout.SessionCreateParams.SubscriptionData {
  return {
    trial_period_days: trialDays,
    trial_settings: { end_behavior: { missing_payment_method: "cancel" } },
  };
}

/** Newest first. A session stays open for a day at most, and nobody begins so many in a day. */
async function listSessions(sdk: Stripe, customerId: string): Promise<Session[]> {
  const { data } = await asking(() =>
    sdk.checkout.sessions.list({ customer: customerId, limit: 100 }),
  );
  return data;
}

async function close(sdk: Stripe, { id }: Session): Promise<void> {
  await asking(() => sdk.checkout.sessions.expire(id, {}, { idempotencyKey: `expire:${id}` }));
}
