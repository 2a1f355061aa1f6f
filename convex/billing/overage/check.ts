import { type Infer, v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { runJob } from "../../jobs/runJob";
import { startNow } from "../../jobs/startJobs";
import { startedRun } from "../../jobs/table";
import { internalMutation } from "../../lib/internalFunctions";
import schema from "../../schema";
import { OVERAGE_INVOICE_EVERY_MINUTES } from "../../shared/limits";
import { REFUSALS } from "../../shared/messages";
import { overageCharge } from "./charge";
import { reserveStep } from "./ledger";

export const overageCheck = v.object({
  success: v.boolean(),
  charged: v.boolean(),
  /** In cents. */
  amount: v.number(),
  minutes: v.number(),
  /** Extra minutes that have not been charged yet. */
  currentOverage: v.number(),
  /** The number of extra minutes at which they are charged. */
  threshold: v.number(),
  error: v.union(v.string(), v.null()),
});
type OverageCheck = Infer<typeof overageCheck>;

export async function checkOverage(ctx: ActionCtx, ownerId: Id<"users">): Promise<OverageCheck> {
  const reservation = await ctx.runMutation(internal.billing.overage.check.reserveCharge, {
    ownerId,
  });
  if (reservation === null) return failed(0, REFUSALS.noSubscription);
  const { charge, unbilledMinutes: currentOverage, run } = reservation;
  if (charge === null || run === null) return { ...NOTHING, currentOverage, success: true };
  await runJob(ctx, run, overageCharge);
  const found = await ctx.runQuery(internal.billing.overage.charge.chargeAndPeriod, {
    chargeId: charge._id,
  });
  // An unpaid charge remains in the ledger, and its job continues.
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
  threshold: OVERAGE_INVOICE_EVERY_MINUTES,
  error: null,
};

const charge = schema.doc("overageCharges");

/** The caller runs the charge's job at once. */
export const reserveCharge = internalMutation({
  args: { ownerId: v.id("users") },
  returns: v.union(
    v.object({
      charge: v.union(charge, v.null()),
      unbilledMinutes: v.number(),
      run: v.union(startedRun, v.null()),
    }),
    v.null(),
  ),
  handler: async (ctx, { ownerId }) => {
    const reservation = await reserveStep(ctx, ownerId);
    if (reservation === null) return null;
    const { charge: reserved } = reservation;
    const run = reserved && (await startNow(ctx, "overageCharge", reserved._id));
    return { ...reservation, run };
  },
});

function failed(currentOverage: number, error: string): OverageCheck {
  return { ...NOTHING, currentOverage, error };
}
