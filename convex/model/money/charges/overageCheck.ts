import { v, type Infer } from "convex/values";
import { internal } from "../../../_generated/api";
import type { Id } from "../../../_generated/dataModel";
import type { ActionCtx } from "../../../_generated/server";
import { OVERAGE_STEP_MINUTES } from "../../../catalog/limits";
import { REFUSALS } from "../../../catalog/messages";
import { carryOut } from "../../outbox/running";
import { overageCharge } from "./overageCharging";

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
  const reservation = await ctx.runMutation(internal.backstage.charges.reserve, { ownerId });
  if (reservation === null) return failed(0, REFUSALS.noSubscription);
  const { charge, unbilledMinutes: currentOverage, run } = reservation;
  if (charge === null || run === null) return { ...NOTHING, currentOverage, success: true };
  await carryOut(ctx, run, overageCharge);
  const which = { chargeId: charge._id };
  const found = await ctx.runQuery(internal.backstage.charges.chargeAndPeriod, which);
  // What is not paid yet is in the ledger, from which it is taken up again.
  if (found?.charge.state !== "paid") {
    const { isProcessing, error } = found?.charge ?? {};
    const pending =
      isProcessing === true ? REFUSALS.overagePaymentProcessing : REFUSALS.overagePaymentPending;
    return failed(currentOverage, error ?? pending);
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
