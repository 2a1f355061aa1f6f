import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { STORED_CHANNELS } from "../../shared/channel";
import { MESSENGERS } from "../../shared/messengers";
import { OAUTH_PROVIDERS } from "../../shared/oauthProviders";
import { SLIP_STATES } from "../../shared/slip";
import { UNAVAILABLE_CASES } from "../../shared/unavailability";

/** What a payment was for that the bank declined or wants the owner to confirm. */
export const paymentProblem = literals(
  "upgrade",
  "plan_start",
  "first_payment",
  "renewal",
  "renewal_refused",
  "overage",
  "overage_refused",
);
export type PaymentProblem = Infer<typeof paymentProblem>;

/** A call's outcome, as a mail shows it. */
export const outcomeEntry = v.object({
  callId: v.id("calls"),
  assistantName: v.string(),
  /** Missing for a call by voice. */
  channel: v.optional(literals(...STORED_CHANNELS)),
  /** Why a visitor could only leave a message. */
  leftBecause: v.optional(literals(...UNAVAILABLE_CASES)),
  atMs: v.number(),
  /** The visitor's name, if it is known. */
  who: v.union(v.string(), v.null()),
  /** What the call was about, if that is known. */
  topic: v.union(v.object({ label: v.string(), text: v.string() }), v.null()),
  lines: v.array(v.object({ label: v.string(), text: v.string() })),
  /** What was said until now, if the conversation goes on. */
  soFar: v.optional(v.string()),
  unanswered: v.array(v.string()),
  /** The visitor's email address, if it is known. */
  replyTo: v.union(v.string(), v.null()),
});
export type OutcomeEntry = Infer<typeof outcomeEntry>;

const toRecipient = {
  recipientId: v.id("outcomeRecipients"),
  /** The account that the mail is about. Null if it is the reader's own. */
  ownerEmail: v.union(v.string(), v.null()),
};

/** An open question that a weekly summary asks the owner. Its number is its place, from 1. */
export const askedQuestion = v.object({
  assistantId: v.id("assistants"),
  assistantName: v.string(),
  question: v.string(),
  /** How often it was asked, in similar words too. */
  count: v.number(),
  /** The newest conversation in which it was asked. */
  callId: v.id("calls"),
});
export type AskedQuestion = Infer<typeof askedQuestion>;

export const nightlyFinding = v.object({
  kind: literals("changed", "vanished", "contradicts"),
  question: v.string(),
  /** Null if it was asked for the first time. */
  before: v.union(v.string(), v.null()),
  /** Null if the question is no longer answered. */
  now: v.union(v.string(), v.null()),
});
export type NightlyFinding = Infer<typeof nightlyFinding>;

/** Why nothing of a reply was saved. */
export const REPLY_PROBLEMS = ["unmatched", "unverified", "other_sender", "too_large"] as const;
const replyProblem = literals(...REPLY_PROBLEMS);
export type ReplyProblem = Infer<typeof replyProblem>;

/** A reply to a weekly summary. Its text is not stored. */
export const mailReplyFields = {
  ownerId: v.id("users"),
  /** The summary that it answers. */
  mailId: v.id("mails"),
  /** The reply's id at the mail service. */
  receivedId: v.string(),
  receivedAtMs: v.number(),
  isHandled: v.boolean(),
  /** The numbers of the questions whose answers were saved. */
  answered: v.array(v.number()),
};

export const mailedSlip = v.object({
  state: literals(...SLIP_STATES),
  title: v.string(),
  assistantName: v.string(),
  language: v.string(),
  /** Of a booking, in words. */
  time: v.union(v.string(), v.null()),
  lines: v.array(v.object({ label: v.string(), value: v.string() })),
  calendarFile: v.union(v.string(), v.null()),
  receiptUrl: v.string(),
});
export type MailedSlip = Infer<typeof mailedSlip>;

/** The content of a mail. Links and codes are created when it is sent (linkKeys.ts), so none is stored. */
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
  /** The first sign-in with Google or GitHub to an existing account. */
  v.object({
    template: v.literal("newSignInMethod"),
    provider: literals(...OAUTH_PROVIDERS),
    atMs: v.number(),
  }),
  /** `name` is the owner's name for the key. */
  v.object({ template: v.literal("apiKeyCreated"), name: v.string(), atMs: v.number() }),
  /** To the new address. `fingerprint` is of the account's address and password, which the link requires unchanged. */
  v.object({ template: v.literal("newAddress"), fingerprint: v.string(), untilMs: v.number() }),
  /** To the old address, if it is confirmed. `to` is null in older mails, which also went to unconfirmed addresses. */
  v.object({
    template: literals("addressChangeRequested", "addressChanged"),
    to: v.union(v.string(), v.null()),
    atMs: v.number(),
  }),
  v.object({
    template: v.literal("usage"),
    isUsedUp: v.boolean(),
    usedMinutes: v.number(),
    includedMinutes: v.number(),
    isTrial: v.boolean(),
    /** For an extra minute. */
    rateCents: v.number(),
    /** For a period's extra minutes. Null without a limit. */
    limitCents: v.union(v.number(), v.null()),
    untilMs: v.number(),
    /** Set if the plan was cancelled and ends with this period. */
    isLastPeriod: v.optional(v.boolean()),
  }),
  v.object({
    template: v.literal("spending"),
    isReached: v.boolean(),
    spentCents: v.number(),
    limitCents: v.number(),
    untilMs: v.number(),
  }),
  /** Visitors have used up an assistant's minutes for the day. */
  v.object({
    template: v.literal("dailyLimit"),
    assistantName: v.string(),
    limitMinutes: v.number(),
  }),
  v.object({
    template: v.literal("payment"),
    what: paymentProblem,
    amountCents: v.number(),
    planName: v.union(v.string(), v.null()),
    /** Stripe's page for the payment. Null if there is none, so the mail links to the dashboard. */
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
    /** The number of typed conversations. Missing in mails that were queued before there were any. */
    typed: v.optional(v.number()),
    /** The number of messages that visitors left. Missing as above. */
    messages: v.optional(v.number()),
    /** Of calls and typed conversations. */
    seconds: v.number(),
    /** Of the newest calls that the platform has evaluated. */
    successful: v.number(),
    unsuccessful: v.number(),
    /** The number of inbox entries. */
    entries: v.number(),
    /** The open questions that matter most. Missing in mails that were queued before they were asked. */
    questions: v.optional(v.array(askedQuestion)),
    /** The newest unanswered questions. Only in those older mails. */
    unanswered: v.optional(v.array(v.string())),
  }),
  /** What an assistant answers differently when it is asked at night. */
  v.object({
    template: v.literal("nightlyCheck"),
    assistantId: v.id("assistants"),
    assistantName: v.string(),
    findings: v.array(nightlyFinding),
  }),
  /** The result of a reply to a weekly summary. */
  v.object({
    template: v.literal("replyResult"),
    saved: v.array(v.object({ ...askedQuestion.fields, answer: v.string() })),
    /** `reason` is a sentence for the owner. Null if the reply has no answer to the question. */
    unsaved: v.array(v.object({ ...askedQuestion.fields, reason: v.union(v.string(), v.null()) })),
    problem: v.union(replyProblem, v.null()),
  }),
  /** The call's outcome is looked up when the mail is sent, so none of it is stored here. */
  v.object({
    template: v.literal("outcome"),
    ...toRecipient,
    callId: v.id("calls"),
    /** Set if a visitor waits for the answer. */
    questionId: v.optional(v.id("ownerQuestions")),
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
    /** Missing for an owner's own server. */
    messenger: v.optional(literals(...MESSENGERS)),
  }),
  /** What a visitor's conversation did. It is looked up when the mail is sent, so none of it is stored here. */
  v.object({
    template: v.literal("slip"),
    runId: v.id("actionRuns"),
    slip: v.union(mailedSlip, v.null()),
  }),
);
export type Message = Infer<typeof message>;

export const stopReason = literals("bounced", "complained", "refused");
export type StopReason = Infer<typeof stopReason>;

export const mailStopFields = {
  /** A keyed hash of the normalized address. Missing in older rows until a migration hashes them. */
  addressHash: v.optional(v.string()),
  /** Only in older rows. */
  address: v.optional(v.string()),
  reason: stopReason,
};

export const mailFields = {
  /** Identifies the occasion. There is one mail for each key. */
  key: v.string(),
  ownerId: v.id("users"),
  to: v.string(),
  message,
  /** The mail is not sent after this time. */
  usefulUntilMs: v.union(v.number(), v.null()),
  state: v.union(literals("waiting", "sent", "dropped", "failed"), stopReason),
};

/** Which mail an owner wants: fields of the owner's document. */
export const mailChoiceFields = {
  /** Missing if the owner wants mail about usage and spending. */
  isUsageMailOff: v.optional(v.literal(true)),
  /** Missing if the owner wants mail about answers that have changed. */
  isNightlyMailOff: v.optional(v.literal(true)),
  /** When the next weekly summary is due. Missing if the owner wants none. */
  summaryDueAtMs: v.optional(v.number()),
};
