/** The stored records: Stripe's objects, and internal ones that Stripe's API does not show. */
import type {
  Charge,
  CheckoutSession,
  Customer,
  Dispute,
  Invoice,
  InvoiceItem,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  Refund,
  Schedule,
  StripeEvent,
  Subscription,
  TestClock,
  WebhookEndpoint,
} from "../wire.ts";

/** The test card of a payment method. */
export interface CardOnFile {
  id: string;
  object: "sim.card";
  number: string;
  /** Whether its owner has confirmed it for later payments (3D Secure). */
  isAuthenticated: boolean;
}

/** The parameters of a checkout session that its object does not show. */
export interface CheckoutPlan {
  id: string;
  object: "sim.checkout";
  priceId: string;
  quantity: number;
  trialEnd: number | null;
  trialDays: number | null;
  missingPaymentMethod: "cancel" | "create_invoice" | "pause";
  subscriptionMetadata: Record<string, string>;
  description: string | null;
  /** A card that waits for its owner to confirm it (3D Secure). */
  awaiting: string | null;
}

/** A deleted customer, about whom Stripe still responds. */
export interface FormerCustomer {
  id: string;
  object: "sim.deleted_customer";
  deleted: true;
}

export interface SubscriptionNotes {
  id: string;
  object: "sim.subscription";
  hasTrialEndBeenAnnounced: boolean;
  /** Ends an incomplete subscription. */
  firstPaymentDueBy: number | null;
}

export interface Delivery {
  /** The event's id; for a second endpoint, followed by the endpoint's id. */
  id: string;
  object: "sim.delivery";
  event: string;
  endpoint: string;
  /** The event as it was when it happened. */
  body: string;
  type: string;
  attempts: number;
  state: "pending" | "held" | "delivered" | "failed" | "dropped";
  nextAttemptAt: number | null;
  /** The outcome of the last attempt. */
  outcome: string | null;
}

export interface MoneyEntry {
  id: string;
  object: "sim.money";
  kind: "charge" | "refund" | "dispute" | "dispute_won";
  /** In cents. Negative for money that leaves the account. */
  amount: number;
  currency: string;
  created: number;
  customer: string | null;
  charge: string;
  invoice: string | null;
}

export interface SavedResponse {
  id: string;
  object: "sim.response";
  request: string;
  status: number;
  body: string;
  requestId: string;
  created: number;
}

export interface PortalLink {
  /** The secret part of the page's address. */
  id: string;
  object: "sim.portal";
  session: string;
  /** An invoice or a card that waits for its owner to confirm it (3D Secure). */
  awaiting: { paymentMethod: string; invoice: string | null } | null;
}

export interface Settings {
  id: "settings";
  object: "sim.settings";
  /** The webhook endpoint that this stand-in was started with. */
  ownEndpoint: string | null;
  isHoldingWebhooks: boolean;
  /** Whether a card entered in the portal becomes the default of the customer or of the subscription. */
  portalCardBecomesDefaultOf: "customer" | "subscription";
  /** What the portal does with a cancellation while a schedule is attached. */
  portalCancelWithSchedule: "release" | "refuse";
  nextInvoiceNumber: number;
  /** There are few test numbers, so this decides whether people with different addresses have the same card. */
  sameNumberIs: "one_card" | "a_card_per_email";
}

export type Records = ByObject<
  | Charge
  | CheckoutSession
  | Customer
  | Dispute
  | Invoice
  | InvoiceItem
  | InvoicePayment
  | PaymentIntent
  | PaymentMethod
  | PortalConfiguration
  | PortalSession
  | Price
  | Product
  | Refund
  | Schedule
  | StripeEvent
  | Subscription
  | TestClock
  | WebhookEndpoint
  | CardOnFile
  | CheckoutPlan
  | SubscriptionNotes
  | FormerCustomer
  | Delivery
  | MoneyEntry
  | SavedResponse
  | PortalLink
  | Settings
>;

type ByObject<Union extends { object: string }> = {
  [Kind in Union["object"]]: Extract<Union, { object: Kind }>;
};

export type Kind = keyof Records;
export type StoredRecord = Records[Kind];

/** The record that another belongs to, by which it can be found. */
export function ownerOf(record: StoredRecord): string | null {
  switch (record.object) {
    case "invoice":
      return record.parent?.subscription_details?.subscription ?? null;
    case "invoiceitem":
    case "invoice_payment":
      return record.invoice;
    case "price":
      return record.product;
    case "charge":
      return record.payment_intent;
    case "refund":
    case "dispute":
      return record.charge;
    case "subscription_schedule":
      return record.subscription;
    case "checkout.session":
      return record.subscription;
    case "sim.portal":
      return record.session;
    case "sim.delivery":
      return record.state;
    default:
      return null;
  }
}

export function customerOf(record: StoredRecord): string | null {
  return "customer" in record && typeof record.customer === "string" ? record.customer : null;
}
