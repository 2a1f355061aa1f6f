import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { OVERAGE_STEP_MINUTES } from "../catalog/limits";
import { MESSAGES } from "../catalog/messages";
import { StripeFailure } from "../platforms/stripeFailure";
import { carryOutCharge } from "./overageCharging";

export const overageCheck = v.object({
  success: v.boolean(),
  charged: v.boolean(),
  /** In cents. */
  amount: v.number(),
  minutes: v.number(),
  /** Extra minutes that no charge covers yet. */
  currentOverage: v.number(),
  /** At so many they are charged. */
  threshold: v.number(),
  error: v.union(v.string(), v.null()),
});
type OverageCheck = Infer<typeof overageCheck>;

export async function checkOverage(ctx: ActionCtx, ownerId: Id<"users">): Promise<OverageCheck> {
  const reservation = await ctx.runMutation(internal.overageBilling.reserve, { ownerId });
  if (reservation === null) return failed(0, MESSAGES.noSubscription);
  const { charge, unbilledMinutes: currentOverage } = reservation;
  if (charge === null) return { ...NOTHING, currentOverage, success: true };
  try {
    const done = await carryOutCharge(ctx, charge._id);
    if (done?.state !== "paid") {
      return failed(currentOverage, done?.error ?? MESSAGES.overagePaymentPending);
    }
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    // It is in the ledger, from which it will be taken up again.
    return failed(currentOverage, MESSAGES.overagePaymentPending);
  }
  const minutes = charge.toMinute - charge.fromMinute;
  const amount = charge.amountCents;
  return { ...NOTHING, success: true, charged: true, amount, minutes, currentOverage };
}

const NOTHING: OverageCheck = {
  success: false,
  charged: false,
  amount: 0,
  minutes: 0,
  currentOverage: 0,
  threshold: OVERAGE_STEP_MINUTES,
  error: null,
};

function failed(currentOverage: number, error: string): OverageCheck {
  return { ...NOTHING, currentOverage, error };
}
