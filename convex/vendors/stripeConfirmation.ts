import type Stripe from "stripe";
import { HOUR_MS } from "../shared/durations";
import { withStripeErrors } from "./stripeFailure";
import type { PaymentToConfirm } from "./stripeTable";
import { planTypeOfProduct } from "./stripePlans";

/** How long Stripe waits for a first payment (docs.stripe.com/billing/subscriptions/overview). */
const FIRST_PAYMENT_MS = 23 * HOUR_MS;

/** Makes a request only for a subscription that waits for a payment. */
export async function findPaymentToConfirm(
  sdk: Stripe,
  subscription: Stripe.Subscription,
): Promise<PaymentToConfirm | null> {
  const what = pendingPayment(subscription);
  const invoice = subscription.latest_invoice;
  if (what === null || invoice === null || typeof invoice === "string") return null;
  const { id, status, hosted_invoice_url: url, amount_remaining: amountCents } = invoice;
  if (status !== "open" || url == null || !(await needsConfirmation(sdk, id))) return null;
  const { pending_update: update, items } = subscription;
  const changed = update?.subscription_items ?? [];
  const begins = what === "plan_start" ? [...changed, ...items.data] : changed;
  return {
    invoiceId: id,
    url,
    amountCents,
    what,
    planType: planTypeOfItem(begins[0]),
    untilMs:
      update !== null
        ? update.expires_at * 1000
        : what === "first_payment"
          ? subscription.created * 1000 + FIRST_PAYMENT_MS
          : null,
  };
}

function pendingPayment({
  pending_update,
  status,
}: Stripe.Subscription): PaymentToConfirm["what"] | null {
  if (pending_update !== null) return pending_update.trial_end === null ? "upgrade" : "plan_start";
  if (status === "incomplete") return "first_payment";
  return status === "past_due" || status === "unpaid" ? "renewal" : null;
}

async function needsConfirmation(sdk: Stripe, invoice: string): Promise<boolean> {
  const { data } = await withStripeErrors(() =>
    sdk.invoicePayments.list({ invoice, limit: 100, expand: ["data.payment.payment_intent"] }),
  );
  return data.some(({ payment: { payment_intent: intent } }) => {
    if (intent === undefined || typeof intent === "string") return false;
    const { status, last_payment_error: error } = intent;
    return status === "requires_action" || CONFIRMATION_ERRORS.includes(error?.code ?? "");
  });
}

/** The errors of payments that can still succeed: the owner did not confirm, or the confirmation failed. */
const CONFIRMATION_ERRORS = ["authentication_required", "payment_intent_authentication_failure"];

function planTypeOfItem(item: Stripe.SubscriptionItem | undefined): PaymentToConfirm["planType"] {
  const product = item?.price.product;
  if (product === undefined) return null;
  return planTypeOfProduct(typeof product === "string" ? product : product.id);
}
