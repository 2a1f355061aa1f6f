/** Payments: payment intents and charges. */
import { newId } from "../identifiers.ts";
import type { Charge, Invoice, InvoicePayment, PaymentIntent, PaymentMethod } from "../wire.ts";
import { openDispute } from "./disputes.ts";
import { recordMoney } from "./ledger.ts";
import {
  mustConfirmOffSession,
  mustConfirmOnSession,
  cardError,
  cardOf,
  markAuthenticated,
} from "./payment-methods.ts";
import { bankOf } from "./test-banks.ts";
import { AUTHENTICATION_REQUIRED } from "./test-cards.ts";
import type { Decline } from "./test-cards.ts";
import { known, put, save } from "./world.ts";
import type { World } from "./world.ts";
import { StripeError } from "../errors.ts";

export type ChargeResult =
  { state: "paid" } | { state: "processing" } | { state: "refused"; error: StripeError };

/** Where the customer is during a payment. It decides about authentication. */
export type Presence =
  /** The customer has just authenticated on one of the pages. */
  | "confirmed"
  /** Can be redirected to a page that asks for authentication. */
  | "on_session"
  | "off_session";

/** Attempts to charge the amount of the invoice. */
export function charge(
  world: World,
  invoice: Invoice,
  method: PaymentMethod,
  presence: Presence,
): ChargeResult {
  const payment = paymentOf(world, invoice);
  const intent = intentOf(world, invoice, payment);
  if (presence === "on_session" && mustConfirmOnSession(world, method)) {
    return { state: "refused", error: requireAction(world, intent, method) };
  }
  const decline = declineFor(world, method, presence);
  const isSlow = bankOf(method) !== null;
  const made = newCharge(world, { invoice, method, intent, decline, isSlow });
  if (isSlow) {
    process(world, made, intent);
    return { state: "processing" };
  }
  if (decline !== null) {
    const failed = refuse(world, { made, intent, method, failure: decline });
    const error = cardError(decline, method, { payment_intent: failed, charge: made.id });
    return { state: "refused", error };
  }
  if (presence === "confirmed") markAuthenticated(world, method);
  take(world, { made, intent, payment, invoice });
  if (cardOf(world, method)?.isDisputed === true) openDispute(world, made, "fraudulent");
  return { state: "paid" };
}

/** A payment from a bank account is pending for days. */
function process(world: World, made: Charge, intent: PaymentIntent): void {
  save(world, made, "charge.pending");
  const processing: PaymentIntent = {
    ...intent,
    latest_charge: made.id,
    status: "processing",
    payment_method: made.payment_method,
    last_payment_error: null,
    next_action: null,
  };
  save(world, processing, "payment_intent.processing");
}

interface Attempt {
  made: Charge;
  intent: PaymentIntent;
}

export function refuse(
  world: World,
  { made, intent, method, failure }: Attempt & { method: PaymentMethod; failure: Failure },
): PaymentIntent {
  save(world, made, "charge.failed");
  const { code, decline_code, message } = failure;
  const failed: PaymentIntent = {
    ...intent,
    latest_charge: made.id,
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_payment_error: {
      type: "card_error",
      code,
      ...(decline_code === undefined ? {} : { decline_code }),
      message,
      charge: made.id,
      payment_method_type: method.type,
    },
  };
  return save(world, failed, "payment_intent.payment_failed");
}

type Failure = Pick<Decline, "code" | "message"> & Partial<Decline>;

export function take(
  world: World,
  { made, intent, payment, invoice }: Attempt & { payment: InvoicePayment; invoice: Invoice },
): void {
  save(world, made, "charge.succeeded");
  const succeeded: PaymentIntent = {
    ...intent,
    latest_charge: made.id,
    status: "succeeded",
    amount_received: intent.amount,
    payment_method: made.payment_method,
    last_payment_error: null,
    next_action: null,
  };
  save(world, succeeded, "payment_intent.succeeded");
  const paid: InvoicePayment = {
    ...payment,
    amount_paid: invoice.amount_remaining,
    status: "paid",
    status_transitions: { canceled_at: null, paid_at: world.now },
  };
  save(world, paid, "invoice_payment.paid");
  recordMoney(world, { kind: "charge", amount: made.amount, charge: made, invoice: invoice.id });
}

/** Whether a payment of the invoice is pending. Meanwhile no other may start. */
export function isProcessing(world: World, { id }: Invoice): boolean {
  return world.store.all("invoice_payment", { owner: id }).some(({ payment }) => {
    const intent = world.store.get("payment_intent", payment.payment_intent ?? "");
    return intent?.status === "processing";
  });
}

/**
 * Nothing is charged before the owner has confirmed. The text is quoted in github.com/stripe/stripe-node/issues/628.
 * Only invoices have this code; subscriptions have their own.
 */
function requireAction(world: World, intent: PaymentIntent, method: PaymentMethod): StripeError {
  const payment_intent: PaymentIntent = {
    ...intent,
    status: "requires_action",
    payment_method: method.id,
    last_payment_error: null,
    next_action: { type: "use_stripe_sdk", use_stripe_sdk: {} },
  };
  save(world, payment_intent, "payment_intent.requires_action");
  return new StripeError({
    status: 402,
    type: "card_error",
    code: "invoice_payment_intent_requires_action",
    message:
      "This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.",
    payment_intent,
  });
}

/** The owner declined at their bank, or failed the bank's check. */
export function failAuthentication(world: World, invoice: Invoice, method: PaymentMethod): void {
  const intent = intentOf(world, invoice, paymentOf(world, invoice));
  const failed: PaymentIntent = {
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_payment_error: {
      type: "invalid_request_error",
      code: "payment_intent_authentication_failure",
      message:
        "The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.",
      payment_method_type: method.type,
    },
  };
  save(world, failed, "payment_intent.payment_failed");
}

/** An intent without an attempt, for clients that confirm it themselves. */
export function prepareIntent(world: World, invoice: Invoice, method: string | null): void {
  const intent = intentOf(world, invoice, paymentOf(world, invoice));
  const status = method === null ? "requires_payment_method" : "requires_confirmation";
  put(world, { ...intent, status, payment_method: method });
}

/** The secret with which a browser confirms an invoice's payment; null if there is none. */
export function confirmationSecret(
  world: World,
  invoice: string,
): { client_secret: string; type: string } | null {
  const [payment] = world.store.all("invoice_payment", { owner: invoice });
  const id = payment?.payment.payment_intent;
  const secret = id === undefined ? null : known(world, "payment_intent", id).client_secret;
  return secret === null ? null : { client_secret: secret, type: "payment_intent" };
}

function declineFor(world: World, method: PaymentMethod, presence: Presence): Decline | null {
  if (presence === "off_session" && mustConfirmOffSession(world, method))
    return AUTHENTICATION_REQUIRED;
  return cardOf(world, method)?.charging ?? null;
}

function paymentOf(world: World, invoice: Invoice): InvoicePayment {
  const [existing] = world.store.all("invoice_payment", { owner: invoice.id });
  if (existing !== undefined) return existing;
  const payment: InvoicePayment = {
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_remaining,
    created: world.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: "payment_intent", payment_intent: newId("pi") },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  };
  put(world, payment);
  return payment;
}

/** An invoice has one intent, however often it is attempted. */
function intentOf(world: World, invoice: Invoice, { payment }: InvoicePayment): PaymentIntent {
  const id = payment.payment_intent ?? "";
  const existing = world.store.get("payment_intent", id);
  if (existing !== null) return existing;
  const intent: PaymentIntent = {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: invoice.amount_remaining,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: `${id}_secret_${newId("pi").slice(3)}`,
    confirmation_method: "automatic",
    created: world.now,
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    description: invoice.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card", "link", "us_bank_account"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_confirmation",
    transfer_group: null,
  };
  return save(world, intent, "payment_intent.created");
}

interface NewCharge {
  invoice: Invoice;
  method: PaymentMethod;
  intent: PaymentIntent;
  decline: Decline | null;
  isSlow: boolean;
}

function newCharge(world: World, { invoice, method, intent, decline, isSlow }: NewCharge): Charge {
  const isPaid = decline === null && !isSlow;
  return {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: "SIMULATION",
    captured: isPaid,
    created: world.now,
    currency: invoice.currency,
    customer: invoice.customer,
    description: invoice.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline === null ? "approved_by_network" : "declined_by_network",
      reason: decline === null ? null : (decline.decline_code ?? decline.code),
      risk_level: "normal",
      seller_message: decline === null ? "Payment complete." : "The bank declined the payment.",
      type: decline === null ? "authorized" : "issuer_declined",
    },
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(method),
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isSlow ? "pending" : isPaid ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  };
}

function detailsOf(method: PaymentMethod): Charge["payment_method_details"] {
  if (method.type === "link") return { type: "link", link: { country: "US" } };
  const { us_bank_account: bank } = method;
  if (bank === undefined) return cardDetails(method);
  const { account_holder_type, account_type, bank_name, fingerprint, last4, routing_number } = bank;
  return {
    type: "us_bank_account",
    us_bank_account: {
      account_holder_type,
      account_type,
      bank_name,
      fingerprint,
      last4,
      payment_reference: null,
      routing_number,
    },
  };
}

function cardDetails({ card }: PaymentMethod): Charge["payment_method_details"] {
  if (card === undefined)
    throw new Error("A payment method that is neither Link nor a bank account has a card");
  return {
    type: "card",
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: card.regulated_status,
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

/** Cancels the intent of an invoice that will not be paid. */
export function cancelIntent(world: World, invoice: Invoice): void {
  const [payment] = world.store.all("invoice_payment", { owner: invoice.id });
  if (payment?.payment.payment_intent === undefined || payment.status !== "open") return;
  const intent = known(world, "payment_intent", payment.payment.payment_intent);
  const canceled_at = world.now;
  save(
    world,
    { ...intent, status: "canceled", canceled_at, cancellation_reason: "void_invoice" },
    "payment_intent.canceled",
  );
  put(world, {
    ...payment,
    status: "canceled",
    status_transitions: { ...payment.status_transitions, canceled_at },
  });
}
