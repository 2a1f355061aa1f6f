/** What each owner costs and pays, for the operator's page. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { type Infer, v } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { findCustomer } from "../../billing/plans/customers";
import { subscriptionState, subscriptionStateOf } from "../../billing/plans/subscriptionState";
import { areTrialMinutesUsedUp } from "../../billing/usage/allowance";
import { costOf } from "../../billing/usage/periods";
import { currentPeriod } from "../../billing/usage/report";
import { shownMinutes } from "../../billing/usage/roundedMinutes";

export const MAX_OWNERS_AT_ONCE = 20;

export const ownerSpend = v.object({
  id: v.id("ownerTotals"),
  /** Null if the account was deleted a moment ago. */
  email: v.union(v.string(), v.null()),
  planName: v.union(v.string(), v.null()),
  state: subscriptionState.fields.state,
  isDisputed: v.boolean(),
  /** A subscriber's billing period, else the calendar month. */
  period: v.object({
    minutes: v.number(),
    calls: v.number(),
    /** Null if it began before costs were counted by period. */
    costMicros: v.union(v.number(), v.null()),
    /** For the plan, and for extra minutes until now. */
    paysCents: v.number(),
  }),
  /** Since the account was created. */
  costMicros: v.number(),
});
type OwnerSpend = Infer<typeof ownerSpend>;

/** Owners with calls. Those whose calls have cost most come first. */
export async function pageOfSpend(
  ctx: QueryCtx,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<OwnerSpend>> {
  const totals = await ctx.db
    .query("ownerTotals")
    .withIndex("by_cost")
    .order("desc")
    .paginate(paginationOpts);
  return { ...totals, page: await Promise.all(totals.page.map((own) => spendOf(ctx, own))) };
}

async function spendOf(
  ctx: QueryCtx,
  { _id: id, ownerId, costMicros }: Doc<"ownerTotals">,
): Promise<OwnerSpend> {
  const owner = await ctx.db.get("users", ownerId);
  const customer = await findCustomer(ctx, ownerId);
  const isUsedUp = await areTrialMinutesUsedUp(ctx, customer);
  const { state, planName, isDisputed } = subscriptionStateOf(customer, isUsedUp);
  const period = await currentPeriod(ctx, ownerId);
  const priceCents = state === "active" ? (customer?.subscription?.priceCents ?? 0) : 0;
  return {
    id,
    email: owner?.email ?? null,
    ...{ state, planName, isDisputed, costMicros },
    period: {
      minutes: shownMinutes(period?.seconds ?? 0),
      calls: period?.calls ?? 0,
      costMicros: period === null ? 0 : costOf(period),
      paysCents: priceCents + (period?.billedCents ?? 0),
    },
  };
}
