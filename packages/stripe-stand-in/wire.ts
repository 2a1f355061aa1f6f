/**
 * Stripe's objects as JSON: the SDK's own types, but with ids where a field can be expanded and text where the SDK
 * creates a Decimal. The compiler checks against them whatever is built here.
 */
import type Stripe from "stripe";

export type Wire<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Stripe.Decimal
    ? string
    : T extends readonly (infer Item)[]
      ? Field<Item>[]
      : T extends object
        ? { [Key in keyof T]: Field<T[Key]> }
        : T;

// If a field is a string or an object, the string is the object's id.
type Field<T> = [string] extends [T] ? Wire<Exclude<T, { object: string }>> : Wire<T>;

export type Customer = Wire<Stripe.Customer>;
export type Product = Wire<Stripe.Product>;
export type Price = Wire<Stripe.Price>;
export type Plan = Wire<Stripe.Plan>;
export type CheckoutSession = Wire<Stripe.Checkout.Session>;
export type LineItem = Wire<Stripe.LineItem>;
export type Subscription = Wire<Stripe.Subscription>;
export type SubscriptionItem = Wire<Stripe.SubscriptionItem>;
export type Schedule = Wire<Stripe.SubscriptionSchedule>;
export type SchedulePhase = Schedule["phases"][number];
export type Invoice = Wire<Stripe.Invoice>;
export type InvoiceLine = Wire<Stripe.InvoiceLineItem>;
export type InvoiceItem = Wire<Stripe.InvoiceItem>;
export type InvoicePayment = Wire<Stripe.InvoicePayment>;
export type PaymentMethod = Wire<Stripe.PaymentMethod>;
export type PaymentIntent = Wire<Stripe.PaymentIntent>;
export type Charge = Wire<Stripe.Charge>;
export type Refund = Wire<Stripe.Refund>;
export type Dispute = Wire<Stripe.Dispute>;
export type PortalSession = Wire<Stripe.BillingPortal.Session>;
export type PortalConfiguration = Wire<Stripe.BillingPortal.Configuration>;
export type WebhookEndpoint = Wire<Stripe.WebhookEndpoint>;
export type TestClock = Wire<Stripe.TestHelpers.TestClock>;
export type EventType = Stripe.Event.Type;
/** Not `Stripe.Event`, because the compiler should not expand that union of some 250 events. */
export interface StripeEvent {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null } | null;
  type: EventType;
}
