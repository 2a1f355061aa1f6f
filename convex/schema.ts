import { authTables } from "@convex-dev/auth/server";
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { signInFields } from "./accounts/table";
import {
  assistantContent,
  assistantIdentity,
  seenSite,
  signingSecret,
  switchedSettings,
  visitorDay,
  voiceSync,
} from "./assistants/table";
import { versionFields } from "./assistants/versionTable";
import { overageCharge, periodTerms, subscriptionSnapshot } from "./billing/plans/table";
import { paidPlanType } from "./lib/planType";
import { callDeletionFields, callFields, callMessage } from "./calls/table";
import { outcomeFields } from "./inbox/table";
import { jobFields } from "./jobs/table";
import { recipientFields } from "./notifications/mail/recipientTable";
import { mailChoiceFields, mailFields, mailStopFields } from "./notifications/mail/table";
import { deliveryFields, endpointFields } from "./notifications/webhooks/table";
import { apiKeyFields } from "./publicApi/table";
import { widgetAssets } from "./talkButton/table";

export default defineSchema({
  ...authTables,

  // The library's own, with which mail they want.
  users: defineTable({
    ...authTables.users.validator.fields,
    ...mailChoiceFields,
    /** Whose trial is to begin once the address is confirmed. */
    chosenPlan: v.optional(paidPlanType),
  })
    .index("email", ["email"])
    .index("phone", ["phone"])
    .index("by_summary_due", ["summaryDueAtMs"]),

  // The library's own, found by when they expire as well.
  authSessions: defineTable(authTables.authSessions.validator)
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes -- The library looks there.
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

  /** From where an owner signed in: digests of networks and of browsers. */
  familiarPlaces: defineTable({
    ownerId: v.id("users"),
    place: v.string(),
    lastSignInAtMs: v.number(),
  })
    .index("by_owner_and_place", ["ownerId", "place"])
    .index("by_owner_and_last_sign_in", ["ownerId", "lastSignInAtMs"]),

  /** Who said that they forgot their password, whether or not there is such an account; for an hour. */
  passwordResets: defineTable({
    email: v.string(),
    /** Whose account it is, once a mail is on its way. */
    ownerId: v.optional(v.id("users")),
    /** Where it was asked for, until that has been counted. */
    origin: v.optional(v.object({ network: v.string(), browser: v.union(v.string(), v.null()) })),
    wrongCodes: v.number(),
    expiresAtMs: v.number(),
  })
    .index("by_owner", ["ownerId"])
    .index("by_expiry", ["expiresAtMs"]),

  /** Mail to owners, and what became of it (notifications/mail/README.md). */
  mails: defineTable(mailFields).index("by_key", ["key"]).index("by_owner", ["ownerId"]),

  /** Who is written to of what calls left behind. */
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
  webhookEndpoints: defineTable(endpointFields).index("by_owner", ["ownerId"]),

  /** What they were told, or are to be. */
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
    /** Kept where there is a limit of minutes a day. */
    visitorDay: v.optional(visitorDay),
    /** Kept when signed calls are switched off, so that no secret is ever made twice. */
    signingSecret: v.optional(signingSecret),
  })
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes -- The list is by time of creation.
    .index("by_owner", ["ownerId"])
    .index("by_owner_and_published", ["ownerId", "published"])
    .index("by_embed_id", ["embedId"]),

  /** The newest fifty of each assistant (assistants/versions.ts). */
  assistantVersions: defineTable(versionFields)
    .index("by_assistant_and_number", ["assistantId", "number"])
    .index("by_owner", ["ownerId"]),

  /** The newest build's, in its one document. */
  widgetAssets: defineTable({ parts: widgetAssets }),

  /**
   * Who made each assistant at the voice platform; unclaimed until one of ours names it. Written
   * before it is made there: without `platformId` the platform has not answered, or never will.
   */
  voiceAssistants: defineTable({
    ownerId: v.id("users"),
    platformId: v.union(v.string(), v.null()),
    assistantId: v.union(v.id("assistants"), v.null()),
    /** Of `specDigest`, when the platform was last sent this assistant; missing in rows that are older than the field. */
    specDigest: v.optional(v.string()),
  })
    .index("by_platform_id", ["platformId"])
    .index("by_spec_digest", ["specDigest"])
    .index("by_assistant", ["assistantId"])
    .index("by_owner_and_assistant", ["ownerId", "assistantId"]),

  /** Who uploaded each file, and what it became at the voice platform. */
  knowledgeFiles: defineTable({
    ownerId: v.id("users"),
    storageId: v.id("_storage"),
    name: v.string(),
    assistantId: v.union(v.id("assistants"), v.null()),
    platformFileId: v.optional(v.string()),
    platformToolId: v.optional(v.string()),
    platformToolName: v.optional(v.string()),
  })
    .index("by_storage_id", ["storageId"])
    .index("by_assistant", ["assistantId"])
    .index("by_owner_and_assistant", ["ownerId", "assistantId"]),

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
    .index("by_dead", ["deadAtMs"]),

  calls: defineTable(callFields)
    .index("by_owner", ["ownerId", "createdAtMs"])
    .index("by_owner_and_assistant", ["ownerId", "assistantId", "createdAtMs"])
    .index("by_owner_and_status", ["ownerId", "status", "createdAtMs"])
    .index("by_owner_and_live", ["ownerId", "isLive"])
    .index("by_owner_and_changed", ["ownerId", "changedAtMs"])
    .index("by_live", ["isLive"])
    .index("by_address", ["address"])
    .index("by_delete_at", ["deleteAtMs"])
    .index("by_platform_call_id", ["platformCallId"])
    .index("by_page_token", ["pageTokenId"])
    .index("by_recording", ["recording.storageId"]),

  /** That calls were deleted, for who has to prove it. */
  callDeletions: defineTable(callDeletionFields)
    .index("by_owner", ["ownerId", "deletedAtMs"])
    .index("by_platform_call_id", ["platformCallId"]),

  /** What was said; apart from the call, since lists do not need it. */
  callTexts: defineTable({
    callId: v.id("calls"),
    ownerId: v.id("users"),
    transcript: v.string(),
    messages: v.array(callMessage),
    /** Summary and transcript, for the search. */
    searchText: v.string(),
  })
    .index("by_call", ["callId"])
    .index("by_owner", ["ownerId"])
    .searchIndex("search_text", { searchField: "searchText", filterFields: ["ownerId"] }),

  /** What each call left behind (inbox/README.md). */
  outcomes: defineTable(outcomeFields)
    .index("by_call", ["callId"])
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

  /** Sums over all calls of an owner, kept as the calls change. */
  ownerTotals: defineTable({
    ownerId: v.id("users"),
    calls: v.number(),
    endedCalls: v.number(),
    seconds: v.number(),
    costMicros: v.number(),
    /** Talked in test calls that were made without a subscription; these never come back. */
    freeSeconds: v.number(),
  }).index("by_owner", ["ownerId"]),

  /** A billing period, or for owners without a subscription a calendar month. */
  usagePeriods: defineTable({
    ownerId: v.id("users"),
    startMs: v.number(),
    endMs: v.number(),
    seconds: v.number(),
    calls: v.number(),
    /** Null for a calendar month. */
    terms: v.union(periodTerms, v.null()),
    /** Overage up to this minute is in the ledger. */
    billedToMinute: v.number(),
    /** What is in the ledger, at the rates at which it was made. */
    billedCents: v.optional(v.number()),
    /** When the extra minutes that fill a step are charged, unless their owner asks sooner. */
    stepDueAtMs: v.optional(v.number()),
    /** The threshold of which the owner's servers were told last. */
    announced: v.optional(v.string()),
    /** Set when the rest after the period's end is billed or waived. */
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

  /** Calls and seconds by the hour, for charts in the reader's own days. Null: all assistants. */
  usageHours: defineTable({
    ownerId: v.id("users"),
    assistantId: v.union(v.id("assistants"), v.null()),
    hourMs: v.number(),
    calls: v.number(),
    seconds: v.number(),
  }).index("by_owner_and_assistant_and_hour", ["ownerId", "assistantId", "hourMs"]),

  /** An owner's customer at Stripe, and how far it was synced. */
  customers: defineTable({
    ownerId: v.id("users"),
    stripeCustomerId: v.string(),
    /** Grows with each sync that begins; a sync counts only if none that began later has ended. */
    syncsBegun: v.number(),
    lastAppliedSync: v.number(),
    subscription: v.union(subscriptionSnapshot, v.null()),
    /** An owner has one trial, ever. */
    trialUsedAtMs: v.union(v.number(), v.null()),
    /** The trial that was ended because its person or its card has had one before. */
    repeatedTrial: v.optional(v.object({ stripeSubscriptionId: v.string(), atMs: v.number() })),
    /** How often beginning the plan within the trial was refused: part of the key of the next try. */
    planStartsRefused: v.optional(v.number()),
    /** Payments that are disputed at the bank, until Stripe says that one was won, or an operator clears them. */
    disputes: v.optional(v.array(v.object({ disputeId: v.string(), atMs: v.number() }))),
    /** The plan that a cancelled downgrade would have gone to, so that a reactivation keeps it. */
    wantedPlanType: v.union(paidPlanType, v.null()),
    /** In cents, for the extra minutes of a period. Null: none; missing: the price of the plan. */
    spendingLimitCents: v.optional(v.union(v.number(), v.null())),
    syncedAtMs: v.number(),
    /** Until when a payment page may lead to a subscription. */
    checkoutUntilMs: v.optional(v.number()),
    /** Whether nothing runs and no payment page is open: nothing can change that no event announces. */
    isIdle: v.optional(v.literal(true)),
    /** When Stripe is asked although no event told us to; missing: at once. */
    nextSyncAtMs: v.optional(v.number()),
  })
    .index("by_owner", ["ownerId"])
    .index("by_stripe_customer_id", ["stripeCustomerId"])
    .index("by_idle_and_sync", ["isIdle", "nextSyncAtMs"]),

  /** Who had a trial: keyed hashes of addresses and cards, and of the account, which they outlive. */
  trialMarks: defineTable({ hash: v.string(), account: v.string() }).index("by_hash", ["hash"]),

  /**
   * Free minutes that deleted accounts had used, by a keyed hash of the address: an account that is made again goes on
   * from there (billing/usage/earlierUse.ts).
   */
  freeMinuteMarks: defineTable({
    hash: v.string(),
    freeSeconds: v.number(),
  }).index("by_hash", ["hash"]),

  /** Free talk of all owners in this hour, in its one document, to alert the operator by. */
  freeUsage: defineTable({ hourMs: v.number(), seconds: v.number(), isAlerted: v.boolean() }),

  /** Events of Stripe that were dealt with. */
  stripeEvents: defineTable({ eventId: v.string() }).index("by_event_id", ["eventId"]),

  overageCharges: defineTable(overageCharge)
    .index("by_period_and_from", ["usagePeriodId", "fromMinute"])
    .index("by_owner_and_grace_end", ["ownerId", "graceEndsAtMs"])
    .index("by_owner_and_grace_over", ["ownerId", "isGraceOver"])
    .index("by_grace_over_and_end", ["isGraceOver", "graceEndsAtMs"])
    .index("by_owner_and_state", ["ownerId", "state"])
    .index("by_customer_and_state", ["stripeCustomerId", "state"])
    .index("by_invoice", ["invoiceId"]),

  /** How far a job that looks through a table by creation time has come. */
  sweeps: defineTable({ name: v.string(), upToMs: v.number() }).index("by_name", ["name"]),
});
