import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { OAUTH_PROVIDERS } from "../../shared/oauthProviders";

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

/** What a call left behind, as a mail says it. */
export const outcomeEntry = v.object({
  callId: v.id("calls"),
  assistantName: v.string(),
  atMs: v.number(),
  /** The visitor, where a name was found. */
  who: v.union(v.string(), v.null()),
  /** What it was about, where that was found. */
  topic: v.union(v.object({ label: v.string(), text: v.string() }), v.null()),
  lines: v.array(v.object({ label: v.string(), text: v.string() })),
  unanswered: v.array(v.string()),
  /** The visitor's, where one was found. */
  replyTo: v.union(v.string(), v.null()),
});
export type OutcomeEntry = Infer<typeof outcomeEntry>;

const toRecipient = {
  recipientId: v.id("outcomeRecipients"),
  /** Whose account it is about; null where that is the reader's own. */
  ownerEmail: v.union(v.string(), v.null()),
};

/** What a mail says. Links and codes are created when it is sent (linkKeys.ts), so none is stored. */
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
  v.object({ template: v.literal("newWay"), way: literals(...OAUTH_PROVIDERS), atMs: v.number() }),
  /** A key for the API, as its owner named it. */
  v.object({ template: v.literal("apiKeyMade"), name: v.string(), atMs: v.number() }),
  /** To the new address; `standing` is what must not have changed when the link comes back. */
  v.object({ template: v.literal("newAddress"), standing: v.string(), untilMs: v.number() }),
  /** To the address before, if it was confirmed. Null in mails of before, which also went to others. */
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
    /** Set where the plan was cancelled, and ends with this period. */
    isLastPeriod: v.optional(v.boolean()),
  }),
  v.object({
    template: v.literal("spending"),
    isReached: v.boolean(),
    spentCents: v.number(),
    limitCents: v.number(),
    untilMs: v.number(),
  }),
  /** Visitors have used up an assistant's minutes of a day. */
  v.object({
    template: v.literal("dailyLimit"),
    assistantName: v.string(),
    limitMinutes: v.number(),
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
  /** What the call left behind is looked up when it is sent: nothing of it is kept here. */
  v.object({
    template: v.literal("outcome"),
    ...toRecipient,
    callId: v.id("calls"),
    entry: v.union(outcomeEntry, v.null()),
  }),
  v.object({
    template: v.literal("outcomeDigest"),
    ...toRecipient,
    fromMs: v.number(),
    toMs: v.number(),
    entries: v.array(outcomeEntry),
    more: v.number(),
  }),
  v.object({
    template: v.literal("confirmRecipient"),
    recipientId: v.id("outcomeRecipients"),
    ownerEmail: v.string(),
    untilMs: v.number(),
  }),
  v.object({
    template: v.literal("webhookOff"),
    endpointId: v.id("webhookEndpoints"),
    host: v.string(),
    why: literals("gone", "failing"),
    atMs: v.number(),
  }),
);
export type Message = Infer<typeof message>;

export const stopReason = literals("bounced", "complained", "refused");
export type StopReason = Infer<typeof stopReason>;

export const mailStopFields = {
  /** Of the address in normal form, with the deployment's key. Missing from rows of before, until they are hashed. */
  addressHash: v.optional(v.string()),
  /** In plain, only in rows of before. */
  address: v.optional(v.string()),
  reason: stopReason,
};

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

/** Which mail they want. Of an owner's own document, so that each goes where that goes. */
export const mailChoiceFields = {
  /** Missing: usage and spending are told. */
  isUsageMailOff: v.optional(v.literal(true)),
  /** When the next weekly summary is made; missing: none is wanted. */
  summaryDueAtMs: v.optional(v.number()),
};
