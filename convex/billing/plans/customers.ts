import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { rowsOfOwner } from "../../lib/rowsOfOwner";
import { type PaidPlan, planOf } from "../../shared/plans";
import type { SubscriptionSnapshot } from "./table";

export async function findCustomer(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<Doc<"customers"> | null> {
  return await rowsOfOwner(ctx, "customers", ownerId).unique();
}

/** A subscription with which the owner may use a plan. */
export type ActiveSubscription = SubscriptionSnapshot & {
  status: "active" | "trialing";
  plan: PaidPlan;
  /** For a period's extra minutes. Null without a limit. */
  spendingLimitCents: number | null;
};

/** Null unless the subscription is "active" or "trialing" and has one of our plans. */
export function activeSubscription(customer: Doc<"customers"> | null): ActiveSubscription | null {
  const subscription = customer?.subscription ?? null;
  if (subscription?.planType == null) return null;
  const { status, planType, priceCents } = subscription;
  if (status === "other") return null;
  // The default limit is the price that the owner pays for the plan.
  const { spendingLimitCents = priceCents } = customer ?? {};
  return { ...subscription, status, plan: planOf(planType), spendingLimitCents };
}

export async function findActiveSubscription(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<ActiveSubscription | null> {
  return activeSubscription(await findCustomer(ctx, ownerId));
}
