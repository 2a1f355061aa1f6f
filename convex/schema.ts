import { authTables } from "@convex-dev/auth/server";
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { signInFields } from "./accounts/table";
import { ownerQuestionFields } from "./assistantActions/ownerTable";
import { actionFields, runFields } from "./assistantActions/table";
import { draftFields } from "./assistants/draftTable";
import {
  assistantContent,
  assistantIdentity,
  review,
  seenSite,
  signingSecret,
  switchedSettings,
  visitorDay,
  voiceSync,
} from "./assistants/table";
import { versionFields } from "./assistants/versionTable";
import { overageCharge, periodTerms, subscriptionSnapshot } from "./billing/plans/table";
import { paidPlanType } from "./lib/planType";
import {
  answerFields,
  assistantToolFields,
  dismissedQuestionFields,
  noteFields,
  sentTextFields,
  websiteFields,
  websitePageFields,
  websitePdfFields,
  websiteTextFields,
} from "./knowledge/table";
import { callDeletionFields, callFields, callMessage, pageUseFields } from "./calls/table";
import {
  askedQuestionFields,
  rehearsalFields,
  rehearsalResultFields,
  rehearsalRunFields,
  rehearsalUseFields,
} from "./rehearsals/table";
import { siteTrialFields } from "./siteTrials/table";
import { outcomeFields } from "./inbox/table";
import { jobFields } from "./jobs/table";
import { recipientFields } from "./notifications/mail/recipientTable";
import {
  mailChoiceFields,
  mailFields,
  mailReplyFields,
  mailStopFields,
} from "./notifications/mail/table";
import { deliveryFields, endpointFields } from "./notifications/webhooks/table";
import { apiKeyFields } from "./publicApi/table";
import { widgetAssets } from "./talkButton/table";

export default defineSchema({
  ...authTables,

  // The auth library's table, with the owner's mail choices.
  users: defineTable({
    ...authTables.users.validator.fields,
    ...mailChoiceFields,
    /** The plan whose trial the owner chose before confirming the address. */
    chosenPlan: v.optional(paidPlanType),
  })
    .index("email", ["email"])
    .index("phone", ["phone"])
    .index("by_summary_due", ["summaryDueAtMs"]),

  // The auth library's table, with an index by expiration.
  authSessions: defineTable(authTables.authSessions.validator)
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes -- The library uses this name.
    .index("userId", ["userId"])
    .index("by_owner_and_expiration", ["userId", "expirationTime"])
    .index("by_expiration", ["expirationTime"]),
  authVerificationCodes: defineTable(authTables.authVerificationCodes.validator)
    .index("accountId", ["accountId"])
    .index("code", ["code"])
    .index("by_expiration", ["expirationTime"]),
  authRateLimits: defineTable(authTables.authRateLimits.validator)
    .index("identifier", ["identifier"])
    .index("by_last_attempt", ["lastAttemptTime"]),

  signIns: defineTable(signInFields)
    .index("by_session", ["sessionId"])
    .index("by_owner", ["ownerId"])
    .index("by_last_seen", ["lastSeenAtMs"]),

  /** The networks and browsers from which an owner has signed in, as digests. */
  familiarPlaces: defineTable({
    ownerId: v.id("users"),
    place: v.string(),
    lastSignInAtMs: v.number(),
  })
    .index("by_owner_and_place", ["ownerId", "place"])
    .index("by_owner_and_last_sign_in", ["ownerId", "lastSignInAtMs"]),

  /** Requests to reset a password, whether or not there is an account. Valid for an hour. */
  passwordResets: defineTable({
    email: v.string(),
    /** Set when the mail is enqueued. */
    ownerId: v.optional(v.id("users")),
    /** Where the request came from, until it has been counted. */
    origin: v.optional(v.object({ network: v.string(), browser: v.union(v.string(), v.null()) })),
    wrongCodes: v.number(),
    expiresAtMs: v.number(),
  })
    .index("by_owner", ["ownerId"])
    .index("by_expiry", ["expiresAtMs"]),

  /** Mail to owners and its state (notifications/mail/README.md). */
  mails: defineTable(mailFields)
    .index("by_key", ["key"])
    .index("by_owner", ["ownerId"])
    .index("by_state", ["state"]),

  /** Replies to weekly summaries. */
  mailReplies: defineTable(mailReplyFields)
    .index("by_mail", ["mailId"])
    .index("by_owner", ["ownerId"]),

  /** Who gets mail about inbox entries. */
  outcomeRecipients: defineTable(recipientFields)
    .index("by_owner", ["ownerId"])
    .index("by_digest_due", ["digestDueAtMs"]),

  /** Addresses that get no more mail. */
  mailStops: defineTable(mailStopFields)
    .index("by_address", ["address"])
    .index("by_address_hash", ["addressHash"]),

  /** Keys with which owners' programs read the API (publicApi/README.md). */
  apiKeys: defineTable(apiKeyFields).index("by_hash", ["hash"]).index("by_owner", ["ownerId"]),
  /** Owners' servers that receive events (notifications/webhooks/README.md). */
  webhookEndpoints: defineTable(endpointFields)
    .index("by_owner", ["ownerId"])
    .index("by_off", ["off.atMs"]),

  /** Events that were sent or will be sent to these servers. */
  webhookDeliveries: defineTable(deliveryFields)
    .index("by_owner", ["ownerId"])
    .index("by_endpoint", ["endpointId", "number"])
    .index("by_endpoint_and_next", ["endpointId", "nextAtMs"]),

  assistants: defineTable({
    ...assistantContent,
    ...switchedSettings,
    ...assistantIdentity,
    ownerId: v.id("users"),
    published: v.boolean(),
    publishedAtMs: v.optional(v.number()),
    voiceSync: v.optional(voiceSync),
    /** The newest first. */
    seenSites: v.optional(v.array(seenSite)),
    /** Only with a daily limit. */
    visitorDay: v.optional(visitorDay),
    /** Kept when signed calls are switched off, so that no secret is created twice. */
    signingSecret: v.optional(signingSecret),
    review: v.optional(review),
  })
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes -- The list is by time of creation.
    .index("by_owner", ["ownerId"])
    .index("by_owner_and_published", ["ownerId", "published"])
    .index("by_published", ["published"])
    .index("by_embed_id", ["embedId"]),

  /** Changes that are saved and not live (assistants/drafts.ts). Each is named by its assistant's `review`. */
  assistantDrafts: defineTable(draftFields).index("by_owner", ["ownerId"]),

  /** Conversations that a tester holds with an assistant (rehearsals/README.md). */
  rehearsals: defineTable(rehearsalFields)
    .index("by_assistant", ["assistantId"])
    .index("by_owner", ["ownerId"]),
  rehearsalResults: defineTable(rehearsalResultFields)
    .index("by_rehearsal", ["rehearsalId"])
    .index("by_run", ["runId"])
    .index("by_owner", ["ownerId"]),
  rehearsalRuns: defineTable(rehearsalRunFields)
    .index("by_assistant", ["assistantId"])
    .index("by_owner", ["ownerId"]),
  rehearsalUse: defineTable(rehearsalUseFields).index("by_owner", ["ownerId"]),
  /** What visitors ask most, which is asked again at night: at most ten of each assistant. */
  askedQuestions: defineTable(askedQuestionFields)
    .index("by_assistant", ["assistantId"])
    .index("by_owner", ["ownerId"]),

  /** The newest fifty of each assistant (assistants/versions.ts). */
  assistantVersions: defineTable(versionFields)
    .index("by_assistant_and_number", ["assistantId", "number"])
    .index("by_owner", ["ownerId"]),

  /** The assets of the newest build, in a single document. */
  widgetAssets: defineTable({ parts: widgetAssets }),

  /**
   * The copies of assistants at the voice platform, with their owners. A row is inserted before the platform creates the
   * copy, and has no `assistantId` until an assistant claims it.
   */
  voiceAssistants: defineTable({
    ownerId: v.id("users"),
    platformId: v.union(v.string(), v.null()),
    assistantId: v.union(v.id("assistants"), v.null()),
    /** The digest with which the copy was last sent (assistants/specDigest.ts). Missing in older rows. */
    specDigest: v.optional(v.string()),
  })
    .index("by_platform_id", ["platformId"])
    .index("by_spec_digest", ["specDigest"])
    .index("by_assistant", ["assistantId"])
    .index("by_owner_and_assistant", ["ownerId", "assistantId"]),

  /** Knowledge files, with their owners and their copies at the voice platform. */
  knowledgeFiles: defineTable({
    ownerId: v.id("users"),
    storageId: v.id("_storage"),
    name: v.string(),
    assistantId: v.union(v.id("assistants"), v.null()),
    platformFileId: v.optional(v.string()),
    /** Whether the platform found text in it. Missing until it was asked. */
    isReadable: v.optional(v.boolean()),
    platformToolId: v.optional(v.string()),
    platformToolName: v.optional(v.string()),
  })
    .index("by_storage_id", ["storageId"])
    .index("by_assistant", ["assistantId"])
    .index("by_owner_and_assistant", ["ownerId", "assistantId"]),

  /** Questions with the owner's own answers (knowledge/README.md). */
  knowledgeAnswers: defineTable(answerFields)
    .index("by_assistant", ["assistantId"])
    .index("by_owner", ["ownerId"]),

  /** Unanswered questions that the owner does not want to see again. */
  dismissedQuestions: defineTable(dismissedQuestionFields)
    .index("by_assistant", ["assistantId"])
    .index("by_owner", ["ownerId"]),

  /** Facts with an end, such as "no rye today". */
  ownerNotes: defineTable(noteFields)
    .index("by_assistant_and_end", ["assistantId", "endsAtMs"])
    .index("by_owner", ["ownerId"])
    .index("by_end", ["endsAtMs"]),

  websites: defineTable(websiteFields)
    .index("by_assistant", ["assistantId"])
    .index("by_next_read", ["nextReadAtMs"])
    .index("by_owner", ["ownerId"]),
  websitePages: defineTable(websitePageFields)
    .index("by_website", ["websiteId"])
    .index("by_assistant_and_chosen", ["assistantId", "isChosen"])
    .index("by_assistant_and_pdf", ["assistantId", "pdfDigest"])
    .index("by_owner", ["ownerId"]),
  websiteTexts: defineTable(websiteTextFields)
    .index("by_page", ["pageId"])
    .index("by_assistant", ["assistantId"])
    .index("by_owner", ["ownerId"]),

  websitePdfs: defineTable(websitePdfFields)
    .index("by_page", ["pageId"])
    .index("by_assistant", ["assistantId"])
    .index("by_owner", ["ownerId"]),

  /** The texts that were generated from an assistant's sources, and their copies at the voice platform. */
  sentTexts: defineTable(sentTextFields)
    .index("by_assistant", ["assistantId"])
    .index("by_owner", ["ownerId"]),

  /** The tool that searches all sources of an assistant: at most one row for each. */
  assistantTools: defineTable(assistantToolFields)
    .index("by_assistant", ["assistantId"])
    .index("by_owner", ["ownerId"]),

  /** What an assistant can do besides answering (assistantActions/README.md). */
  actions: defineTable(actionFields)
    .index("by_assistant", ["assistantId"])
    .index("by_owner", ["ownerId"]),

  actionRuns: defineTable(runFields)
    .index("by_call", ["callId", "state"])
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes -- The log is by time of creation.
    .index("by_action", ["actionId"])
    .index("by_action_and_call", ["actionId", "callId"])
    .index("by_owner", ["ownerId"]),

  ownerQuestions: defineTable(ownerQuestionFields)
    .index("by_owner_and_end", ["ownerId", "untilMs"])
    .index("by_call", ["callId"]),

  /** What assistants wanted pages to do (calls/pageUses.ts). */
  pageUses: defineTable(pageUseFields)
    .index("by_call", ["callId"])
    .index("by_thread", ["threadId", "state"])
    .index("by_owner", ["ownerId"]),

  uploadLinks: defineTable({ ownerId: v.id("users"), token: v.string(), expiresAtMs: v.number() })
    .index("by_token", ["token"])
    .index("by_owner", ["ownerId"])
    .index("by_expiry", ["expiresAtMs"]),

  /** The credential with which the platform authenticates its reports: at most one row. */
  voiceCredentials: defineTable({
    /** Of our secret and the platform's key, which the credential was created with. */
    fingerprint: v.string(),
    /** Null until the platform has created it, or if the platform refused to. */
    credentialId: v.union(v.string(), v.null()),
    requestedAtMs: v.number(),
  }),

  /** The queue of background work (jobs/README.md). */
  jobs: defineTable(jobFields)
    .index("by_kind_and_key", ["kind", "key"])
    .index("by_kind_and_due", ["kind", "dueAtMs"])
    .index("by_kind_and_lease", ["kind", "leaseUntilMs"])
    .index("by_dead", ["deadAtMs", "kind", "attempts"]),

  calls: defineTable(callFields)
    .index("by_owner", ["ownerId", "createdAtMs"])
    .index("by_owner_and_assistant", ["ownerId", "assistantId", "createdAtMs"])
    .index("by_owner_and_status", ["ownerId", "status", "createdAtMs"])
    .index("by_channel", ["ownerId", "channel", "createdAtMs"])
    .index("by_channel_and_assistant", ["ownerId", "channel", "assistantId", "createdAtMs"])
    .index("by_channel_and_status", ["ownerId", "channel", "status", "createdAtMs"])
    .index("by_channel_and_changed", ["ownerId", "channel", "changedAtMs"])
    .index("by_owner_and_live", ["ownerId", "isLive"])
    .index("by_live", ["isLive"])
    .index("by_address", ["address"])
    .index("by_delete_at", ["deleteAtMs"])
    .index("by_platform_call_id", ["platformCallId"])
    .index("by_platform_session_id", ["platformSessionId"])
    .index("by_page_token", ["pageTokenId"])
    .index("by_thread", ["threadId", "createdAtMs"])
    .index("by_recording", ["recording.storageId"]),

  /** Records of deleted calls, as evidence for the owner. */
  callDeletions: defineTable(callDeletionFields)
    .index("by_owner", ["ownerId", "deletedAtMs"])
    .index("by_platform_call_id", ["platformCallId"])
    .index("by_platform_session_id", ["platformSessionId"]),

  /** Transcripts, separate from the calls because lists do not need them. */
  callTexts: defineTable({
    callId: v.id("calls"),
    ownerId: v.id("users"),
    transcript: v.string(),
    messages: v.array(callMessage),
    /** The summary and the transcript, for the search. */
    searchText: v.string(),
  })
    .index("by_call", ["callId"])
    .index("by_owner", ["ownerId"])
    .searchIndex("search_text", { searchField: "searchText", filterFields: ["ownerId"] }),

  /** The outcome of each call (inbox/README.md). */
  outcomes: defineTable(outcomeFields)
    .index("by_call", ["callId"])
    .index("by_thread", ["threadId", "atMs"])
    .index("by_owner", ["ownerId", "atMs"])
    .index("by_owner_and_assistant", ["ownerId", "assistantId", "atMs"])
    .index("by_inbox", ["ownerId", "isInInbox", "atMs"])
    .index("by_unread", ["ownerId", "isUnread"])
    .index("by_inbox_and_came", ["ownerId", "isInInbox", "cameAtMs"])
    .index("by_inbox_and_assistant_and_came", ["ownerId", "isInInbox", "assistantId", "cameAtMs"])
    .searchIndex("search_text", {
      searchField: "searchText",
      filterFields: ["ownerId", "isInInbox"],
    }),

  /** The totals of all calls of an owner. */
  ownerTotals: defineTable({
    ownerId: v.id("users"),
    calls: v.number(),
    endedCalls: v.number(),
    seconds: v.number(),
    costMicros: v.number(),
    /** The part of `seconds` that typed answers count. Missing in rows that are older than these. */
    typedSeconds: v.optional(v.number()),
    /** Used without a subscription. Free minutes do not renew. */
    freeSeconds: v.number(),
  })
    .index("by_owner", ["ownerId"])
    .index("by_cost", ["costMicros"]),

  /** A billing period, or a calendar month for owners without a subscription. */
  usagePeriods: defineTable({
    ownerId: v.id("users"),
    startMs: v.number(),
    endMs: v.number(),
    seconds: v.number(),
    calls: v.number(),
    /** The part of `seconds` that typed answers count. Missing in rows that are older than these. */
    typedSeconds: v.optional(v.number()),
    /** What the voice platform charges us. Missing in rows whose calls were counted before this was. */
    costMicros: v.optional(v.number()),
    /** Null for a calendar month. */
    terms: v.union(periodTerms, v.null()),
    /** Overage up to this minute is in the ledger. */
    billedToMinute: v.number(),
    /** The sum of the ledger's entries. */
    billedCents: v.optional(v.number()),
    /** When a full step is charged, unless the owner requests it earlier. */
    stepDueAtMs: v.optional(v.number()),
    /** The last threshold for which an event was sent. */
    announced: v.optional(v.string()),
    /** True when the rest after the period's end is billed or waived. */
    isSettled: v.boolean(),
  })
    .index("by_owner_and_start", ["ownerId", "startMs"])
    .index("by_settled_and_end", ["isSettled", "endMs"])
    .index("by_step_due", ["stepDueAtMs"]),

  assistantUsage: defineTable({
    usagePeriodId: v.id("usagePeriods"),
    ownerId: v.id("users"),
    assistantId: v.id("assistants"),
    seconds: v.number(),
    calls: v.number(),
  })
    .index("by_period_and_assistant", ["usagePeriodId", "assistantId"])
    .index("by_owner", ["ownerId"]),

  /** Calls and seconds by the hour, for charts in any time zone. A null assistant stands for all of them. */
  usageHours: defineTable({
    ownerId: v.id("users"),
    assistantId: v.union(v.id("assistants"), v.null()),
    hourMs: v.number(),
    calls: v.number(),
    seconds: v.number(),
  }).index("by_owner_and_assistant_and_hour", ["ownerId", "assistantId", "hourMs"]),

  /** An owner's customer at Stripe. */
  customers: defineTable({
    ownerId: v.id("users"),
    stripeCustomerId: v.string(),
    /** The number of the latest sync. A sync is applied only if no later one has been. */
    syncsBegun: v.number(),
    lastAppliedSync: v.number(),
    subscription: v.union(subscriptionSnapshot, v.null()),
    /** When the owner's only trial began. */
    trialUsedAtMs: v.union(v.number(), v.null()),
    /** A trial that we ended because the person or the card had one before. */
    repeatedTrial: v.optional(v.object({ stripeSubscriptionId: v.string(), atMs: v.number() })),
    /** How often starting the plan during the trial was refused. Part of the next attempt's idempotency key. */
    planStartsRefused: v.optional(v.number()),
    /** Disputed payments, until we win the dispute or an operator clears it. */
    disputes: v.optional(v.array(v.object({ disputeId: v.string(), atMs: v.number() }))),
    /** The plan of a downgrade that a cancellation interrupted. Reactivating schedules it again. */
    wantedPlanType: v.union(paidPlanType, v.null()),
    /** For a period's extra minutes. Null without a limit. If it is missing, the limit is the plan's price. */
    spendingLimitCents: v.optional(v.union(v.number(), v.null())),
    syncedAtMs: v.number(),
    /** How long an open checkout page may lead to a subscription. */
    checkoutUntilMs: v.optional(v.number()),
    /** Set without a live subscription and an open checkout, because then every change has an event. */
    isIdle: v.optional(v.literal(true)),
    /** When the next sync without an event is due. If it is missing, at once. */
    nextSyncAtMs: v.optional(v.number()),
  })
    .index("by_owner", ["ownerId"])
    .index("by_stripe_customer_id", ["stripeCustomerId"])
    .index("by_idle_and_sync", ["isIdle", "nextSyncAtMs"])
    .index("by_stripe_status", ["subscription.stripeStatus"])
    .index("by_disputes", ["disputes"]),

  /** Keyed hashes of addresses and cards that had a trial, and of their account. They outlive the account. */
  trialMarks: defineTable({ hash: v.string(), account: v.string() }).index("by_hash", ["hash"]),

  /** The free minutes that deleted accounts used, by a keyed hash of their address (billing/usage/earlierUse.ts). */
  freeMinuteMarks: defineTable({
    hash: v.string(),
    freeSeconds: v.number(),
  }).index("by_hash", ["hash"]),

  /** The free minutes of all owners in the current hour, in a single document, for the operator's alert. */
  freeUsage: defineTable({ hourMs: v.number(), seconds: v.number(), isAlerted: v.boolean() }),

  /** Stripe's events that were processed. */
  stripeEvents: defineTable({ eventId: v.string() }).index("by_event_id", ["eventId"]),

  overageCharges: defineTable(overageCharge)
    .index("by_period_and_from", ["usagePeriodId", "fromMinute"])
    .index("by_owner_and_grace_end", ["ownerId", "graceEndsAtMs"])
    .index("by_owner_and_grace_over", ["ownerId", "isGraceOver"])
    .index("by_grace_over_and_end", ["isGraceOver", "graceEndsAtMs"])
    .index("by_owner_and_state", ["ownerId", "state"])
    .index("by_customer_and_state", ["stripeCustomerId", "state"])
    .index("by_invoice", ["invoiceId"]),

  /** Visitors of the landing page who try a website (siteTrials/README.md). */
  siteTrials: defineTable(siteTrialFields)
    .index("by_trial", ["trialId"])
    .index("by_expiry", ["expiresAtMs"]),

  /** How far a sweep through a table by creation time has come. */
  sweeps: defineTable({ name: v.string(), upToMs: v.number() }).index("by_name", ["name"]),
});
