/** Aligns the periods in which usage is counted with Stripe's billing periods. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { MAX_ASSISTANTS_PER_OWNER } from "../../shared/limits";
import { type PaidPlanType, planOf } from "../../shared/plans";
import { termsOf } from "../plans/includedMinutes";
import type { PeriodTerms, SubscriptionSnapshot } from "../plans/table";
import {
  endOfMonth,
  findPeriodStartingAt,
  lastPeriodBegunBy,
  NOTHING_USED,
  costOf,
  sumOfCosts,
} from "../usage/periods";
import { upgradePeriod } from "./periodUpgrade";

type Period = Doc<"usagePeriods">;

/** The statuses with a current period, whether it is paid or not. An incomplete subscription has not begun one. */
const HAS_PERIOD = ["active", "trialing", "past_due", "unpaid"];

/** Far more than can overlap one period. */
const MAX_OVERLAPPING = 20;

export interface Alignment {
  ownerId: Id<"users">;
  before: SubscriptionSnapshot | null;
  now: SubscriptionSnapshot;
  /** When the plan last changed within a period, from the invoice of the change. Null if there is none. */
  changedAtMs: number | null;
}

export async function alignPeriods(ctx: MutationCtx, alignment: Alignment): Promise<void> {
  const { stripeStatus, planType, endedAtMs } = alignment.now;
  if (endedAtMs !== null) await endPeriods(ctx, alignment, endedAtMs);
  else if (planType !== null && HAS_PERIOD.includes(stripeStatus)) {
    await openPeriod(ctx, alignment, planType);
  }
}

async function openPeriod(
  ctx: MutationCtx,
  alignment: Alignment,
  planType: PaidPlanType,
): Promise<void> {
  const { ownerId, now } = alignment;
  const { currentPeriodStartMs: startMs, currentPeriodEndMs: endMs, stripeSubscriptionId } = now;
  const previous = await lastPeriodBegunBy(ctx, ownerId, startMs - 1);
  if (previous !== null && previous.endMs > startMs) {
    await ctx.db.patch("usagePeriods", previous._id, { endMs: startMs });
  }
  const found = await findPeriodStartingAt(ctx, ownerId, startMs);
  const isTrial = now.status === "trialing";
  const paid = termsPaidBefore(alignment, found);
  const isBetter = paid === null || isMore(planType, paid.planType);
  // A trial costs nothing, so a larger plan gives all of its minutes at once.
  const isUpgrade = paid !== null && isBetter && !paid.isTrial && !isTrial;
  // A smaller plan does not reduce what was paid for in this period.
  const terms =
    isBetter && !isUpgrade
      ? termsOf({ stripeSubscriptionId, planType, isTrial })
      : { ...paid, isTrial };
  const periodId =
    found?._id ??
    (await ctx.db.insert("usagePeriods", { ...NOTHING_USED, ownerId, startMs, endMs, terms }));
  if (found !== null) await ctx.db.patch("usagePeriods", found._id, { endMs, terms });
  await mergeOverlapping(ctx, { ownerId, periodId, startMs, endMs });
  if (!isUpgrade) return;
  const atMs = changeWithin(alignment) ?? Math.min(Math.max(Date.now(), startMs), endMs);
  await upgradePeriod(ctx, periodId, { planType, atMs });
}

/** The terms that were paid for this period before the change. Null if the period begins now. */
function termsPaidBefore(alignment: Alignment, found: Period | null): PeriodTerms | null {
  const { before, now } = alignment;
  const { stripeSubscriptionId, currentPeriodStartMs } = now;
  if (before?.stripeSubscriptionId !== stripeSubscriptionId) return null;
  if (before.currentPeriodStartMs === currentPeriodStartMs) return found?.terms ?? null;
  // The subscription was renewed and then upgraded since the last sync.
  const { planType } = before;
  if (planType === null || changeWithin(alignment) === null) return null;
  return termsOf({ stripeSubscriptionId, planType, isTrial: false });
}

/** When the plan changed within the current period. */
function changeWithin({ now, changedAtMs }: Alignment): number | null {
  if (changedAtMs === null) return null;
  const { currentPeriodStartMs: startMs, currentPeriodEndMs: endMs } = now;
  return startMs <= changedAtMs && changedAtMs < endMs ? changedAtMs : null;
}

/** Usage that was counted before Stripe reported the period has a period of its own, which is merged into the new one. */
async function mergeOverlapping(
  ctx: MutationCtx,
  into: { ownerId: Id<"users">; periodId: Id<"usagePeriods">; startMs: number; endMs: number },
): Promise<void> {
  const overlapping = await ctx.db
    .query("usagePeriods")
    .withIndex("by_owner_and_start", (q) =>
      q.eq("ownerId", into.ownerId).gt("startMs", into.startMs).lt("startMs", into.endMs),
    )
    .take(MAX_OVERLAPPING);
  for (const period of overlapping) {
    // Billed periods are not changed.
    if (period.billedToMinute > 0 || period.isSettled) continue;
    await mergePeriod(ctx, period, into.periodId);
  }
}

async function mergePeriod(
  ctx: MutationCtx,
  period: Period,
  intoId: Id<"usagePeriods">,
): Promise<void> {
  const into = await ctx.db.get("usagePeriods", intoId);
  if (into === null) throw new Error(`Period ${intoId} is gone`);
  await ctx.db.patch("usagePeriods", intoId, {
    seconds: into.seconds + period.seconds,
    calls: into.calls + period.calls,
    typedSeconds: (into.typedSeconds ?? 0) + (period.typedSeconds ?? 0),
    costMicros: sumOfCosts(costOf(into), costOf(period)),
  });
  const shares = await ctx.db
    .query("assistantUsage")
    .withIndex("by_period_and_assistant", (q) => q.eq("usagePeriodId", period._id))
    .take(MAX_ASSISTANTS_PER_OWNER);
  for (const share of shares) {
    const { assistantId } = share;
    const own = await ctx.db
      .query("assistantUsage")
      .withIndex("by_period_and_assistant", (q) =>
        q.eq("usagePeriodId", intoId).eq("assistantId", assistantId),
      )
      .unique();
    if (own === null) {
      await ctx.db.patch("assistantUsage", share._id, { usagePeriodId: intoId });
      continue;
    }
    await ctx.db.patch("assistantUsage", own._id, {
      seconds: own.seconds + share.seconds,
      calls: own.calls + share.calls,
    });
    await ctx.db.delete("assistantUsage", share._id);
  }
  await ctx.db.delete("usagePeriods", period._id);
}

/** Usage after the subscription's end does not belong to it, and is never billed. */
async function endPeriods(
  ctx: MutationCtx,
  { ownerId, now }: Alignment,
  endedAtMs: number,
): Promise<void> {
  const { stripeSubscriptionId } = now;
  const endMs = Math.min(endedAtMs, now.currentPeriodEndMs);
  const last = await lastPeriodBegunBy(ctx, ownerId, endMs - 1);
  if (last?.terms?.stripeSubscriptionId === stripeSubscriptionId && last.endMs > endMs) {
    await ctx.db.patch("usagePeriods", last._id, { endMs });
  }
  const expected = await ctx.db
    .query("usagePeriods")
    .withIndex("by_owner_and_start", (q) => q.eq("ownerId", ownerId).gte("startMs", endMs))
    .take(MAX_OVERLAPPING);
  for (const period of expected) {
    if (period.terms?.stripeSubscriptionId !== stripeSubscriptionId) continue;
    if (period.billedToMinute > 0) continue;
    const monthEndMs = endOfMonth(period.startMs);
    await ctx.db.patch("usagePeriods", period._id, {
      terms: null,
      endMs: Math.min(period.endMs, monthEndMs),
    });
  }
}

function isMore(one: PaidPlanType, other: PaidPlanType): boolean {
  const minutes = (type: PaidPlanType) => planOf(type).limits.includedMinutes;
  return minutes(one) > minutes(other);
}
