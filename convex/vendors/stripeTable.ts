import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { paidPlanType } from "../lib/planType";

/** A payment that the owner has to confirm with the bank (3-D Secure). */
export const paymentToConfirm = v.object({
  invoiceId: v.string(),
  /** Stripe's page for the confirmation. */
  url: v.string(),
  amountCents: v.number(),
  what: v.union(
    /** A larger plan begins with the payment. */
    literals("upgrade"),
    /** The trial ends with the payment. */
    literals("plan_start"),
    /** The subscription begins with the payment. */
    literals("first_payment"),
    /** The subscription is past due until the payment. */
    literals("renewal"),
  ),
  /** The plan that begins with the payment. Null if none of our plans does. */
  planType: v.union(paidPlanType, v.null()),
  /** When the payment expires. Null if Stripe keeps retrying it. */
  untilMs: v.union(v.number(), v.null()),
});
export type PaymentToConfirm = Infer<typeof paymentToConfirm>;
