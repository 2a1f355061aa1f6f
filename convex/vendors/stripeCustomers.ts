import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import type Stripe from "stripe";
import { paidPlanType } from "../lib/planType";
import { HOUR_MS } from "../shared/durations";
import { isPaidPlanType, type PaidPlanType } from "../shared/plans";
import { findPaymentToConfirm } from "./stripeConfirmation";
import { asking, StripeFailure } from "./stripeFailure";
import { paymentToConfirm, type PaymentToConfirm } from "./stripeTable";
import { planTypeOfProduct } from "./stripePlans";

export const stripeSubscriptionState = v.object({
  id: v.string(),
  status: v.string(),
  /** Null when the price is none of ours. */
  planType: v.union(paidPlanType, v.null()),
  priceCents: v.number(),
  priceId: v.string(),
  itemId: v.string(),
  createdMs: v.number(),
  periodStartMs: v.number(),
  periodEndMs: v.number(),
  /** When the change to the present plan was invoiced; null when the newest invoice is another one. */
  changeInvoicedMs: v.union(v.number(), v.null()),
  trialStartMs: v.union(v.number(), v.null()),
  trialEndMs: v.union(v.number(), v.null()),
  endedAtMs: v.union(v.number(), v.null()),
  /** The portal sets a date, the API a flag: either means that it will end. */
  cancellation: v.union(literals("at_period_end", "at_date"), v.null()),
  /** When that is; null while it goes on. */
  endsAtMs: v.union(v.number(), v.null()),
  scheduleId: v.union(v.string(), v.null()),
  pendingPlanType: v.union(paidPlanType, v.null()),
  /** Whatever is no card has no digits. */
  paymentMethod: v.union(v.object({ brand: v.string(), last4: v.optional(v.string()) }), v.null()),
  /** Equal for equal numbers of cards; null for what is no card. */
  cardFingerprint: v.union(v.string(), v.null()),
  toConfirm: v.union(paymentToConfirm, v.null()),
});
export type StripeSubscriptionState = Infer<typeof stripeSubscriptionState>;

/** What Stripe says of a customer at one moment. */
export const stripeCustomerState = v.object({
  isDeleted: v.boolean(),
  /** Newest first. */
  subscriptions: v.array(stripeSubscriptionState),
});
export type StripeCustomerState = Infer<typeof stripeCustomerState>;

const EXPANDED = ["data.default_payment_method", "data.latest_invoice", "data.schedule"];
/** Far more than an owner who cancels and comes back every week leaves in a year. */
const MAX_SUBSCRIPTIONS = 100;

export async function createCustomer(
  sdk: Stripe,
  { email, ownerId, key }: { email: string | null; ownerId: string; key: string },
): Promise<string> {
  const details = { metadata: { ownerId }, ...(email === null ? {} : { email }) };
  const customer = await asking(() => sdk.customers.create(details, { idempotencyKey: key }));
  return customer.id;
}

/** Stripe's clock and ours need not agree. */
const CLOCK_DIFFERENCE_MS = HOUR_MS;

/** Those that were made for this owner since then. By listing, since Stripe's search lags behind. */
export async function findCustomers(
  sdk: Stripe,
  { ownerId, sinceMs }: { ownerId: string; sinceMs: number },
): Promise<string[]> {
  return await asking(async () => {
    const found: string[] = [];
    for await (const { id, metadata, created } of sdk.customers.list({ limit: 100 })) {
      if (created * 1000 < sinceMs - CLOCK_DIFFERENCE_MS) break;
      if (metadata.ownerId === ownerId) found.push(id);
    }
    return found;
  });
}

/** Receipts and invoices go there from now on. Of a customer that was deleted nothing is left to change. */
export async function setCustomerEmail(
  sdk: Stripe,
  { customerId, email }: { customerId: string; email: string },
): Promise<void> {
  await unlessMissing(() => sdk.customers.update(customerId, { email }));
}

/** Their subscriptions end at once and for good; what they paid stays on Stripe's books. */
export async function deleteCustomer(sdk: Stripe, customerId: string): Promise<void> {
  await unlessMissing(() => sdk.customers.del(customerId));
}

async function unlessMissing(ask: () => Promise<unknown>): Promise<void> {
  try {
    await asking(ask);
  } catch (error) {
    if (error instanceof StripeFailure && error.reason === "missing") return;
    throw error;
  }
}

export async function fetchCustomerState(
  sdk: Stripe,
  customerId: string,
): Promise<StripeCustomerState> {
  const customer = await asking(() => sdk.customers.retrieve(customerId));
  if (customer.deleted === true) return { isDeleted: true, subscriptions: [] };
  const { data } = await asking(() =>
    sdk.subscriptions.list({
      customer: customerId,
      status: "all",
      limit: MAX_SUBSCRIPTIONS,
      expand: EXPANDED,
    }),
  );
  const isCustomersAsked = data.some((one) => one.default_payment_method === null);
  const customersMethod = isCustomersAsked ? await defaultMethod(sdk, customer) : null;
  const subscriptions: StripeSubscriptionState[] = [];
  for (const one of data) {
    const toConfirm = await findPaymentToConfirm(sdk, one);
    subscriptions.push(subscriptionState(one, { customersMethod, toConfirm }));
  }
  return { isDeleted: false, subscriptions };
}

async function defaultMethod(
  sdk: Stripe,
  { invoice_settings }: Stripe.Customer,
): Promise<Stripe.PaymentMethod | null> {
  const method = invoice_settings.default_payment_method;
  if (typeof method !== "string") return method;
  return await asking(() => sdk.paymentMethods.retrieve(method));
}

export function subscriptionState(
  subscription: Stripe.Subscription,
  {
    customersMethod,
    toConfirm,
  }: { customersMethod: Stripe.PaymentMethod | null; toConfirm: PaymentToConfirm | null },
): StripeSubscriptionState {
  const item = subscription.items.data[0];
  if (item === undefined) throw new Error(`Subscription ${subscription.id} has no item`);
  const { price } = item;
  const isOneOfOurs =
    subscription.items.data.length === 1 && item.quantity === 1 && isMonthly(price);
  const product = typeof price.product === "string" ? price.product : price.product.id;
  const planType = isOneOfOurs ? planTypeOfProduct(product) : null;
  const schedule = expanded(subscription.schedule);
  const method = expanded(subscription.default_payment_method) ?? customersMethod;
  return {
    id: subscription.id,
    status: subscription.status,
    planType,
    priceCents: price.unit_amount ?? 0,
    priceId: price.id,
    itemId: item.id,
    createdMs: milliseconds(subscription.created),
    periodStartMs: milliseconds(item.current_period_start),
    periodEndMs: milliseconds(item.current_period_end),
    changeInvoicedMs: changeInvoicedMs(
      expanded(subscription.latest_invoice),
      item.current_period_start,
    ),
    trialStartMs: milliseconds(subscription.trial_start),
    trialEndMs: milliseconds(subscription.trial_end),
    endedAtMs: milliseconds(subscription.ended_at),
    cancellation: cancellationOf(subscription),
    endsAtMs: endsAtMs(subscription, item),
    scheduleId: schedule?.id ?? null,
    pendingPlanType: schedule === null ? null : pendingPlanType(schedule),
    paymentMethod: shownMethod(method),
    cardFingerprint: method?.card?.fingerprint ?? null,
    toConfirm,
  };
}

/** A plan's minutes are those of a month: a price by the year or the week is none of ours. */
function isMonthly({ recurring }: Stripe.Price): boolean {
  return recurring?.interval === "month" && recurring.interval_count === 1;
}

/** The schedule's own note, since its phases name prices only, which cannot be expanded that deep. */
const NOTE = "planType";

export function noteOfSchedule(planType: PaidPlanType): Record<string, string> {
  return { [NOTE]: planType };
}

function pendingPlanType(schedule: Stripe.SubscriptionSchedule): PaidPlanType | null {
  const current = schedule.current_phase;
  if (current === null) return null;
  const isLastPhase = schedule.phases.every(({ start_date }) => start_date < current.end_date);
  const note = schedule.metadata?.[NOTE];
  return isLastPhase || !isPaidPlanType(note) ? null : note;
}

/** A trial that is ended by hand is an update too, whose invoice comes with the period that begins. */
const BEGINNING_S = 60;

function changeInvoicedMs(newest: Stripe.Invoice | null, periodStart: number): number | null {
  if (newest?.billing_reason !== "subscription_update") return null;
  return newest.created - periodStart < BEGINNING_S ? null : milliseconds(newest.created);
}

function cancellationOf({
  cancel_at,
  cancel_at_period_end,
}: Stripe.Subscription): StripeSubscriptionState["cancellation"] {
  if (cancel_at_period_end) return "at_period_end";
  return cancel_at === null ? null : "at_date";
}

function endsAtMs(
  subscription: Stripe.Subscription,
  { current_period_end: periodEnd }: Stripe.SubscriptionItem,
): number | null {
  if (cancellationOf(subscription) === null) return null;
  return milliseconds(subscription.cancel_at ?? periodEnd);
}

function shownMethod(
  method: Stripe.PaymentMethod | null,
): StripeSubscriptionState["paymentMethod"] {
  if (method === null) return null;
  if (method.card === undefined) return { brand: method.type };
  return { brand: method.card.brand, last4: method.card.last4 };
}

function expanded<T extends object>(field: string | T | null): T | null {
  if (typeof field === "string") throw new Error(`Stripe did not expand ${field}`);
  return field;
}

function milliseconds(seconds: number): number;
function milliseconds(seconds: number | null): number | null;
function milliseconds(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1000;
}
