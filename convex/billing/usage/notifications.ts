/** What an owner is told of the minutes that they use: one thing at a time, the most urgent. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { type OwnerNotification, notifyOwner } from "../../notifications/mail/notifyOwner";
import { isMailOn } from "../../notifications/mail/send";
import { announce, type EventData, isWanted } from "../../notifications/webhooks/events";
import { APPROACHING_SHARE, MIN_CALL_SECONDS } from "../../shared/limits";
import { activeSubscription, type ActiveSubscription } from "../plans/customers";
import { currentTerms } from "../plans/includedMinutes";
import { isLastPeriod, periodOverMs } from "../plans/planEnd";
import { findSubscriptionPeriod } from "./periods";
import { shownMinutes } from "./roundedMinutes";
import { spendingOf, spendingState } from "./spendingLimit";

type Period = Doc<"usagePeriods">;

export async function notifyOfUsage(ctx: MutationCtx, customer: Doc<"customers">): Promise<void> {
  if (isMailOn()) await notifyOwner(ctx, customer.ownerId, await usageNotices(ctx, customer));
  await announceUsage(ctx, customer);
}

/** The owner's servers, once for each of these. What was announced last stands with the period. */
export async function announceUsage(ctx: MutationCtx, customer: Doc<"customers">): Promise<void> {
  const { ownerId } = customer;
  if (!(await isWanted(ctx, ownerId, "usage.threshold"))) return;
  const [notice] = await usageNotices(ctx, customer);
  const subscription = activeSubscription(customer);
  if (notice === undefined || subscription === null) return;
  const period = await findSubscriptionPeriod(ctx, ownerId, subscription);
  if (period === null || period.announced === notice.key) return;
  await ctx.db.patch("usagePeriods", period._id, { announced: notice.key });
  await announce(ctx, ownerId, "usage.threshold", () => thresholdIn(notice));
}

function thresholdIn({ message }: OwnerNotification): EventData {
  const percent = (isReached: boolean) => (isReached ? 100 : APPROACHING_SHARE * 100);
  if (message.template === "usage") {
    const { isUsedUp, usedMinutes, includedMinutes, isTrial, untilMs } = message;
    return {
      of: "minutes",
      percent: percent(isUsedUp),
      ...{ usedMinutes, includedMinutes, isTrial },
      periodEndsAt: new Date(untilMs).toISOString(),
    };
  }
  if (message.template !== "spending") throw new Error(`${message.template} is no threshold`);
  const { isReached, spentCents, limitCents, untilMs } = message;
  return {
    of: "spending",
    percent: percent(isReached),
    ...{ spentCents, limitCents },
    periodEndsAt: new Date(untilMs).toISOString(),
  };
}

export async function usageNotices(
  ctx: QueryCtx,
  customer: Doc<"customers">,
): Promise<OwnerNotification[]> {
  const subscription = activeSubscription(customer);
  // Whether the next period has begun is for Stripe to say.
  if (subscription === null || subscription.currentPeriodEndMs <= Date.now()) return [];
  const period = await findSubscriptionPeriod(ctx, customer.ownerId, subscription);
  if (period === null) return [];
  const notice = spendingNotice(subscription, period) ?? includedNotice(subscription, period);
  return notice === null ? [] : [notice];
}

/** Once for each limit of a period: one that was raised may be reached again. */
function spendingNotice(
  subscription: ActiveSubscription,
  period: Period,
): OwnerNotification | null {
  const { status, spendingLimitCents: limitCents } = subscription;
  const untilMs = periodOverMs(subscription);
  if (status === "trialing" || limitCents === null) return null;
  const { spentCents } = spendingOf(subscription, period);
  const state = spendingState(subscription, period);
  const { includedMinutes } = currentTerms(subscription, period);
  // After an upgrade there are included minutes again, whatever was spent before.
  if (state === "below" || period.seconds < includedMinutes * 60) return null;
  return {
    key: `spending/${state}/${period._id}/${limitCents}`,
    message: {
      template: "spending",
      isReached: state === "reached",
      spentCents,
      limitCents,
      untilMs,
    },
    usefulUntilMs: untilMs,
  };
}

/** Once for each number of minutes that a period has had: an upgrade adds to them. */
function includedNotice(
  subscription: ActiveSubscription,
  period: Period,
): OwnerNotification | null {
  const { status } = subscription;
  const untilMs = periodOverMs(subscription);
  const { includedMinutes, overageRate } = currentTerms(subscription, period);
  const isTrial = status === "trialing";
  const secondsLeft = includedMinutes * 60 - period.seconds;
  // A trial ends there, and what is left is too short for a call.
  const isUsedUp = secondsLeft < (isTrial ? MIN_CALL_SECONDS : 1);
  const usedMinutes = shownMinutes(period.seconds);
  if (!isUsedUp && usedMinutes / includedMinutes < APPROACHING_SHARE) return null;
  return {
    key: `usage/${isUsedUp ? 100 : APPROACHING_SHARE * 100}/${period._id}/${includedMinutes}`,
    message: {
      template: "usage",
      isUsedUp,
      usedMinutes,
      includedMinutes,
      isTrial,
      rateCents: overageRate,
      limitCents: subscription.spendingLimitCents,
      untilMs,
      ...(isLastPeriod(subscription) ? { isLastPeriod: true } : {}),
    },
    usefulUntilMs: untilMs,
  };
}
