/** All that owners are told of their money, and whether it still holds when it is sent. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { type OwnerNotification, notifyOwner } from "../../notifications/mail/notifyOwner";
import { isMailOn } from "../../notifications/mail/send";
import type { Message } from "../../notifications/mail/table";
import { planOf } from "../../shared/plans";
import { chargeNotices } from "../overage/notifications";
import { findCustomer } from "../plans/customers";
import { planNotices } from "../plans/notifications";
import type { SubscriptionSnapshot } from "../plans/table";
import { announceUsage, usageNotices } from "../usage/notifications";

type Customer = Doc<"customers">;

/** After Stripe was asked, whose answer has replaced what was known `before`. */
export async function notifyOfBilling(
  ctx: MutationCtx,
  before: Customer,
  now: Customer,
): Promise<void> {
  await announceUsage(ctx, now);
  if (!isMailOn()) return;
  await notifyOwner(ctx, now.ownerId, [
    ...changeNotices(before.subscription, now),
    ...planNotices(now),
    ...(await usageNotices(ctx, now)),
  ]);
}

/** Within one subscription, and once: each answer of Stripe has its number. */
function changeNotices(before: SubscriptionSnapshot | null, now: Customer): OwnerNotification[] {
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

const LEVELS: Message["template"][] = [
  "usage",
  "spending",
  "payment",
  "graceEnding",
  "trialEnding",
  "planEnded",
];

/** What a mail has to say by now; null when it has become untrue. */
export async function currentBillingMessage(
  ctx: QueryCtx,
  mail: Doc<"mails">,
): Promise<Message | null> {
  const { message, key, ownerId } = mail;
  if (message.template === "planChanged") {
    const plan = (await findCustomer(ctx, ownerId))?.subscription;
    const isSo = plan?.planType != null && planOf(plan.planType).name === message.toName;
    return isSo && plan.endedAtMs === null ? message : null;
  }
  if (!LEVELS.includes(message.template)) return message;
  const customer = await findCustomer(ctx, ownerId);
  const notices = [
    ...(customer === null ? [] : planNotices(customer)),
    ...(customer === null ? [] : await usageNotices(ctx, customer)),
    ...(await chargeNotices(ctx, ownerId)),
  ];
  return notices.find((notice) => notice.key === key)?.message ?? null;
}
