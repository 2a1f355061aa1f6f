/** Payments that an owner's bank declined or wants confirmed: shown until they are paid or expire. */
import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { planOf } from "../../shared/plans";
import { findCustomer } from "../plans/customers";
import { unpaidCharges } from "./unpaidCharges";

export const shownPaymentToConfirm = v.object({
  what: literals("upgrade", "plan_start", "first_payment", "renewal", "overage", "overage_refused"),
  /** Stripe's page for the payment. */
  url: v.string(),
  /** In cents. */
  amount: v.number(),
  /** The plan that begins with the payment, if any. */
  planName: v.union(v.string(), v.null()),
  /**
   * In seconds since the epoch: when the payment expires, or, for extra minutes, when their grace period ends. Null if
   * Stripe keeps retrying, or if the grace period is over.
   */
  until: v.union(v.number(), v.null()),
});
type ShownPaymentToConfirm = Infer<typeof shownPaymentToConfirm>;

export async function paymentsToConfirm(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<ShownPaymentToConfirm[]> {
  const customer = await findCustomer(ctx, ownerId);
  if (customer === null) return [];
  const charges = await unpaidCharges(ctx, ownerId);
  const overage = charges.flatMap((charge): ShownPaymentToConfirm[] => {
    const { confirmUrl, payUrl: url = confirmUrl, amountCents: amount } = charge;
    if (url === undefined) return [];
    const what = confirmUrl === undefined ? "overage_refused" : "overage";
    const { isGraceOver = false, graceEndsAtMs = 0 } = charge;
    const until = isGraceOver ? null : Math.floor(graceEndsAtMs / 1000);
    return [{ what, url, amount, planName: null, until }];
  });
  const plan = customer.subscription?.toConfirm;
  if (plan === undefined) return overage;
  const { what, url, amountCents: amount, planType, untilMs } = plan;
  const planName = planType === null ? null : planOf(planType).name;
  const until = untilMs === null ? null : Math.floor(untilMs / 1000);
  return [{ what, url, amount, planName, until }, ...overage];
}
