import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { reportedOutcome } from "../inbox/table";

/** In the order in which a call goes through them. */
export const CALL_STATUSES = ["queued", "ringing", "in-progress", "ended"] as const;
export const callStatus = literals(...CALL_STATUSES);
export type CallStatus = Infer<typeof callStatus>;

/** Who talks: a visitor of the owner's site, or the owner trying the assistant out. */
export const callKind = literals("visitor", "testing");

/** Whose minutes it uses: the owner's free ones, the plan's, or the landing page's. Decided when the call is reserved. */
export const callAllowance = literals("free", "plan", "landing");

export const callMessage = v.object({
  role: literals("user", "assistant"),
  text: v.string(),
  secondsFromStart: v.optional(v.number()),
});
export type CallMessage = Infer<typeof callMessage>;

/** What the platform says of a call that is over. */
export const callReport = v.object({
  startedAtMs: v.union(v.number(), v.null()),
  endedAtMs: v.number(),
  endedReason: v.union(v.string(), v.null()),
  costMicros: v.number(),
  summary: v.union(v.string(), v.null()),
  isSuccessful: v.union(v.boolean(), v.null()),
  transcript: v.union(v.string(), v.null()),
  messages: v.array(callMessage),
  hasRecording: v.boolean(),
  /** Null as long as the platform has not said what the call left behind. */
  outcome: v.union(reportedOutcome, v.null()),
});
export type CallReport = Infer<typeof callReport>;

/** Where the end of a call was reported, from the least to the most trusted. "us": nobody reported it, so we closed the call. */
export const END_SOURCES = ["us", "status", "poll", "report"] as const;
export type EndSource = (typeof END_SOURCES)[number];

export const recording = v.union(
  v.object({ state: v.literal("pending") }),
  v.object({ state: v.literal("stored"), storageId: v.id("_storage") }),
  v.object({ state: v.literal("lost") }),
);
export type Recording = Infer<typeof recording>;

/** What its visitor agreed to, as it was shown to them. */
export const consent = v.object({
  version: v.string(),
  text: v.string(),
  privacyUrl: v.union(v.string(), v.null()),
  agreedAtMs: v.number(),
});

/** Why we end calls, in the style of the platform's own reasons. */
export const stopReason = v.literal("nobody-spoke");

export const callFields = {
  ownerId: v.id("users"),
  assistantId: v.id("assistants"),
  kind: callKind,
  allowance: callAllowance,
  /** Of the page that asked for it: it is good for one call. Missing when the owner tests. */
  pageTokenId: v.optional(v.string()),
  /** Missing where no notice was shown. */
  consent: v.optional(consent),
  /** Missing until the platform has answered. */
  platformCallId: v.optional(v.string()),
  status: callStatus,
  /** True while the call counts towards the owner's concurrency limit. */
  isLive: v.boolean(),
  /** A keyed hash of the network it was asked from (`callerKey`), stored only while the call is live. */
  address: v.optional(v.string()),
  maxDurationSeconds: v.number(),
  mintedAtMs: v.number(),
  /** So that an open list takes in what changed and nothing else. */
  changedAtMs: v.optional(v.number()),
  startedAtMs: v.optional(v.number()),
  endedAtMs: v.optional(v.number()),
  endedReason: v.optional(v.string()),
  seconds: v.optional(v.number()),
  costMicros: v.optional(v.number()),
  /** Set once the platform has recognised a word of the visitor's. */
  hasSpoken: v.optional(v.literal(true)),
  /** When the assistant had spoken its first words. Missing until then. */
  greetedAtMs: v.optional(v.number()),
  /** Why we ended the call. It takes the place of the platform's reason. */
  stopReason: v.optional(stopReason),
  /** Missing until the call has ended. */
  endSource: v.optional(literals(...END_SOURCES)),
  summary: v.optional(v.string()),
  isSuccessful: v.optional(v.boolean()),
  messageCount: v.optional(v.number()),
  recording: v.optional(recording),
  /** Its owner has no recordings made. */
  isUnrecorded: v.optional(v.literal(true)),
  /** Missing: it is kept for ever. */
  deleteAtMs: v.optional(v.number()),
};

/** What is kept of a call that is gone. */
export const callDeletionFields = {
  ownerId: v.id("users"),
  callId: v.id("calls"),
  platformCallId: v.union(v.string(), v.null()),
  calledAtMs: v.number(),
  /** Asked for by the owner, or due since calls are kept for so many days. */
  why: literals("asked", "due"),
  deletedAtMs: v.number(),
  /** Null until the platform has said that it is done. */
  deletedAtPlatformAtMs: v.union(v.number(), v.null()),
};
