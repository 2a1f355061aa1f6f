import type Stripe from "stripe";
import { HOUR_MS } from "../shared/durations";
import { withStripeErrors, StripeFailure } from "./stripeFailure";

const STATUSES = ["draft", "open", "paid", "void", "uncollectible"] as const;

export interface OverageInvoice {
  id: string;
  status: (typeof STATUSES)[number];
  /** A payment is in progress, which takes days from a bank account (docs/fidelity.md, I11). */
  isProcessing: boolean;
  /** Why the last payment failed. Null if none did. */
  paymentError: string | null;
  /** The page where the owner can pay or confirm it, once it is finalized. */
  url: string | null;
}

export interface OverageLine {
  chargeId: string;
  keyPrefix: string;
  customerId: string;
  amountCents: number;
  description: string;
  periodStartMs: number;
  periodEndMs: number;
}

const CHARGE_KEY = "overageChargeId";

/** Each step has its own fixed idempotency key, so that a step repeated within a day is executed once. */
const key = (prefix: string, step: string) => ({ idempotencyKey: `ov:${prefix}:${step}` });

export async function createOverageInvoice(
  sdk: Stripe,
  { chargeId, customerId, keyPrefix }: Pick<OverageLine, "chargeId" | "customerId" | "keyPrefix">,
): Promise<OverageInvoice> {
  const invoice = await withStripeErrors(() =>
    sdk.invoices.create(
      {
        customer: customerId,
        currency: "usd",
        auto_advance: false,
        pending_invoice_items_behavior: "exclude",
        metadata: { [CHARGE_KEY]: chargeId },
      },
      key(keyPrefix, "invoice"),
    ),
  );
  return toOverageInvoice(invoice);
}

/**
 * Finds the invoice that an earlier run created without saving its id. Uses the list, because Stripe's search lags behind
 * and Stripe forgets idempotency keys after a day.
 */
export async function findOverageInvoice(
  sdk: Stripe,
  { chargeId, customerId, sinceMs }: { chargeId: string; customerId: string; sinceMs: number },
): Promise<OverageInvoice | null> {
  return await withStripeErrors(async () => {
    for await (const invoice of sdk.invoices.list({ customer: customerId, limit: 100 })) {
      if (invoice.metadata?.[CHARGE_KEY] === chargeId) return toOverageInvoice(invoice);
      if (invoice.created * 1000 < sinceMs - CLOCK_DIFFERENCE_MS) return null;
    }
    return null;
  });
}

/** How far Stripe's clock and ours may differ. */
const CLOCK_DIFFERENCE_MS = HOUR_MS;

/** Null if it was deleted, which is possible only for a draft (docs/fidelity.md, I6). */
export async function retrieveOverageInvoice(
  sdk: Stripe,
  id: string,
): Promise<OverageInvoice | null> {
  try {
    return toOverageInvoice(
      await withStripeErrors(() => sdk.invoices.retrieve(id, { expand: [PAYMENT] })),
    );
  } catch (error) {
    if (error instanceof StripeFailure && error.reason === "missing") return null;
    throw error;
  }
}

/** The amount of the charge's line in cents. Null without a line. The total may differ by discounts and taxes. */
export async function findOverageLine(
  sdk: Stripe,
  invoiceId: string,
  chargeId: string,
): Promise<number | null> {
  const { data } = await withStripeErrors(() =>
    sdk.invoiceItems.list({ invoice: invoiceId, limit: 100 }),
  );
  return data.find(({ metadata }) => metadata?.[CHARGE_KEY] === chargeId)?.amount ?? null;
}

export async function addOverageLine(
  sdk: Stripe,
  invoiceId: string,
  line: OverageLine,
): Promise<void> {
  await withStripeErrors(() =>
    sdk.invoiceItems.create(
      {
        customer: line.customerId,
        invoice: invoiceId,
        amount: line.amountCents,
        currency: "usd",
        description: line.description,
        period: {
          start: Math.floor(line.periodStartMs / 1000),
          end: Math.floor(line.periodEndMs / 1000),
        },
        metadata: { [CHARGE_KEY]: line.chargeId },
      },
      key(line.keyPrefix, "item"),
    ),
  );
}

export async function finalizeOverageInvoice(
  sdk: Stripe,
  invoiceId: string,
  keyPrefix: string,
): Promise<OverageInvoice> {
  const invoice = await withStripeErrors(() =>
    sdk.invoices.finalizeInvoice(invoiceId, { auto_advance: false }, key(keyPrefix, "finalize")),
  );
  return toOverageInvoice(invoice);
}

/** Each attempt needs its own key, because Stripe repeats a refusal for the same key. */
export async function payOverageInvoice(
  sdk: Stripe,
  invoiceId: string,
  { keyPrefix, attempt, subscriptionId }: PaymentAttempt,
): Promise<OverageInvoice> {
  const payment_method = await paymentMethodOf(sdk, subscriptionId);
  const params = { off_session: true, payment_method, expand: [PAYMENT] };
  const invoice = await withStripeErrors(() =>
    sdk.invoices.pay(invoiceId, params, key(keyPrefix, `pay:${attempt}`)),
  );
  return toOverageInvoice(invoice);
}

/**
 * The checkout saves the card with the subscription, which Stripe does not use for a separate invoice. Fetched before
 * paying, because Stripe has no error code for an invoice without a payment method.
 */
async function paymentMethodOf(sdk: Stripe, subscriptionId: string): Promise<string> {
  const { customer, default_payment_method: own } = await withStripeErrors(() =>
    sdk.subscriptions.retrieve(subscriptionId, { expand: ["customer"] }),
  );
  const customers =
    typeof customer === "string" || customer.deleted === true
      ? null
      : customer.invoice_settings.default_payment_method;
  const method = own ?? customers;
  if (method === null) {
    throw new StripeFailure("no_payment_method", "There is no payment method to charge.");
  }
  return typeof method === "string" ? method : method.id;
}

export interface PaymentAttempt {
  keyPrefix: string;
  attempt: number;
  subscriptionId: string;
}

const PAYMENT = "payments.data.payment.payment_intent";

/** Contains the payment only if it was expanded in the request. */
function toOverageInvoice({
  id,
  status,
  hosted_invoice_url,
  payments,
}: Stripe.Invoice): OverageInvoice {
  const known = STATUSES.find((candidate) => candidate === status);
  if (known === undefined)
    throw new Error(`Invoice ${id} has the unknown status ${String(status)}`);
  const intents = (payments?.data ?? []).flatMap(({ payment: { payment_intent: intent } }) =>
    typeof intent === "object" ? [intent] : [],
  );
  return {
    id,
    status: known,
    isProcessing: intents.some((intent) => intent.status === "processing"),
    paymentError: intents.map((intent) => intent.last_payment_error?.message).find(Boolean) ?? null,
    url: hosted_invoice_url ?? null,
  };
}
