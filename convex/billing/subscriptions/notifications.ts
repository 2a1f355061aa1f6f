/** All notifications about billing, and whether they are still true when their mail is sent. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { type OwnerNotification, notifyOwner } from "../../notifications/mail/notifyOwner";
import { isMailOn } from "../../notifications/mail/send";
import type { Message } from "../../notifications/mail/table";
import { planOf } from "../../shared/plans";
import { chargeNotifications } from "../overage/notifications";
import { findCustomer } from "../plans/customers";
import { planNotifications } from "../plans/notifications";
import type { SubscriptionSnapshot } from "../plans/table";
import { announceUsage, usageNotifications } from "../usage/notifications";

type Customer = Doc<"customers">;

/** Called after a sync has replaced the customer's state. */
export async function notifyOfBilling(
  ctx: MutationCtx,
  before: Customer,
  now: Customer,
): Promise<void> {
  await announceUsage(ctx, now);
  if (!isMailOn()) return;
  await notifyOwner(ctx, now.ownerId, [
    ...changeNotifications(before.subscription, now),
    ...planNotifications(now),
    ...(await usageNotifications(ctx, now)),
  ]);
}

/** A change of plan within one subscription. Each sync has a number, so each change is reported once. */
function changeNotifications(
  before: SubscriptionSnapshot | null,
  now: Customer,
): OwnerNotification[] {
  const { subscription, stripeCustomerId, lastAppliedSync } = now;
  if (before?.stripeSubscriptionId !== subscription?.stripeSubscriptionId) return [];
  if (before?.planType == null || subscription?.planType == null) return [];
  if (before.planType === subscription.planType || subscription.endedAtMs !== null) return [];
  const message = {
    template: "planChanged" as const,
    fromName: planOf(before.planType).name,
    toName: planOf(subscription.planType).name,
    priceCents: subscription.priceCents,
  };
  return [{ key: `planChanged/${stripeCustomerId}/${lastAppliedSync}`, message }];
}

/** The templates of notifications that depend on the current state. */
const STATE_TEMPLATES: Message["template"][] = [
  "usage",
  "spending",
  "payment",
  "graceEnding",
  "trialEnding",
  "planEnded",
];

/** The mail's message as of now. Null if it is no longer true. */
export async function currentBillingMessage(
  ctx: QueryCtx,
  mail: Doc<"mails">,
): Promise<Message | null> {
  const { message, key, ownerId } = mail;
  if (message.template === "planChanged") {
    const plan = (await findCustomer(ctx, ownerId))?.subscription;
    const isTrue = plan?.planType != null && planOf(plan.planType).name === message.toName;
    return isTrue && plan.endedAtMs === null ? message : null;
  }
  if (!STATE_TEMPLATES.includes(message.template)) return message;
  const customer = await findCustomer(ctx, ownerId);
  const notifications = [
    ...(customer === null ? [] : planNotifications(customer)),
    ...(customer === null ? [] : await usageNotifications(ctx, customer)),
    ...(await chargeNotifications(ctx, ownerId)),
  ];
  return notifications.find((notification) => notification.key === key)?.message ?? null;
}
