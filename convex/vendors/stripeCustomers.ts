import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import type Stripe from "stripe";
import { paidPlanType } from "../lib/planType";
import { HOUR_MS } from "../shared/durations";
import { isPaidPlanType, type PaidPlanType } from "../shared/plans";
import { findPaymentToConfirm } from "./stripeConfirmation";
import { withStripeErrors, StripeFailure } from "./stripeFailure";
import { paymentToConfirm, type PaymentToConfirm } from "./stripeTable";
import { planTypeOfProduct } from "./stripePlans";

export const stripeSubscriptionState = v.object({
  id: v.string(),
  status: v.string(),
  /** Null if the price belongs to none of our plans. */
  planType: v.union(paidPlanType, v.null()),
  priceCents: v.number(),
  priceId: v.string(),
  itemId: v.string(),
  createdMs: v.number(),
  periodStartMs: v.number(),
  periodEndMs: v.number(),
  /** When the change to the current plan was invoiced. Null if the newest invoice is another one. */
  changeInvoicedMs: v.union(v.number(), v.null()),
  trialStartMs: v.union(v.number(), v.null()),
  trialEndMs: v.union(v.number(), v.null()),
  endedAtMs: v.union(v.number(), v.null()),
  /** The portal sets a date, the API a flag. Both mean that the subscription will end. */
  cancellation: v.union(literals("at_period_end", "at_date"), v.null()),
  /** When it will end. Null unless it was cancelled. */
  endsAtMs: v.union(v.number(), v.null()),
  scheduleId: v.union(v.string(), v.null()),
  pendingPlanType: v.union(paidPlanType, v.null()),
  /** Only cards have digits. */
  paymentMethod: v.union(v.object({ brand: v.string(), last4: v.optional(v.string()) }), v.null()),
  /** The same for the same card number. Null without a card. */
  cardFingerprint: v.union(v.string(), v.null()),
  toConfirm: v.union(paymentToConfirm, v.null()),
});
export type StripeSubscriptionState = Infer<typeof stripeSubscriptionState>;

/** Stripe's state of a customer at one moment. */
export const stripeCustomerState = v.object({
  isDeleted: v.boolean(),
  /** The newest first. */
  subscriptions: v.array(stripeSubscriptionState),
});
export type StripeCustomerState = Infer<typeof stripeCustomerState>;

const EXPANDED = ["data.default_payment_method", "data.latest_invoice", "data.schedule"];
/** More than an owner has who cancels and subscribes again every week of a year. */
const MAX_SUBSCRIPTIONS = 100;

export async function createCustomer(
  sdk: Stripe,
  { email, ownerId, key }: { email: string | null; ownerId: string; key: string },
): Promise<string> {
  const details = { metadata: { ownerId }, ...(email === null ? {} : { email }) };
  const customer = await withStripeErrors(() =>
    sdk.customers.create(details, { idempotencyKey: key }),
  );
  return customer.id;
}

/** How far Stripe's clock and ours may differ. */
const CLOCK_DIFFERENCE_MS = HOUR_MS;

/** The customers that were created for this owner since then. Uses the list, because Stripe's search lags behind. */
export async function findCustomers(
  sdk: Stripe,
  { ownerId, sinceMs }: { ownerId: string; sinceMs: number },
): Promise<string[]> {
  return await withStripeErrors(async () => {
    const found: string[] = [];
    for await (const { id, metadata, created } of sdk.customers.list({ limit: 100 })) {
      if (created * 1000 < sinceMs - CLOCK_DIFFERENCE_MS) break;
      if (metadata.ownerId === ownerId) found.push(id);
    }
    return found;
  });
}

/** Sets where receipts and invoices go. Does nothing if the customer was deleted. */
export async function setCustomerEmail(
  sdk: Stripe,
  { customerId, email }: { customerId: string; email: string },
): Promise<void> {
  await unlessMissing(() => sdk.customers.update(customerId, { email }));
}

/** Ends the customer's subscriptions at once. Stripe keeps the payments. */
export async function deleteCustomer(sdk: Stripe, customerId: string): Promise<void> {
  await unlessMissing(() => sdk.customers.del(customerId));
}

async function unlessMissing(request: () => Promise<unknown>): Promise<void> {
  try {
    await withStripeErrors(request);
  } catch (error) {
    if (error instanceof StripeFailure && error.reason === "missing") return;
    throw error;
  }
}

export async function fetchCustomerState(
  sdk: Stripe,
  customerId: string,
): Promise<StripeCustomerState> {
  const customer = await withStripeErrors(() => sdk.customers.retrieve(customerId));
  if (customer.deleted === true) return { isDeleted: true, subscriptions: [] };
  const { data } = await withStripeErrors(() =>
    sdk.subscriptions.list({
      customer: customerId,
      status: "all",
      limit: MAX_SUBSCRIPTIONS,
      expand: EXPANDED,
    }),
  );
  const needsDefault = data.some((one) => one.default_payment_method === null);
  const customersMethod = needsDefault ? await defaultMethod(sdk, customer) : null;
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
  return await withStripeErrors(() => sdk.paymentMethods.retrieve(method));
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

/** A plan's minutes are per month, so a yearly or weekly price belongs to none of our plans. */
function isMonthly({ recurring }: Stripe.Price): boolean {
  return recurring?.interval === "month" && recurring.interval_count === 1;
}

/** The schedule's metadata names the plan, because its phases contain only prices, which cannot be expanded that deep. */
const PLAN_KEY = "planType";

export function scheduleMetadata(planType: PaidPlanType): Record<string, string> {
  return { [PLAN_KEY]: planType };
}

function pendingPlanType(schedule: Stripe.SubscriptionSchedule): PaidPlanType | null {
  const current = schedule.current_phase;
  if (current === null) return null;
  const isLastPhase = schedule.phases.every(({ start_date }) => start_date < current.end_date);
  const planType = schedule.metadata?.[PLAN_KEY];
  return isLastPhase || !isPaidPlanType(planType) ? null : planType;
}

/** Ending a trial by hand is an update too, but its invoice is created at the beginning of the period. */
const PERIOD_BEGINNING_S = 60;

function changeInvoicedMs(newest: Stripe.Invoice | null, periodStart: number): number | null {
  if (newest?.billing_reason !== "subscription_update") return null;
  return newest.created - periodStart < PERIOD_BEGINNING_S ? null : milliseconds(newest.created);
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
