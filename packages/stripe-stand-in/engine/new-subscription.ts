import { newId } from "../identifiers.ts";
import type { Plan, Price, Schedule, Subscription, SubscriptionItem } from "../wire.ts";
import { periodEnd } from "./calendar.ts";
import { firstItem } from "./dues.ts";
import { put } from "./world.ts";
import type { World } from "./world.ts";

export interface NewSubscription {
  customer: string;
  price: Price;
  quantity: number;
  trialEnd: number | null;
  missingPaymentMethod: "cancel" | "create_invoice" | "pause";
  paymentMethod: string | null;
  metadata: Record<string, string>;
  description: string | null;
}

export function newSubscription(world: World, wanted: NewSubscription): Subscription {
  const { price, quantity, trialEnd } = wanted;
  const id = newId("sub");
  const anchor = trialEnd ?? world.now;
  const end = trialEnd ?? periodEnd(anchor, rhythmOf(price), anchor);
  put(world, {
    id,
    object: "sim.subscription",
    hasTrialEndBeenAnnounced: false,
    firstPaymentDueBy: null,
  });
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: null,
    billing_mode: FLEXIBLE,
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: world.now,
    currency: price.currency,
    customer: wanted.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: wanted.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: wanted.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: [newItem({ subscription: id, price, quantity, now: world.now, end })],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: wanted.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: world.now,
    status: trialEnd === null ? "active" : "trialing",
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: {
        billing_cycle_anchor: null,
        missing_payment_method: wanted.missingPaymentMethod,
      },
    },
    trial_start: trialEnd === null ? null : world.now,
  };
}

/** The default of this version of the API, and the only mode that is simulated. */
const FLEXIBLE = {
  flexible: { proration_discounts: "included" },
  type: "flexible",
} satisfies Subscription["billing_mode"] & Schedule["billing_mode"];

export const BILLING_MODE = FLEXIBLE;

export function rhythmOf(price: Price): { interval: string; interval_count: number } {
  if (price.recurring === null) throw new Error(`Price ${price.id} does not recur`);
  return price.recurring;
}

interface NewItem {
  subscription: string;
  price: Price;
  quantity: number;
  now: number;
  end: number;
}

function newItem({ subscription, price, quantity, now, end }: NewItem): SubscriptionItem {
  return {
    id: newId("si"),
    object: "subscription_item",
    billing_thresholds: null,
    created: now,
    current_period_end: end,
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

export function withItem(subscription: Subscription, item: SubscriptionItem): Subscription {
  return { ...subscription, items: { ...subscription.items, data: [item] } };
}

/** Ends the trial and starts the first paid period. */
export function begunAt(subscription: Subscription, start: number): Subscription {
  const item = firstItem(subscription);
  const end = periodEnd(start, rhythmOf(item.price), start);
  return {
    ...withItem(subscription, { ...item, current_period_start: start, current_period_end: end }),
    billing_cycle_anchor: start,
    status: "active",
    trial_end: start,
  };
}

/** Stripe still shows each recurring price as a plan too. */
export function planOf(price: Price): Plan {
  const { interval, interval_count } = rhythmOf(price);
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval,
    interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}
