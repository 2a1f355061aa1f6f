/** Notifications about extra minutes that could not be charged. */
import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { internalMutation } from "../../lib/internalFunctions";
import { type OwnerNotification, notifyOwner } from "../../notifications/mail/notifyOwner";
import { isMailOn } from "../../notifications/mail/send";
import {
  chargesInLastDay,
  endGracePeriod,
  GRACE_REMINDER_MS,
  unpaidCharges,
} from "./unpaidCharges";

type Charge = Doc<"overageCharges">;

export async function notifyOfUnpaidCharges(ctx: MutationCtx, ownerId: Id<"users">): Promise<void> {
  if (!isMailOn()) return;
  await notifyOwner(ctx, ownerId, await chargeNotifications(ctx, ownerId));
}

export async function chargeNotifications(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<OwnerNotification[]> {
  return (await unpaidCharges(ctx, ownerId)).flatMap(notificationsOf);
}

/** Runs every quarter of an hour, in case the scheduled `endGrace` or `notifyOfCharges` was lost. */
export const endDueGraces = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    for (const { _id, ownerId } of await chargesInLastDay(ctx)) {
      await endGracePeriod(ctx, _id);
      await notifyOfUnpaidCharges(ctx, ownerId);
    }
    return null;
  },
});

/** Runs shortly before the grace period of a charge ends. */
export const notifyOfCharges = internalMutation({
  args: { ownerId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { ownerId }) => {
    await notifyOfUnpaidCharges(ctx, ownerId);
    return null;
  },
});

function notificationsOf(charge: Charge): OwnerNotification[] {
  const { _id, confirmUrl, payUrl: url = confirmUrl, amountCents, graceEndsAtMs } = charge;
  if (url === undefined || graceEndsAtMs === undefined) return [];
  const nowMs = Date.now();
  const isServed = nowMs < graceEndsAtMs;
  const what = confirmUrl === undefined ? "overage_refused" : "overage";
  const untilMs = isServed ? graceEndsAtMs : null;
  const refusal: OwnerNotification = {
    key: `${what}/${_id}`,
    message: { template: "payment", what, amountCents, planName: null, url, untilMs },
  };
  if (!isServed || nowMs < graceEndsAtMs - GRACE_REMINDER_MS) return [refusal];
  const ending: OwnerNotification = {
    key: `graceEnding/${_id}`,
    message: { template: "graceEnding", amountCents, url, untilMs: graceEndsAtMs },
    usefulUntilMs: graceEndsAtMs,
  };
  return [refusal, ending];
}
