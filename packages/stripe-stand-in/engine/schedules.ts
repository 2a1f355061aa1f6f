/** Subscription schedules: planned phases, each with its own price. */
import { invalid } from "../errors.ts";
import { newId } from "../identifiers.ts";
import type { Price, Schedule, SchedulePhase, Subscription } from "../wire.ts";
import { currentPeriod, firstItem } from "./dues.ts";
import { BILLING_MODE } from "./new-subscription.ts";
import { endSchedule } from "./schedule-ending.ts";
import { changePrice } from "./price-change.ts";
import type { ProrationBehavior } from "./price-change.ts";
import { endSubscription } from "./subscription-status.ts";
import { known, save } from "./world.ts";
import type { World } from "./world.ts";

export function scheduleFrom(
  world: World,
  subscription: Subscription,
  metadata: Record<string, string>,
): Schedule {
  if (subscription.schedule !== null) {
    throw invalid(
      `You cannot migrate a subscription that is already attached to a schedule: \`${subscription.schedule}\`.`,
      undefined,
      "from_subscription",
    );
  }
  if (!isLive(subscription)) {
    throw invalid(
      `You cannot migrate a subscription whose status is \`${subscription.status}\`.`,
      undefined,
      "from_subscription",
    );
  }
  const { price, quantity = 1 } = firstItem(subscription);
  const { start, end } = currentPeriod(subscription);
  const phase = newPhase({
    price,
    quantity,
    start,
    end,
    trialEnd: subscription.status === "trialing" ? subscription.trial_end : null,
    proration: "create_prorations",
    metadata: null,
  });
  const schedule: Schedule = {
    id: newId("sub_sched"),
    object: "subscription_schedule",
    application: null,
    billing_mode: BILLING_MODE,
    canceled_at: null,
    completed_at: null,
    created: world.now,
    current_phase: { start_date: start, end_date: end },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: "automatic",
      billing_thresholds: null,
      collection_method: "charge_automatically",
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: "self" },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: "release",
    livemode: false,
    metadata,
    pause_schedules: [],
    phases: [phase],
    released_at: null,
    released_subscription: null,
    status: "active",
    subscription: subscription.id,
    test_clock: null,
  };
  save(world, { ...subscription, schedule: schedule.id }, "customer.subscription.updated");
  return save(world, schedule, "subscription_schedule.created");
}

export interface PhaseWanted {
  price: Price;
  quantity: number;
  start: number;
  end: number;
  trialEnd: number | null;
  proration: ProrationBehavior;
  metadata: Record<string, string> | null;
}

export function newPhase(wanted: PhaseWanted): SchedulePhase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: wanted.price.currency,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: wanted.end,
    invoice_settings: null,
    items: [
      {
        billing_thresholds: null,
        discounts: [],
        metadata: {},
        plan: wanted.price.id,
        price: wanted.price.id,
        quantity: wanted.quantity,
        tax_rates: [],
      },
    ],
    metadata: wanted.metadata,
    on_behalf_of: null,
    proration_behavior: wanted.proration,
    start_date: wanted.start,
    transfer_data: null,
    trial_end: wanted.trialEnd,
  };
}

export interface ScheduleChange {
  phases: SchedulePhase[] | undefined;
  endBehavior: "release" | "cancel" | undefined;
  metadata: Record<string, string>;
  behavior: ProrationBehavior;
}

export function updateSchedule(world: World, schedule: Schedule, change: ScheduleChange): Schedule {
  requireActive(schedule, "update");
  const phases = change.phases ?? schedule.phases;
  const now = phases.find(
    ({ start_date, end_date }) => start_date <= world.now && world.now < end_date,
  );
  if (now === undefined) {
    throw invalid("One of the phases must cover the present.", undefined, "phases");
  }
  const updated: Schedule = {
    ...schedule,
    phases,
    current_phase: { start_date: now.start_date, end_date: now.end_date },
    end_behavior: change.endBehavior ?? schedule.end_behavior,
    metadata: change.metadata,
  };
  applyPhase(world, updated, now, change.behavior);
  return save(world, updated, "subscription_schedule.updated");
}

/** Runs at the end of a phase: applies the next phase's price or ends the schedule. */
export function advanceSchedule(world: World, schedule: Schedule): void {
  const next = schedule.phases.find(
    ({ start_date }) => start_date === schedule.current_phase?.end_date,
  );
  if (next === undefined) return finish(world, schedule);
  const moved: Schedule = {
    ...schedule,
    current_phase: { start_date: next.start_date, end_date: next.end_date },
  };
  applyPhase(world, moved, next, next.proration_behavior as ProrationBehavior);
  save(world, moved, "subscription_schedule.updated");
}

export function releaseSchedule(world: World, schedule: Schedule): Schedule {
  requireActive(schedule, "release");
  const subscription = known(world, "subscription", schedule.subscription ?? "");
  const released = endSchedule(world, schedule.id, "released");
  save(world, { ...subscription, schedule: null }, "customer.subscription.updated");
  return released;
}

export function cancelSchedule(world: World, schedule: Schedule): Schedule {
  requireActive(schedule, "cancel");
  const subscription = known(world, "subscription", schedule.subscription ?? "");
  endSubscription(world, subscription, { reason: "cancellation_requested" });
  return known(world, "subscription_schedule", schedule.id);
}

export function isLive({ status }: Subscription): boolean {
  return ["active", "past_due", "trialing", "unpaid"].includes(status);
}

function finish(world: World, schedule: Schedule): void {
  if (schedule.end_behavior !== "cancel") {
    releaseSchedule(world, schedule);
    return;
  }
  const subscription = known(world, "subscription", schedule.subscription ?? "");
  endSchedule(world, schedule.id, "completed");
  endSubscription(world, { ...subscription, schedule: null }, { reason: null });
}

function applyPhase(
  world: World,
  schedule: Schedule,
  phase: SchedulePhase,
  behavior: ProrationBehavior,
): void {
  const subscription = known(world, "subscription", schedule.subscription ?? "");
  const [item] = phase.items;
  const price = known(world, "price", item?.price ?? "");
  changePrice(world, subscription, { price, quantity: item?.quantity ?? 1, behavior });
}

function requireActive({ status, id }: Schedule, act: string): void {
  if (status === "active") return;
  throw invalid(
    `You cannot ${act} a subscription schedule that is currently in the \`${status}\` status; \`${id}\` must be \`active\` or \`not_started\`.`,
  );
}
