/** When a customer is synced with Stripe although no event reported a change. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { enqueue } from "../../jobs/enqueue";
import { isMailOn } from "../../notifications/mail/send";
import { HOUR_MS, MINUTE_MS } from "../../shared/durations";
import { findCustomer } from "./customers";
import { TRIAL_REMINDER_MS } from "./notifications";
import { periodOverMs } from "./planEnd";
import type { SubscriptionSnapshot } from "./table";

type Customer = Doc<"customers">;
type Schedule = Pick<Customer, "isIdle" | "nextSyncAtMs">;

/** Shorter than the hour between two runs of the job, so that no run is missed. */
const SYNC_AGAIN_MS = HOUR_MS - 10 * MINUTE_MS;
/** A checkout page is open for a day at most. The additional hour allows for differing clocks. */
const CHECKOUT_OPEN_MS = 25 * HOUR_MS;
/** Each customer takes several requests to Stripe, for which other jobs wait. */
const BATCH_SIZE = 10;

/**
 * Takes a batch of due customers, those that are due longest first, and makes each due again later. So a customer that
 * cannot be synced does not delay the others.
 */
export async function takeDueCustomers(ctx: MutationCtx): Promise<Customer[]> {
  const due = await ctx.db
    .query("customers")
    .withIndex("by_idle_and_sync", (q) => q.eq("isIdle", undefined).lte("nextSyncAtMs", Date.now()))
    .take(BATCH_SIZE);
  const nextSyncAtMs = Date.now() + SYNC_AGAIN_MS;
  for (const { _id } of due) await ctx.db.patch("customers", _id, { nextSyncAtMs });
  return due;
}

/** The key of the one job that syncs all due customers. */
export const ALL_DUE = "due";

/** Syncs this customer before all others that are due. */
export async function syncNow(ctx: MutationCtx, { _id }: Customer): Promise<void> {
  await ctx.db.patch("customers", _id, { isIdle: undefined, nextSyncAtMs: 0 });
  await enqueue(ctx, "reconcile", [ALL_DUE]);
}

export function hasMoreDue(taken: Customer[]): boolean {
  return taken.length === BATCH_SIZE;
}

/**
 * When to sync again: hourly while something is pending, else when the period ends, because Stripe then acts by itself.
 * Never without a subscription and an open checkout, because then every change has an event.
 */
export function nextSyncAt(customer: Customer): Schedule {
  const { subscription, checkoutUntilMs = 0 } = customer;
  const nowMs = Date.now();
  const isPageOpen = nowMs < checkoutUntilMs;
  if (subscription?.endedAtMs !== null && !isPageOpen) {
    return { isIdle: true, nextSyncAtMs: undefined };
  }
  const isPending =
    isPageOpen || customer.wantedPlanType !== null || subscription?.status === "other";
  const soonMs = nowMs + SYNC_AGAIN_MS;
  const isSettled = !isPending && subscription != null && subscription.toConfirm === undefined;
  const nextSyncAtMs = isSettled ? Math.max(soonMs, nextChangeMs(subscription, nowMs)) : soonMs;
  return { isIdle: undefined, nextSyncAtMs };
}

/** When Stripe next acts by itself, or when the reminder about the trial's end is due. */
function nextChangeMs(subscription: SubscriptionSnapshot, nowMs: number): number {
  const endMs = periodOverMs(subscription);
  const reminderMs = endMs - TRIAL_REMINDER_MS;
  const hasReminder = subscription.status === "trialing" && isMailOn() && nowMs < reminderMs;
  return hasReminder ? reminderMs : endMs;
}

/** Within the hour. */
export function syncSoon({ isIdle, nextSyncAtMs = 0 }: Customer): Schedule {
  if (isIdle === true) return { isIdle };
  return { nextSyncAtMs: Math.min(nextSyncAtMs, Date.now() + SYNC_AGAIN_MS) };
}

/** Customers with calls are synced within the hour, because we serve them on Stripe's last state. */
export async function syncAfterUsage(ctx: MutationCtx, customer: Customer): Promise<void> {
  const schedule = syncSoon(customer);
  if (schedule.nextSyncAtMs === customer.nextSyncAtMs) return;
  await ctx.db.patch("customers", customer._id, schedule);
}

/** Called before the page opens, so that a payment on it is found even if its event is lost. */
export async function watchCheckout(ctx: MutationCtx, ownerId: Id<"users">): Promise<void> {
  const customer = await findCustomer(ctx, ownerId);
  // The account was deleted in the meantime.
  if (customer === null) return;
  await ctx.db.patch("customers", customer._id, {
    checkoutUntilMs: Date.now() + CHECKOUT_OPEN_MS,
    isIdle: undefined,
    nextSyncAtMs: undefined,
  });
}
