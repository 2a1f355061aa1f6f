import type Stripe from "stripe";
import { HOUR_MS } from "../shared/durations";
import { asking, StripeFailure } from "./stripeFailure";

const STATUSES = ["draft", "open", "paid", "void", "uncollectible"] as const;

export interface OverageInvoice {
  id: string;
  status: (typeof STATUSES)[number];
  /** Its payment is under way, which takes days from a bank account (docs/fidelity.md, I11). */
  isProcessing: boolean;
  /** Why its last payment failed; null where none did. */
  paymentError: string | null;
  /** Where its owner can pay or confirm it, once it is finalized. */
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

const METADATA = "overageChargeId";

/** Each step has its own fixed key, so that a step taken again within a day is the same step. */
const key = (prefix: string, step: string) => ({ idempotencyKey: `ov:${prefix}:${step}` });

export async function createOverageInvoice(
  sdk: Stripe,
  { chargeId, customerId, keyPrefix }: Pick<OverageLine, "chargeId" | "customerId" | "keyPrefix">,
): Promise<OverageInvoice> {
  const invoice = await asking(() =>
    sdk.invoices.create(
      {
        customer: customerId,
        currency: "usd",
        auto_advance: false,
        pending_invoice_items_behavior: "exclude",
        metadata: { [METADATA]: chargeId },
      },
      key(keyPrefix, "invoice"),
    ),
  );
  return shown(invoice);
}

/**
 * The invoice that an earlier run made and could not report. By listing: Stripe's search lags
 * behind, and its memory of our keys ends after a day.
 */
export async function findOverageInvoice(
  sdk: Stripe,
  { chargeId, customerId, sinceMs }: { chargeId: string; customerId: string; sinceMs: number },
): Promise<OverageInvoice | null> {
  return await asking(async () => {
    for await (const invoice of sdk.invoices.list({ customer: customerId, limit: 100 })) {
      if (invoice.metadata?.[METADATA] === chargeId) return shown(invoice);
      if (invoice.created * 1000 < sinceMs - CLOCK_DIFFERENCE_MS) return null;
    }
    return null;
  });
}

/** Stripe's clock and ours need not agree. */
const CLOCK_DIFFERENCE_MS = HOUR_MS;

/** Null when it is gone: only a draft can be deleted (docs/fidelity.md, I6). */
export async function retrieveOverageInvoice(
  sdk: Stripe,
  id: string,
): Promise<OverageInvoice | null> {
  try {
    return shown(await asking(() => sdk.invoices.retrieve(id, { expand: [PAYMENT] })));
  } catch (error) {
    if (error instanceof StripeFailure && error.reason === "missing") return null;
    throw error;
  }
}

/** What the charge's own line is over, in cents; null without one. The total is less or more by discounts and taxes. */
export async function findOverageLine(
  sdk: Stripe,
  invoiceId: string,
  chargeId: string,
): Promise<number | null> {
  const { data } = await asking(() => sdk.invoiceItems.list({ invoice: invoiceId, limit: 100 }));
  return data.find(({ metadata }) => metadata?.[METADATA] === chargeId)?.amount ?? null;
}

export async function addOverageLine(
  sdk: Stripe,
  invoiceId: string,
  line: OverageLine,
): Promise<void> {
  await asking(() =>
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
        metadata: { [METADATA]: line.chargeId },
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
  const invoice = await asking(() =>
    sdk.invoices.finalizeInvoice(invoiceId, { auto_advance: false }, key(keyPrefix, "finalize")),
  );
  return shown(invoice);
}

/** Stripe repeats a refusal for its key, so each further attempt to pay needs a key of its own. */
export async function payOverageInvoice(
  sdk: Stripe,
  invoiceId: string,
  { keyPrefix, attempt, subscriptionId }: PaymentAttempt,
): Promise<OverageInvoice> {
  const payment_method = await methodOf(sdk, subscriptionId);
  const params = { off_session: true, payment_method, expand: [PAYMENT] };
  const invoice = await asking(() =>
    sdk.invoices.pay(invoiceId, params, key(keyPrefix, `pay:${attempt}`)),
  );
  return shown(invoice);
}

/**
 * The checkout saves the card with the subscription, where Stripe does not look for an invoice of its
 * own. Asked for beforehand, since Stripe has no code for an invoice with nothing to pay it.
 */
async function methodOf(sdk: Stripe, subscriptionId: string): Promise<string> {
  const { customer, default_payment_method: own } = await asking(() =>
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

/** Tells of a payment only where it was expanded: before it is asked for there is none. */
function shown({ id, status, hosted_invoice_url, payments }: Stripe.Invoice): OverageInvoice {
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
