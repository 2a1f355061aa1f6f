/** A checkout session's life: open, then complete with a subscription, or expired. */
import { StripeError, invalid } from "../errors.ts";
import { newId } from "../identifiers.ts";
import type { CheckoutPlan } from "../storage/records.ts";
import type { CheckoutSession, Customer, LineItem, PaymentMethod, Price } from "../wire.ts";
import { DAY } from "./calendar.ts";
import { newCustomer } from "./customers.ts";
import { productName } from "./invoice-lines.ts";
import { attach } from "./payment-methods.ts";
import { startSubscription } from "./subscriptions.ts";
import { known, save } from "./world.ts";
import type { World } from "./world.ts";

export interface NewSession {
  price: Price;
  quantity: number;
  customer: Customer | null;
  customerEmail: string | null;
  clientReferenceId: string | null;
  metadata: Record<string, string>;
  paymentMethodCollection: "always" | "if_required";
  successUrl: string;
  cancelUrl: string | null;
  /** Shown beside the button. */
  submitText: { message: string } | null;
  expiresAt: number;
  isTrial: boolean;
}

export function newSession(world: World, wanted: NewSession): CheckoutSession {
  const id = newId("cs_test");
  const amount = wanted.isTrial ? 0 : (wanted.price.unit_amount ?? 0) * wanted.quantity;
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: wanted.cancelUrl,
    client_reference_id: wanted.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: world.now,
    currency: wanted.price.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: wanted.submitText,
      terms_of_service_acceptance: null,
    },
    customer: wanted.customer?.id ?? null,
    customer_account: null,
    customer_creation: wanted.customer === null ? "always" : null,
    customer_details: customerDetails(
      wanted.customer?.email ?? wanted.customerEmail,
      wanted.customer?.name ?? null,
    ),
    customer_email: wanted.customerEmail,
    discounts: [],
    expires_at: wanted.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: wanted.metadata,
    mode: "subscription",
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: wanted.paymentMethodCollection,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card", "link"],
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: {
      allow_redisplay_filters: ["always"],
      payment_method_remove: "disabled",
      payment_method_save: null,
    },
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    success_url: wanted.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${world.url}/c/pay/${id}`,
    wallet_options: null,
  };
}

/** True if nothing is due now and the session does not require a payment method. */
export function isCardOptional(session: CheckoutSession): boolean {
  return session.payment_method_collection === "if_required" && session.amount_total === 0;
}

/** Throws if the payment is refused. The caller's transaction is rolled back, so the session stays open. */
export function completeSession(
  world: World,
  session: CheckoutSession,
  { method, email }: { method: PaymentMethod | null; email: string | null },
): CheckoutSession {
  requireOpen(session, "completed");
  const plan = known(world, "sim.checkout", session.id);
  const customer = buyer(world, session, email);
  const attached = method === null ? null : attach(world, method, customer.id);
  const { subscription, invoice, error } = startSubscription(
    world,
    {
      customer: customer.id,
      price: known(world, "price", plan.priceId),
      quantity: plan.quantity,
      trialEnd: trialEndOf(world, plan),
      missingPaymentMethod: plan.missingPaymentMethod,
      paymentMethod: attached?.id ?? null,
      metadata: plan.subscriptionMetadata,
      description: plan.description,
    },
    { method: attached, presence: "confirmed" },
  );
  if (error !== null) throw error;
  return save(
    world,
    {
      ...session,
      customer: customer.id,
      customer_details: customerDetails(customer.email, customer.name ?? null),
      invoice: invoice.id,
      payment_status: invoice.amount_paid > 0 ? "paid" : "no_payment_required",
      status: "complete",
      subscription: subscription.id,
      url: null,
    },
    "checkout.session.completed",
  );
}

export function expireSession(world: World, session: CheckoutSession): CheckoutSession {
  requireOpen(session, "expired");
  return save(world, { ...session, status: "expired", url: null }, "checkout.session.expired");
}

export function lineItems(world: World, { id, amount_total }: CheckoutSession): LineItem[] {
  const { priceId, quantity } = known(world, "sim.checkout", id);
  const price = known(world, "price", priceId);
  const amount = amount_total ?? 0;
  return [
    {
      id: `li_${id.slice(-24)}`,
      object: "item",
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: productName(world, price),
      metadata: {},
      price,
      quantity,
    },
  ];
}

export function trialEndOf({ now }: World, { trialEnd, trialDays }: CheckoutPlan): number | null {
  return trialDays === null ? trialEnd : now + trialDays * DAY;
}

function buyer(world: World, session: CheckoutSession, email: string | null): Customer {
  if (session.customer === null) {
    const address = session.customer_email ?? email;
    return save(world, newCustomer(world, { email: address }), "customer.created");
  }
  const customer = world.store.get("customer", session.customer);
  if (customer === null) {
    throw new StripeError({
      status: 400,
      type: "invalid_request_error",
      code: "resource_missing",
      message: "The customer of this checkout has been deleted.",
    });
  }
  return customer;
}

function requireOpen({ status }: CheckoutSession, done: string): void {
  if (status === "open") return;
  throw invalid(
    `Only Checkout Sessions with a status in ["open"] can be ${done}. This Checkout Session has a status of ${status ?? "none"}.`,
  );
}

function customerDetails(
  email: string | null,
  name: string | null,
): CheckoutSession["customer_details"] {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: name,
    name,
    phone: null,
    tax_exempt: "none",
    tax_ids: null,
  };
}
