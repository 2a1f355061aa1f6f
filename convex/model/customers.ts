import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { planOf, type PaidPlan } from "../catalog/plans";
import type { SubscriptionSnapshot } from "./billingFields";

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
};

/** Active is "active" or "trialing" on a plan of ours, and nothing else. */
export function activeSubscription(customer: Doc<"customers"> | null): ActiveSubscription | null {
  const subscription = customer?.subscription;
  if (subscription?.planType == null || subscription.status === "other") return null;
  const { status, planType } = subscription;
  return { ...subscription, status, plan: planOf(planType) };
}

export async function findActiveSubscription(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<ActiveSubscription | null> {
  return activeSubscription(await findCustomer(ctx, ownerId));
}
