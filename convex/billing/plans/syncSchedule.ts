/** When Stripe is asked about a customer although no event told us to. */
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

/** Less than the time from one run of the job to the next, or it would be every other one. */
const LOOK_AGAIN_MS = HOUR_MS - 10 * MINUTE_MS;
/** A page is open for a day at most; the hour more is for clocks that differ. */
const CHECKOUT_OPEN_MS = 25 * HOUR_MS;
/** Each takes some requests to Stripe, and other work there waits meanwhile. */
const TAKEN_AT_ONCE = 10;

/**
 * Takes some of those that are due, the longest due first. Each is due again if nothing comes of it, so that
 * the next call takes others: whoever cannot be synced, and whoever fell due in the same moment, holds up nobody.
 */
export async function takeDueCustomers(ctx: MutationCtx): Promise<Customer[]> {
  const due = await ctx.db
    .query("customers")
    .withIndex("by_idle_and_sync", (q) => q.eq("isIdle", undefined).lte("nextSyncAtMs", Date.now()))
    .take(TAKEN_AT_ONCE);
  const nextSyncAtMs = Date.now() + LOOK_AGAIN_MS;
  for (const { _id } of due) await ctx.db.patch("customers", _id, { nextSyncAtMs });
  return due;
}

/** The key of the one piece of work that asks Stripe about all who are due. */
export const ALL_DUE = "due";

/** Has Stripe asked about this customer, before others who are due. */
export async function syncNow(ctx: MutationCtx, { _id }: Customer): Promise<void> {
  await ctx.db.patch("customers", _id, { isIdle: undefined, nextSyncAtMs: 0 });
  await enqueue(ctx, "reconcile", [ALL_DUE]);
}

export function hasMoreDue(taken: Customer[]): boolean {
  return taken.length === TAKEN_AT_ONCE;
}

/**
 * After a look. While something is open it is looked at hourly; else when the period ends, since that is
 * when Stripe does something by itself. Where nothing runs, nothing can change that no event announces.
 */
export function nextSyncAt(customer: Customer): Schedule {
  const { subscription, checkoutUntilMs = 0 } = customer;
  const nowMs = Date.now();
  const isPageOpen = nowMs < checkoutUntilMs;
  if (subscription?.endedAtMs !== null && !isPageOpen) {
    return { isIdle: true, nextSyncAtMs: undefined };
  }
  const isOpen = isPageOpen || customer.wantedPlanType !== null || subscription?.status === "other";
  const soonMs = nowMs + LOOK_AGAIN_MS;
  const isSettled = !isOpen && subscription != null && subscription.toConfirm === undefined;
  const nextSyncAtMs = isSettled ? Math.max(soonMs, nextTurn(subscription, nowMs)) : soonMs;
  return { isIdle: undefined, nextSyncAtMs };
}

/** When Stripe does something by itself, or an owner on trial is told that it will. */
function nextTurn(subscription: SubscriptionSnapshot, nowMs: number): number {
  const endMs = periodOverMs(subscription);
  const tellMs = endMs - TRIAL_REMINDER_MS;
  return subscription.status === "trialing" && isMailOn() && nowMs < tellMs ? tellMs : endMs;
}

/** Hourly, unless it is due sooner. */
export function syncSoon({ isIdle, nextSyncAtMs = 0 }: Customer): Schedule {
  if (isIdle === true) return { isIdle };
  return { nextSyncAtMs: Math.min(nextSyncAtMs, Date.now() + LOOK_AGAIN_MS) };
}

/** Whoever is talked to is served for what Stripe last said, which should not be old. */
export async function recordServed(ctx: MutationCtx, customer: Customer): Promise<void> {
  const schedule = syncSoon(customer);
  if (schedule.nextSyncAtMs === customer.nextSyncAtMs) return;
  await ctx.db.patch("customers", customer._id, schedule);
}

/** Before the page is there, so that what is paid on it is found although no event tells. */
export async function watchCheckout(ctx: MutationCtx, ownerId: Id<"users">): Promise<void> {
  const customer = await findCustomer(ctx, ownerId);
  // Deleted meanwhile: then there is nobody left to pay.
  if (customer === null) return;
  await ctx.db.patch("customers", customer._id, {
    checkoutUntilMs: Date.now() + CHECKOUT_OPEN_MS,
    isIdle: undefined,
    nextSyncAtMs: undefined,
  });
}
