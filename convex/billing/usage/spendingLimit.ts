/** The owner's limit on what a period's extra minutes may cost. */
import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { userError } from "../../lib/userError";
import { APPROACHING_SHARE, MAX_SPENDING_LIMIT_CENTS, MIN_CALL_SECONDS } from "../../shared/limits";
import { REFUSALS, SPENDING_MESSAGES } from "../../shared/messages";
import { activeSubscription, type ActiveSubscription, findCustomer } from "../plans/customers";
import { currentTerms } from "../plans/includedMinutes";
import { periodOverMs } from "../plans/planEnd";
import { findSubscriptionPeriod } from "./periods";
import { wholeMinutes } from "./roundedMinutes";

interface Spending {
  /** The cost of the period's extra minutes so far, whether charged or not. */
  spentCents: number;
  /** Until the limit is reached. Included minutes never count towards it. */
  secondsLeft: number;
}

/** For a paid plan. The period is null if nothing was counted yet. */
export function spendingOf(
  subscription: ActiveSubscription,
  period: Doc<"usagePeriods"> | null,
): Spending {
  const { includedMinutes, overageRate } = currentTerms(subscription, period);
  const seconds = period?.seconds ?? 0;
  const billed = period?.billedCents ?? 0;
  const fromMinute = Math.max(includedMinutes, period?.billedToMinute ?? 0);
  const extraMinutes = Math.max(0, wholeMinutes(seconds) - fromMinute);
  const leftCents = (subscription.spendingLimitCents ?? Infinity) - billed;
  const toMinute = fromMinute + Math.floor(Math.max(0, leftCents) / overageRate);
  return {
    spentCents: billed + extraMinutes * overageRate,
    secondsLeft: toMinute * 60 - seconds,
  };
}

type SpendingState = "below" | "near" | "reached";

export function spendingState(
  subscription: ActiveSubscription,
  period: Doc<"usagePeriods"> | null,
): SpendingState {
  const limit = subscription.spendingLimitCents;
  const { spentCents, secondsLeft } = spendingOf(subscription, period);
  if (secondsLeft < MIN_CALL_SECONDS) return "reached";
  const isNear = limit !== null && spentCents > 0 && spentCents >= limit * APPROACHING_SHARE;
  return isNear ? "near" : "below";
}

/** Amounts in cents. */
export const shownSpendingLimit = v.object({
  /** Null if there is none. */
  limit: v.union(v.number(), v.null()),
  /** Whether the owner set it. Otherwise it is the plan's price, and follows changes of the plan. */
  isOwn: v.boolean(),
  /** For this billing period's extra minutes. */
  spent: v.number(),
  /** When it is "reached", visitors are not served. */
  state: literals("below", "near", "reached"),
  overageRate: v.number(),
  /** In seconds since the epoch. */
  periodEnd: v.number(),
});

/** Null without a subscription and on trial, where there are no extra minutes. */
export async function showSpendingLimit(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<Infer<typeof shownSpendingLimit> | null> {
  const customer = await findCustomer(ctx, ownerId);
  const subscription = activeSubscription(customer);
  if (subscription?.status !== "active") return null;
  const period = await findSubscriptionPeriod(ctx, ownerId, subscription);
  const { spentCents } = spendingOf(subscription, period);
  return {
    limit: subscription.spendingLimitCents,
    isOwn: customer?.spendingLimitCents !== undefined,
    spent: spentCents,
    state: spendingState(subscription, period),
    overageRate: currentTerms(subscription, period).overageRate,
    periodEnd: Math.floor(periodOverMs(subscription) / 1000),
  };
}

/** Applies to new calls. Live calls are not ended. */
export async function setSpendingLimit(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  limitCents: number | null,
): Promise<void> {
  const customer = await findCustomer(ctx, ownerId);
  const subscription = activeSubscription(customer);
  if (customer === null || subscription === null) {
    throw userError("no_subscription", REFUSALS.noSubscription);
  }
  if (subscription.status === "trialing") {
    throw userError("spending_limit_rejected", SPENDING_MESSAGES.noExtraMinutes);
  }
  if (limitCents !== null && !isAmount(limitCents)) {
    throw userError("spending_limit_rejected", SPENDING_MESSAGES.invalid);
  }
  await ctx.db.patch("customers", customer._id, { spendingLimitCents: limitCents });
}

function isAmount(cents: number): boolean {
  return Number.isInteger(cents) && cents >= 0 && cents <= MAX_SPENDING_LIMIT_CENTS;
}
