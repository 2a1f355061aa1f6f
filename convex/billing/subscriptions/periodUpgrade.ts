import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { MAX_CALL_SECONDS } from "../../shared/limits";
import type { PaidPlanType } from "../../shared/plans";
import { chargeIfWorth } from "../overage/ledger";
import { includedAfter, termsOf } from "../plans/includedMinutes";
import type { PeriodTerms } from "../plans/table";
import { countedSeconds } from "../usage/countedSeconds";
import { overageOf, stepDue } from "../usage/overage";

type Period = Doc<"usagePeriods">;

/**
 * Puts a period that was paid for on a better plan. The extra minutes made until then go into the
 * ledger at the old rate in the same transaction, so that neither can happen without the other, or twice.
 */
export async function upgradePeriod(
  ctx: MutationCtx,
  periodId: Id<"usagePeriods">,
  { planType, atMs }: { planType: PaidPlanType; atMs: number },
): Promise<void> {
  const period = await requirePeriod(ctx, periodId);
  const { terms, startMs, endMs } = period;
  const since = await secondsTalkedSince(ctx, period, atMs);
  const overage = overageOf({ ...period, seconds: Math.max(0, period.seconds - since) });
  if (terms === null || overage === null) {
    throw new Error(`Nothing was paid for period ${periodId} that could be upgraded`);
  }
  await chargeIfWorth(ctx, period, overage);
  const upgrade = { from: terms.planType, to: planType, atMs, startMs, endMs };
  const upgraded: PeriodTerms = {
    ...termsOf({ ...terms, planType }),
    includedMinutes: includedAfter(overage.toMinute, upgrade),
  };
  const charged = await requirePeriod(ctx, periodId);
  await ctx.db.patch("usagePeriods", periodId, {
    terms: upgraded,
    stepDueAtMs: stepDue({ ...charged, terms: upgraded }, Date.now()),
  });
}

async function requirePeriod(ctx: MutationCtx, periodId: Id<"usagePeriods">): Promise<Period> {
  const period = await ctx.db.get("usagePeriods", periodId);
  if (period === null) throw new Error(`Period ${periodId} is gone`);
  return period;
}

/** A call is minted before it lasts, and may wait for its visitor. */
const MINTED_BEFORE_MS = 2 * MAX_CALL_SECONDS * 1000;
/** A change of plan is known within seconds, and within an hour should its event be lost. */
const MOST_CALLS_SINCE = 500;

/** What was counted in a period after its plan had changed, and before we heard of it. */
async function secondsTalkedSince(
  ctx: MutationCtx,
  { ownerId, endMs }: Period,
  sinceMs: number,
): Promise<number> {
  const calls = await ctx.db
    .query("calls")
    .withIndex("by_owner", (q) =>
      q.eq("ownerId", ownerId).gt("mintedAtMs", sinceMs - MINTED_BEFORE_MS),
    )
    .order("desc")
    .take(MOST_CALLS_SINCE);
  return calls
    .filter(({ allowance }) => allowance === "plan")
    .filter(({ endedAtMs = 0 }) => endedAtMs > sinceMs && endedAtMs < endMs)
    .reduce((sum, call) => sum + countedSeconds(call), 0);
}
