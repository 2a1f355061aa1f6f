/** Notifications about an owner's plan, from Stripe's last state of it. */
import type { Doc } from "../../_generated/dataModel";
import type { OwnerNotification } from "../../notifications/mail/notifyOwner";
import { DAY_MS } from "../../shared/durations";
import { planOf } from "../../shared/plans";
import { isLastPeriod, periodOverMs } from "./planEnd";
import type { SubscriptionSnapshot } from "./table";

/** The owner gets a reminder this long before the trial ends. */
export const TRIAL_REMINDER_MS = 2 * DAY_MS;
/** A plan that ended longer ago is not reported. */
const END_REPORTED_MS = 3 * DAY_MS;

export function planNotifications(customer: Doc<"customers">): OwnerNotification[] {
  const { subscription } = customer;
  if (subscription === null) return [];
  if (subscription.endedAtMs !== null)
    return endNotifications(subscription, customer.trialUsedAtMs);
  return [...paymentNotifications(subscription), ...trialNotifications(subscription)];
}

/** Empty for a subscription that never began. */
function endNotifications(
  subscription: SubscriptionSnapshot,
  trialBeganMs: number | null,
): OwnerNotification[] {
  const { stripeSubscriptionId, stripeStatus, planType, endedAtMs } = subscription;
  if (endedAtMs === null || planType === null || stripeStatus === "incomplete_expired") return [];
  const usefulUntilMs = endedAtMs + END_REPORTED_MS;
  if (usefulUntilMs <= Date.now()) return [];
  return [
    {
      key: `planEnded/${stripeSubscriptionId}`,
      message: {
        template: "planEnded",
        planName: planOf(planType).name,
        wasTrial: subscription.currentPeriodStartMs === trialBeganMs,
        atMs: endedAtMs,
      },
      usefulUntilMs,
    },
  ];
}

function paymentNotifications(subscription: SubscriptionSnapshot): OwnerNotification[] {
  const { stripeSubscriptionId, stripeStatus, planType, toConfirm } = subscription;
  if (toConfirm !== undefined) {
    const { what, amountCents, url, untilMs } = toConfirm;
    if (untilMs !== null && untilMs <= Date.now()) return [];
    const planName = nameOf(toConfirm.planType ?? planType);
    return [
      {
        key: `payment/${toConfirm.invoiceId}`,
        message: { template: "payment", what, amountCents, planName, url, untilMs },
        ...(untilMs === null ? {} : { usefulUntilMs: untilMs }),
      },
    ];
  }
  if (stripeStatus !== "past_due" && stripeStatus !== "unpaid") return [];
  return [
    {
      // One mail for each unpaid period.
      key: `renewal/${stripeSubscriptionId}/${subscription.currentPeriodStartMs}`,
      message: {
        template: "payment",
        what: "renewal_refused",
        amountCents: subscription.priceCents,
        planName: nameOf(planType),
        url: null,
        untilMs: null,
      },
    },
  ];
}

function trialNotifications(subscription: SubscriptionSnapshot): OwnerNotification[] {
  const { stripeSubscriptionId, status, planType, pendingPlanType } = subscription;
  const endMs = periodOverMs(subscription);
  if (status !== "trialing" || planType === null) return [];
  const nowMs = Date.now();
  if (nowMs < endMs - TRIAL_REMINDER_MS || nowMs >= endMs) return [];
  const plan = planOf(pendingPlanType ?? planType);
  return [
    {
      key: `trialEnding/${stripeSubscriptionId}/${endMs}`,
      message: {
        template: "trialEnding",
        planName: plan.name,
        priceCents: pendingPlanType === null ? subscription.priceCents : plan.priceCents,
        then: isLastPeriod(subscription)
          ? "cancelled"
          : subscription.paymentMethod === null
            ? "no_card"
            : "charged",
        atMs: endMs,
      },
      usefulUntilMs: endMs,
    },
  ];
}

function nameOf(planType: SubscriptionSnapshot["planType"]): string | null {
  return planType === null ? null : planOf(planType).name;
}
