import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fillsStep, overageOf } from "./overage";

type Period = Doc<"usagePeriods">;

/** A busy hour becomes one charge and not several. */
const CHARGE_AFTER_MS = 3_600_000;

/** Has the extra minutes charged when these calls have filled a step. */
export async function planStep(ctx: MutationCtx, before: Period, now: Period): Promise<void> {
  if (isStepFull(before) || !isStepFull(now)) return;
  const { ownerId } = now;
  await ctx.scheduler.runAfter(CHARGE_AFTER_MS, internal.overageBilling.chargeStep, { ownerId });
}

function isStepFull(period: Period): boolean {
  const overage = overageOf(period);
  return overage !== null && fillsStep(overage);
}
