/** Common steps of tests: what an owner does on the hosted pages, and the product's API requests. */
import type Stripe from "stripe";
import { must } from "@hark/stand-in-kit/must";
import { METHOD_OF_CARD } from "../../verify/remote-stripe.ts";
import { needs, remote } from "../../verify/remote.ts";
import type { TestStripe } from "./stand-in.ts";

export const GOOD_CARD = "4242424242424242";
export const DECLINED_CARD = "4000000000000002";
export const FAILS_LATER_CARD = "4000000000000341";
export const ASKS_ONCE_CARD = "4000002500003155";
export const ASKS_ALWAYS_CARD = "4000002760003184";
export const DISPUTED_CARD = "4000000000000259";

const SUCCESS = "http://127.0.0.1:4275/dashboard?subscription=success&id={CHECKOUT_SESSION_ID}";
export const CANCEL = "http://127.0.0.1:4275/dashboard?subscription=cancel";

/** The ID in a field that may be expanded. */
export function idOf(value: string | { id: string } | null): string {
  return typeof value === "object" ? must(value, "the object").id : value;
}

export async function createPrice(
  { stripe }: TestStripe,
  name: string,
  cents: number,
): Promise<Stripe.Price> {
  return stripe.prices.create({
    currency: "usd",
    unit_amount: cents,
    lookup_key: name,
    transfer_lookup_key: true,
    recurring: { interval: "month" },
    product_data: { name },
  });
}

/** Creates a draft invoice with one line. */
export async function invoiceOver(
  { stripe }: TestStripe,
  customer: string,
  amount: number,
): Promise<Stripe.Invoice> {
  const invoice = await stripe.invoices.create({ customer, currency: "usd" });
  await stripe.invoiceItems.create({ customer, invoice: invoice.id, amount, currency: "usd" });
  return invoice;
}

export interface CheckoutOptions {
  customer: string;
  price: string;
  trialDays?: number;
}

export async function openCheckout(
  { stripe }: TestStripe,
  { customer, price, trialDays }: CheckoutOptions,
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: "subscription",
    customer,
    client_reference_id: "user_1",
    line_items: [{ price, quantity: 1 }],
    payment_method_collection: "if_required",
    metadata: { userId: "user_1" },
    subscription_data: {
      metadata: { userId: "user_1" },
      billing_mode: { type: "flexible" },
      ...trialOf(trialDays),
    },
    success_url: SUCCESS,
    cancel_url: CANCEL,
  });
}

function trialOf(days: number | undefined) {
  if (days === undefined) return {};
  return {
    trial_period_days: days,
    trial_settings: { end_behavior: { missing_payment_method: "cancel" as const } },
  };
}

/** Submits a page's form, as a browser does. */
export async function submit(url: string, entered: Record<string, string>): Promise<Response> {
  if (remote !== null) needs("page");
  return fetch(url, {
    method: "POST",
    body: new URLSearchParams(entered),
    headers: { Origin: new URL(url).origin },
    redirect: "manual",
  });
}

export function card(number: string): Record<string, string> {
  return { method: "card", number, expiry: "12 / 39", cvc: "123", name: "Ada Owner" };
}

export interface Subscriber {
  customer: string;
  subscription: Stripe.Subscription;
  starter: Stripe.Price;
  pro: Stripe.Price;
}

interface Entered {
  /** Null if no card is entered. */
  number?: string | null;
  trialDays?: number;
}

export async function subscribe(test: TestStripe, entered: Entered = {}): Promise<Subscriber> {
  const starter = await createPrice(test, "starter", 2900);
  const pro = await createPrice(test, "pro", 4900);
  const { id: customer } = await test.stripe.customers.create({ email: "ada@example.com" });
  const begin = test.hasPages ? checkOut : beginByApi;
  const subscription = await begin(test, { ...entered, customer, price: starter.id });
  return {
    customer,
    subscription: await test.stripe.subscriptions.retrieve(subscription),
    starter,
    pro,
  };
}

async function checkOut(
  test: TestStripe,
  { number = GOOD_CARD, ...options }: Entered & CheckoutOptions,
): Promise<string> {
  const session = await openCheckout(test, options);
  const entered = number === null ? { method: "card" } : card(number);
  const answer = await submit(must(session.url, "the session's address"), entered);
  if (answer.status !== 303)
    throw new Error(`Checkout answered ${answer.status}: ${await answer.text()}`);
  const { subscription } = await test.stripe.checkout.sessions.retrieve(session.id);
  return idOf(subscription);
}

/** Creates by API what Checkout would create, because nobody can fill in Stripe's own page. */
async function beginByApi(
  { stripe }: TestStripe,
  { number = GOOD_CARD, customer, price, trialDays }: Entered & CheckoutOptions,
): Promise<string> {
  const method =
    number === null
      ? {}
      : { default_payment_method: (await attachCard(stripe, customer, number)).id };
  const { id } = await stripe.subscriptions.create({
    customer,
    items: [{ price, quantity: 1 }],
    metadata: { userId: "user_1" },
    billing_mode: { type: "flexible" },
    ...method,
    ...trialOf(trialDays),
  });
  return id;
}

function attachCard(
  stripe: Stripe,
  customer: string,
  number: string,
): Promise<Stripe.PaymentMethod> {
  const token = METHOD_OF_CARD[number] ?? needs("page");
  return stripe.paymentMethods.attach(token, { customer });
}

export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  return must(subscription.items.data[0], "the subscription's item");
}

export async function upgrade(
  { stripe }: TestStripe,
  subscription: Stripe.Subscription,
  price: string,
): Promise<Stripe.Subscription> {
  return stripe.subscriptions.update(subscription.id, {
    items: [{ id: itemOf(subscription).id, price }],
    proration_behavior: "always_invoice",
    payment_behavior: "error_if_incomplete",
  });
}

export async function scheduleDowngrade(
  { stripe }: TestStripe,
  subscription: Stripe.Subscription,
  price: string,
): Promise<Stripe.SubscriptionSchedule> {
  const schedule = await stripe.subscriptionSchedules.create({
    from_subscription: subscription.id,
  });
  const current = must(schedule.phases[0], "the current phase");
  const item = must(current.items[0], "the phase's item");
  return stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: "release",
    phases: [
      {
        items: [{ price: idOf(item.price), quantity: 1 }],
        start_date: current.start_date,
        end_date: current.end_date,
        ...(current.trial_end === null ? {} : { trial_end: current.trial_end }),
      },
      {
        items: [{ price, quantity: 1 }],
        duration: { interval: "month", interval_count: 1 },
        proration_behavior: "none",
      },
    ],
  });
}

export async function openPortal({ stripe }: TestStripe, customer: string): Promise<string> {
  const configuration = await stripe.billingPortal.configurations.create({
    business_profile: { headline: "Hark billing" },
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: "at_period_end" },
    },
  });
  const session = await stripe.billingPortal.sessions.create({
    customer,
    configuration: configuration.id,
    return_url: "http://127.0.0.1:4275/dashboard/subscription",
  });
  return session.url;
}
