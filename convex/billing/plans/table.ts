import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { paidPlanType } from "../../lib/planType";
import { paymentToConfirm } from "../../vendors/stripeTable";

/** Card details for display. Other payment methods have no digits. */
export const paymentMethod = v.object({ brand: v.string(), last4: v.optional(v.string()) });

/** Stripe's last state of a customer's current subscription. */
export const subscriptionSnapshot = v.object({
  stripeSubscriptionId: v.string(),
  /** With "other", the owner cannot publish assistants. */
  status: literals("active", "trialing", "other"),
  /** Stripe's own status. */
  stripeStatus: v.string(),
  /** Null if the price belongs to none of our plans. Such a subscription gives no rights. */
  planType: v.union(paidPlanType, v.null()),
  priceCents: v.number(),
  /** Whether it was cancelled, to end with the period or at `endsAtMs`. */
  cancelAtPeriodEnd: v.boolean(),
  /** When a cancelled subscription ends. Missing in older rows. */
  endsAtMs: v.optional(v.number()),
  currentPeriodStartMs: v.number(),
  currentPeriodEndMs: v.number(),
  endedAtMs: v.union(v.number(), v.null()),
  /** The plan to which a schedule at Stripe changes when the period ends. */
  pendingPlanType: v.union(paidPlanType, v.null()),
  paymentMethod: v.union(paymentMethod, v.null()),
  toConfirm: v.optional(paymentToConfirm),
});
export type SubscriptionSnapshot = Infer<typeof subscriptionSnapshot>;

/** The terms on which a period was sold. Only an upgrade within the period changes them. */
export const periodTerms = v.object({
  stripeSubscriptionId: v.string(),
  planType: paidPlanType,
  isTrial: v.boolean(),
  /** Missing in older rows, like the rate. */
  includedMinutes: v.optional(v.number()),
  /** For each extra minute. */
  rateCents: v.optional(v.number()),
});
export type PeriodTerms = Infer<typeof periodTerms>;

/**
 * One step of overage: minutes [fromMinute, toMinute) of a period. Ranges of one period never overlap, so no minute is
 * charged twice.
 */
export const overageCharge = {
  ownerId: v.id("users"),
  usagePeriodId: v.id("usagePeriods"),
  stripeCustomerId: v.string(),
  stripeSubscriptionId: v.string(),
  fromMinute: v.number(),
  toMinute: v.number(),
  rateCents: v.number(),
  amountCents: v.number(),
  state: literals("reserved", "invoiced", "paid", "failed", "void"),
  invoiceId: v.optional(v.string()),
  /** How often its draft invoice was deleted at Stripe. Part of the next invoice's idempotency keys. */
  deletedInvoices: v.optional(v.number()),
  /** Part of the next payment's idempotency key. */
  payAttempt: v.number(),
  error: v.optional(v.string()),
  /** Stripe's page where the owner can confirm the payment, if the bank asks for that. */
  confirmUrl: v.optional(v.string()),
  /** Stripe's page where the owner can pay after a refusal. */
  payUrl: v.optional(v.string()),
  /** A payment is in progress. From a bank account that takes days. */
  isProcessing: v.optional(v.literal(true)),
  /** Set with the first refusal. Visitors are served until then. */
  graceEndsAtMs: v.optional(v.number()),
  isGraceOver: v.optional(v.literal(true)),
};
