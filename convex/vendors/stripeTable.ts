import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { paidPlanType } from "../lib/planType";

/** A payment that Stripe takes only once its owner has confirmed it with their bank (3-D Secure). */
export const paymentToConfirm = v.object({
  invoiceId: v.string(),
  /** Stripe's own page, where the bank asks. */
  url: v.string(),
  amountCents: v.number(),
  what: v.union(
    /** A better plan, which begins with the payment. */
    literals("upgrade"),
    /** The trial, which is over once it is paid. */
    literals("plan_start"),
    /** The subscription begins with it. */
    literals("first_payment"),
    /** The subscription is past due until then. */
    literals("renewal"),
  ),
  /** The plan that begins with it; null when it is none of ours, or none begins. */
  planType: v.union(paidPlanType, v.null()),
  /** After this Stripe gives it up; null where it goes on asking. */
  untilMs: v.union(v.number(), v.null()),
});
export type PaymentToConfirm = Infer<typeof paymentToConfirm>;
