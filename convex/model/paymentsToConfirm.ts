/** What an owner's bank wants to be asked about: shown until it is confirmed, or given up. */
import { literals } from "convex-helpers/validators";
import { v, type Infer } from "convex/values";
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { planOf } from "../catalog/plans";
import { findCustomer } from "./customers";

export const shownPaymentToConfirm = v.object({
  what: literals("upgrade", "first_payment", "renewal", "overage"),
  /** Stripe's page for it. */
  url: v.string(),
  /** In cents. */
  amount: v.number(),
  /** The plan that begins with it; null where none does. */
  planName: v.union(v.string(), v.null()),
  /** In seconds since the epoch: when it is given up. Null where it is asked for again and again. */
  until: v.union(v.number(), v.null()),
});
type ShownPaymentToConfirm = Infer<typeof shownPaymentToConfirm>;

/** More than an owner could be expected to read. */
const CHARGES_AT_ONCE = 20;

export async function paymentsToConfirm(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<ShownPaymentToConfirm[]> {
  const customer = await findCustomer(ctx, ownerId);
  if (customer === null) return [];
  const charges = await ctx.db
    .query("overageCharges")
    .withIndex("by_owner_and_confirm_url", (q) => q.eq("ownerId", ownerId).gt("confirmUrl", ""))
    .take(CHARGES_AT_ONCE);
  const overage = charges.flatMap(({ confirmUrl: url, amountCents: amount }) =>
    url === undefined ? [] : [{ what: "overage" as const, url, amount, ...NO_END }],
  );
  const plan = customer.subscription?.toConfirm;
  if (plan === undefined) return overage;
  const { what, url, amountCents: amount, planType, untilMs } = plan;
  const planName = planType === null ? null : planOf(planType).name;
  const until = untilMs === null ? null : Math.floor(untilMs / 1000);
  return [{ what, url, amount, planName, until }, ...overage];
}

const NO_END = { planName: null, until: null };
