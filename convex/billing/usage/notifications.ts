/** Notifications about used minutes. Only the most urgent one is sent. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { type OwnerNotification, notifyOwner } from "../../notifications/mail/notifyOwner";
import { isMailOn } from "../../notifications/mail/send";
import { announce, type EventData, isSubscribed } from "../../notifications/webhooks/events";
import { APPROACHING_SHARE, MIN_CALL_SECONDS } from "../../shared/limits";
import { activeSubscription, type ActiveSubscription } from "../plans/customers";
import { currentTerms } from "../plans/includedMinutes";
import { isLastPeriod, periodOverMs } from "../plans/planEnd";
import { findSubscriptionPeriod } from "./periods";
import { shownMinutes } from "./roundedMinutes";
import { spendingOf, spendingState } from "./spendingLimit";

type Period = Doc<"usagePeriods">;

export async function notifyOfUsage(ctx: MutationCtx, customer: Doc<"customers">): Promise<void> {
  if (isMailOn()) await notifyOwner(ctx, customer.ownerId, await usageNotifications(ctx, customer));
  await announceUsage(ctx, customer);
}

/** Sends one event for each notification. The period stores which was announced last. */
export async function announceUsage(ctx: MutationCtx, customer: Doc<"customers">): Promise<void> {
  const { ownerId } = customer;
  if (!(await isSubscribed(ctx, ownerId, "usage.threshold"))) return;
  const [notification] = await usageNotifications(ctx, customer);
  const subscription = activeSubscription(customer);
  if (notification === undefined || subscription === null) return;
  const period = await findSubscriptionPeriod(ctx, ownerId, subscription);
  if (period === null || period.announced === notification.key) return;
  await ctx.db.patch("usagePeriods", period._id, { announced: notification.key });
  await announce(ctx, ownerId, "usage.threshold", () => thresholdOf(notification));
}

function thresholdOf({ message }: OwnerNotification): EventData {
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

export async function usageNotifications(
  ctx: QueryCtx,
  customer: Doc<"customers">,
): Promise<OwnerNotification[]> {
  const subscription = activeSubscription(customer);
  // After the period's end we wait until Stripe reports the next one.
  if (subscription === null || subscription.currentPeriodEndMs <= Date.now()) return [];
  const period = await findSubscriptionPeriod(ctx, customer.ownerId, subscription);
  if (period === null) return [];
  const notification =
    spendingNotification(subscription, period) ?? includedNotification(subscription, period);
  return notification === null ? [] : [notification];
}

/** One for each limit in a period, because a raised limit can be reached again. */
function spendingNotification(
  subscription: ActiveSubscription,
  period: Period,
): OwnerNotification | null {
  const { status, spendingLimitCents: limitCents } = subscription;
  const untilMs = periodOverMs(subscription);
  if (status === "trialing" || limitCents === null) return null;
  const { spentCents } = spendingOf(subscription, period);
  const state = spendingState(subscription, period);
  const { includedMinutes } = currentTerms(subscription, period);
  // After an upgrade there are included minutes again, even if money was spent before.
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

/** One for each number of included minutes in a period, because an upgrade adds minutes. */
function includedNotification(
  subscription: ActiveSubscription,
  period: Period,
): OwnerNotification | null {
  const { status } = subscription;
  const untilMs = periodOverMs(subscription);
  const { includedMinutes, overageRate } = currentTerms(subscription, period);
  const isTrial = status === "trialing";
  const secondsLeft = includedMinutes * 60 - period.seconds;
  // A trial has no extra minutes, so it is used up when the rest is too short for a call.
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
