/** What ends a trial early: its owner has the plan begin now, and pays for it. */
import { internal } from "../../../_generated/api";
import type { Id } from "../../../_generated/dataModel";
import type { ActionCtx } from "../../../_generated/server";
import { planNotStarted } from "../../../catalog/messages";
import { StripeFailure } from "../../../platforms/stripeFailure";
import { requireCustomer } from "./billedOwner";
import { bringBackWanted, openPortal, rememberWanted, requireChangeable } from "./planChanges";
import { stripe } from "../../vendors/stripe";
import { syncCustomer } from "./stripeSync";
import { userError } from "../../common/userError";

/** Where the owner confirms the payment, or adds something to pay with; null when the plan has begun. */
export async function startPlan(ctx: ActionCtx, ownerId: Id<"users">): Promise<string | null> {
  // Read before Stripe is asked: a press that still sees the trial has the key of the one that ended it.
  const { customer } = await ctx.runQuery(internal.backstage.subscriptions.ownerAndCustomer, {
    ownerId,
  });
  const refused = customer?.planStartsRefused ?? 0;
  const owner = await requireCustomer(ctx, ownerId);
  const running = requireChangeable(owner.subscription);
  if (running.status !== "trialing") return null;
  if (running.toConfirm?.what === "plan_start") return running.toConfirm.url;
  if (running.paymentMethod === null) return await openPortal(ctx, ownerId);

  // The end of the trial is when a smaller plan would have begun. Remembered, it is not lost on the way.
  const { scheduleId, pendingPlanType } = running;
  if (pendingPlanType !== null) await rememberWanted(ctx, ownerId, pendingPlanType);
  if (scheduleId !== null) await stripe().releaseSchedule(scheduleId);
  const wantedPlanType = pendingPlanType ?? owner.wantedPlanType;
  const planType = wantedPlanType ?? running.planType;
  const attempt = `${planType}:${running.cancellation ?? "goes_on"}:${refused}`;
  try {
    await stripe().startPlanNow(running, planType, attempt);
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.reason === "unavailable") throw error;
    const isToConfirm = error.reason === "to_confirm";
    const address = isToConfirm
      ? await stripe().startPlanWhenConfirmed(running, planType, attempt)
      : null;
    await ctx.runMutation(internal.backstage.subscriptions.notePlanStartRefused, {
      ownerId,
      refused,
    });
    if (!isToConfirm)
      await bringBackWanted(ctx, {
        ...owner,
        subscription: { ...running, scheduleId: null },
        wantedPlanType,
      });
    await syncCustomer(ctx, owner.stripeCustomerId);
    if (isToConfirm) return address;
    if (error.reason !== "declined") throw error;
    throw userError("payment_declined", planNotStarted(error.message));
  }
  if (wantedPlanType !== null) await rememberWanted(ctx, ownerId, null);
  await syncCustomer(ctx, owner.stripeCustomerId);
  return null;
}
