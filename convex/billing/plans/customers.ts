import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { type PaidPlan, planOf } from "../../shared/plans";
import type { SubscriptionSnapshot } from "./table";

export async function findCustomer(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<Doc<"customers"> | null> {
  return await ctx.db
    .query("customers")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .unique();
}

/** A subscription that gives its plan's rights. */
export type ActiveSubscription = SubscriptionSnapshot & {
  status: "active" | "trialing";
  plan: PaidPlan;
  /** In cents, for the extra minutes of a period; null without a limit. */
  spendingLimitCents: number | null;
};

/** Active is "active" or "trialing" on a plan of ours, and nothing else. */
export function activeSubscription(customer: Doc<"customers"> | null): ActiveSubscription | null {
  const subscription = customer?.subscription ?? null;
  if (subscription?.planType == null) return null;
  const { status, planType, priceCents } = subscription;
  if (status === "other") return null;
  // Whoever never set a limit has the price that they pay for the plan.
  const { spendingLimitCents = priceCents } = customer ?? {};
  return { ...subscription, status, plan: planOf(planType), spendingLimitCents };
}

export async function findActiveSubscription(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<ActiveSubscription | null> {
  return activeSubscription(await findCustomer(ctx, ownerId));
}
