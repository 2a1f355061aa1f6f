import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { paidPlanType } from "../../lib/planType";
import { paymentToConfirm } from "../../vendors/stripeTable";

/** Card details for display; a means of payment that is no card has no digits. */
export const paymentMethod = v.object({ brand: v.string(), last4: v.optional(v.string()) });

/** What Stripe last said of a customer's one subscription that matters. */
export const subscriptionSnapshot = v.object({
  stripeSubscriptionId: v.string(),
  /** "other" stands for whatever does not let an owner publish. */
  status: literals("active", "trialing", "other"),
  /** In Stripe's word, for the reader of the database. */
  stripeStatus: v.string(),
  /** Null when the price is none of ours: such a subscription gives no rights. */
  planType: v.union(paidPlanType, v.null()),
  priceCents: v.number(),
  /** Whether it was cancelled, to end then or on a date of its own. */
  cancelAtPeriodEnd: v.boolean(),
  /** When it ends, if it was cancelled; missing in rows that are older than the field. */
  endsAtMs: v.optional(v.number()),
  currentPeriodStartMs: v.number(),
  currentPeriodEndMs: v.number(),
  endedAtMs: v.union(v.number(), v.null()),
  /** The plan that a schedule at Stripe changes to when the period ends. */
  pendingPlanType: v.union(paidPlanType, v.null()),
  paymentMethod: v.union(paymentMethod, v.null()),
  toConfirm: v.optional(paymentToConfirm),
});
export type SubscriptionSnapshot = Infer<typeof subscriptionSnapshot>;

/** What a period was sold for. It stays so when plans change; an upgrade within the period raises it. */
export const periodTerms = v.object({
  stripeSubscriptionId: v.string(),
  planType: paidPlanType,
  isTrial: v.boolean(),
  includedMinutes: v.optional(v.number()),
  /** For each extra minute. Both are missing in what was written before they were kept. */
  rateCents: v.optional(v.number()),
});
export type PeriodTerms = Infer<typeof periodTerms>;

/**
 * One step of overage: minutes [fromMinute, toMinute) of one period. Ranges of one period never
 * overlap, so no minute can be charged twice.
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
  /** How often a draft of its invoice was deleted at Stripe: part of the keys of the next one. */
  deletedInvoices: v.optional(v.number()),
  /** Part of the key under which the next attempt to pay is made. */
  payAttempt: v.number(),
  error: v.optional(v.string()),
  /** Stripe's page, where its owner can confirm what the bank would not pay unasked. */
  confirmUrl: v.optional(v.string()),
  /** Stripe's page, where its owner can pay what was refused. */
  payUrl: v.optional(v.string()),
  /** Its payment is under way, as one from a bank account is for days. */
  isProcessing: v.optional(v.literal(true)),
  /** Set with the first refusal: until then visitors are served all the same. */
  graceEndsAtMs: v.optional(v.number()),
  isGraceOver: v.optional(v.literal(true)),
};
