import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { MAX_CALL_SECONDS } from "../../shared/limits";
import type { PaidPlanType } from "../../shared/plans";
import { chargeIfWorthwhile } from "../overage/ledger";
import { includedAfter, termsOf } from "../plans/includedMinutes";
import type { PeriodTerms } from "../plans/table";
import { countedSeconds } from "../usage/countedSeconds";
import { overageOf, stepDue } from "../usage/overage";

type Period = Doc<"usagePeriods">;

/**
 * Moves a paid period to a larger plan. The same transaction enters the extra minutes so far into the ledger at the old
 * rate, so that neither happens without the other, or twice.
 */
export async function upgradePeriod(
  ctx: MutationCtx,
  periodId: Id<"usagePeriods">,
  { planType, atMs }: { planType: PaidPlanType; atMs: number },
): Promise<void> {
  const period = await requirePeriod(ctx, periodId);
  const { terms, startMs, endMs } = period;
  const secondsSince = await secondsCountedSince(ctx, period, atMs);
  const overage = overageOf({ ...period, seconds: Math.max(0, period.seconds - secondsSince) });
  if (terms === null || overage === null) {
    throw new Error(`Period ${periodId} was not paid for, so it cannot be upgraded`);
  }
  await chargeIfWorthwhile(ctx, period, overage);
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

/** How long before the change a call can have been created that ended after it. */
const CREATED_BEFORE_MS = 2 * MAX_CALL_SECONDS * 1000;
/** We learn of a change within seconds, or within an hour if its event is lost. */
const MAX_CALLS_SINCE = 500;

/** The usage that was counted after the plan changed and before we learned of it. */
async function secondsCountedSince(
  ctx: MutationCtx,
  { ownerId, endMs }: Period,
  sinceMs: number,
): Promise<number> {
  const calls = await ctx.db
    .query("calls")
    .withIndex("by_owner", (q) =>
      q.eq("ownerId", ownerId).gt("createdAtMs", sinceMs - CREATED_BEFORE_MS),
    )
    .order("desc")
    .take(MAX_CALLS_SINCE);
  return (
    calls
      .filter(({ allowance }) => allowance === "plan")
      // A typed conversation counts with its answers, and is in the period of the last one.
      .map((call) => ({ call, countedAtMs: call.askedAtMs ?? call.endedAtMs ?? 0 }))
      .filter(({ countedAtMs }) => countedAtMs > sinceMs && countedAtMs < endMs)
      .reduce((sum, { call }) => sum + countedSeconds(call), 0)
  );
}
