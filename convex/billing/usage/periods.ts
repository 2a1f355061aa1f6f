import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { type ActiveSubscription, findActiveSubscription } from "../plans/customers";
import { termsOf } from "../plans/includedMinutes";

type Period = Doc<"usagePeriods">;

/**
 * Finds or creates the period of a moment. Usage after the period's end belongs to the next period, even if Stripe has
 * not reported the renewal yet. Without a subscription, periods are calendar months.
 */
export async function periodAt(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  atMs: number,
): Promise<Period> {
  const last = await lastPeriodBegunBy(ctx, ownerId, atMs);
  if (last !== null && atMs < last.endMs) return last;
  const subscription = await findActiveSubscription(ctx, ownerId);
  const isLate = subscription !== null && subscription.currentPeriodEndMs <= atMs;
  const next = isLate ? followingPeriod(subscription, atMs) : calendarMonth(atMs, last);
  const id = await ctx.db.insert("usagePeriods", { ...NOTHING_USED, ...next, ownerId });
  return { ...NOTHING_USED, ...next, ownerId, _id: id, _creationTime: atMs };
}

/**
 * The subscription's current period: the one that Stripe last reported, or a later one in which usage was counted since.
 * So limits apply even if Stripe is down for long. Null if nothing was counted yet.
 */
export async function findSubscriptionPeriod(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  { stripeSubscriptionId, currentPeriodStartMs }: ActiveSubscription,
): Promise<Period | null> {
  const newest = await ctx.db
    .query("usagePeriods")
    .withIndex("by_owner_and_start", (q) =>
      q.eq("ownerId", ownerId).gte("startMs", currentPeriodStartMs),
    )
    .order("desc")
    .first();
  if (newest?.terms?.stripeSubscriptionId === stripeSubscriptionId) return newest;
  return await findPeriodStartingAt(ctx, ownerId, currentPeriodStartMs);
}

export async function findPeriodStartingAt(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  startMs: number,
): Promise<Period | null> {
  return await ctx.db
    .query("usagePeriods")
    .withIndex("by_owner_and_start", (q) => q.eq("ownerId", ownerId).eq("startMs", startMs))
    .unique();
}

export async function lastPeriodBegunBy(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  atMs: number,
): Promise<Period | null> {
  return await ctx.db
    .query("usagePeriods")
    .withIndex("by_owner_and_start", (q) => q.eq("ownerId", ownerId).lte("startMs", atMs))
    .order("desc")
    .first();
}

/** What a period's calls have cost us. Null if some of them were counted before costs were. */
export function costOf({ costMicros, calls, seconds }: Period): number | null {
  return costMicros ?? (calls === 0 && seconds === 0 ? 0 : null);
}

export function sumOfCosts(one: number | null, other: number | null): number | undefined {
  return one === null || other === null ? undefined : one + other;
}

export const NOTHING_USED = { seconds: 0, calls: 0, billedToMinute: 0, isSettled: false };

function followingPeriod(subscription: ActiveSubscription, atMs: number) {
  const { stripeSubscriptionId, planType } = subscription;
  let startMs = subscription.currentPeriodEndMs;
  let endMs = aMonthAfter(startMs);
  while (endMs <= atMs) [startMs, endMs] = [endMs, aMonthAfter(endMs)];
  const terms = termsOf({
    stripeSubscriptionId,
    planType: planType ?? subscription.plan.type,
    isTrial: false,
  });
  return { startMs, endMs, terms };
}

function calendarMonth(atMs: number, last: Period | null) {
  const at = new Date(atMs);
  const monthStartMs = Date.UTC(at.getUTCFullYear(), at.getUTCMonth());
  const startMs = Math.max(monthStartMs, last?.endMs ?? 0);
  return { startMs, endMs: endOfMonth(atMs), terms: null };
}

export function endOfMonth(atMs: number): number {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1);
}

/** The same day of the next month, or its last day if it has no such day, as Stripe does. */
function aMonthAfter(ms: number): number {
  const from = new Date(ms);
  const to = new Date(ms);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + 1);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime();
}
