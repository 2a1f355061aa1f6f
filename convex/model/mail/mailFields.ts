import { literals } from "convex-helpers/validators";
import { v, type Infer } from "convex/values";
import { OTHER_WAYS } from "../../catalog/otherWays";

/** What a payment was for that was refused, or that the bank wants confirmed. */
export const paymentTrouble = literals(
  "upgrade",
  "plan_start",
  "first_payment",
  "renewal",
  "renewal_refused",
  "overage",
  "overage_refused",
);
export type PaymentTrouble = Infer<typeof paymentTrouble>;

/** What a mail says. Links and codes are made when it is sent (proofs.ts), so that none is kept. */
export const message = v.union(
  v.object({ template: v.literal("resetPassword"), resetId: v.id("passwordResets") }),
  v.object({ template: v.literal("confirmAddress"), untilMs: v.number() }),
  v.object({
    template: v.literal("newPlace"),
    device: v.union(v.string(), v.null()),
    timeZone: v.union(v.string(), v.null()),
    atMs: v.number(),
  }),
  v.object({ template: v.literal("passwordChanged"), atMs: v.number() }),
  /** Signing in with Google or GitHub, on an account that was there before. */
  v.object({ template: v.literal("newWay"), way: literals(...OTHER_WAYS), atMs: v.number() }),
  /** A key for the API, as its owner named it. */
  v.object({ template: v.literal("apiKeyMade"), name: v.string(), atMs: v.number() }),
  /** To the new address; `standing` is what must not have changed when the link comes back. */
  v.object({ template: v.literal("newAddress"), standing: v.string(), untilMs: v.number() }),
  /** To the address before; without the new one where it was never confirmed. */
  v.object({
    template: literals("addressAsked", "addressMoved"),
    to: v.union(v.string(), v.null()),
    atMs: v.number(),
  }),
  v.object({
    template: v.literal("usage"),
    isUsedUp: v.boolean(),
    usedMinutes: v.number(),
    includedMinutes: v.number(),
    isTrial: v.boolean(),
    /** In cents, for an extra minute. */
    rateCents: v.number(),
    /** For the extra minutes of a period; null without a limit. */
    limitCents: v.union(v.number(), v.null()),
    untilMs: v.number(),
  }),
  v.object({
    template: v.literal("spending"),
    isReached: v.boolean(),
    spentCents: v.number(),
    limitCents: v.number(),
    untilMs: v.number(),
  }),
  v.object({
    template: v.literal("payment"),
    what: paymentTrouble,
    amountCents: v.number(),
    planName: v.union(v.string(), v.null()),
    /** Stripe's page for it; null where there is none, and the dashboard leads on. */
    url: v.union(v.string(), v.null()),
    untilMs: v.union(v.number(), v.null()),
  }),
  v.object({
    template: v.literal("graceEnding"),
    amountCents: v.number(),
    url: v.union(v.string(), v.null()),
    untilMs: v.number(),
  }),
  v.object({
    template: v.literal("trialEnding"),
    planName: v.string(),
    priceCents: v.number(),
    then: literals("charged", "no_card", "cancelled"),
    atMs: v.number(),
  }),
  v.object({
    template: v.literal("planChanged"),
    fromName: v.string(),
    toName: v.string(),
    priceCents: v.number(),
  }),
  v.object({
    template: v.literal("planEnded"),
    planName: v.string(),
    wasTrial: v.boolean(),
    atMs: v.number(),
  }),
  v.object({
    template: v.literal("summary"),
    fromMs: v.number(),
    toMs: v.number(),
    calls: v.number(),
    seconds: v.number(),
    /** Of the newest calls, as far as the platform judged them. */
    successful: v.number(),
    unsuccessful: v.number(),
    /** What calls left behind: how often, and the newest questions that had no answer. */
    entries: v.number(),
    unanswered: v.array(v.string()),
  }),
);
export type Message = Infer<typeof message>;

export const stopReason = literals("bounced", "complained", "refused");
export type StopReason = Infer<typeof stopReason>;

export const mailFields = {
  /** Names what it is sent for: there is one mail of a key. */
  key: v.string(),
  ownerId: v.id("users"),
  to: v.string(),
  message,
  /** After this it is not worth sending. */
  usefulUntilMs: v.union(v.number(), v.null()),
  state: v.union(literals("waiting", "sent", "dropped", "failed"), stopReason),
};
