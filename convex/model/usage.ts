import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fillsStep, overageOf } from "./overage";
import { periodAt } from "./usagePeriods";

export interface Usage {
  ownerId: Id<"users">;
  assistantId: Id<"assistants">;
  seconds: number;
  endedAtMs: number;
  allowance: "free" | "plan";
}

/** A busy hour becomes one charge and not several. */
const CHARGE_AFTER_MS = 3_600_000;

/** Counts a call that is over. Whoever calls this makes sure that it is once for each. */
export async function recordUsage(ctx: MutationCtx, usage: Usage): Promise<void> {
  const period = await periodAt(ctx, usage.ownerId, usage.endedAtMs);
  // What was promised for nothing is not billed, even if a subscription began meanwhile.
  if (usage.allowance === "free" && period.terms !== null) return;
  await addUsage(ctx, period, usage);
}

async function addUsage(
  ctx: MutationCtx,
  period: Doc<"usagePeriods">,
  { ownerId, assistantId, seconds }: Usage,
): Promise<void> {
  const used = { ...period, seconds: period.seconds + seconds, calls: period.calls + 1 };
  await ctx.db.patch("usagePeriods", period._id, { seconds: used.seconds, calls: used.calls });
  const share = await ctx.db
    .query("assistantUsage")
    .withIndex("by_period_and_assistant", (q) =>
      q.eq("usagePeriodId", period._id).eq("assistantId", assistantId),
    )
    .unique();
  if (share === null) {
    const usagePeriodId = period._id;
    await ctx.db.insert("assistantUsage", {
      usagePeriodId,
      ownerId,
      assistantId,
      seconds,
      calls: 1,
    });
  } else {
    await ctx.db.patch("assistantUsage", share._id, {
      seconds: share.seconds + seconds,
      calls: share.calls + 1,
    });
  }
  if (!isStepFull(period) && isStepFull(used)) {
    await ctx.scheduler.runAfter(CHARGE_AFTER_MS, internal.overageBilling.chargeStep, { ownerId });
  }
}

function isStepFull(period: Doc<"usagePeriods">): boolean {
  const overage = overageOf(period);
  return overage !== null && fillsStep(overage);
}
