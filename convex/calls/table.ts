import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { leftBecause, reportedOutcome, storedDetail } from "../inbox/table";
import { STORED_CHANNELS } from "../shared/channel";
import { FIELD_KINDS } from "../shared/requestedFields";

/** In the order in which a call goes through them. */
export const CALL_STATUSES = ["queued", "ringing", "in-progress", "ended"] as const;
export const callStatus = literals(...CALL_STATUSES);
export type CallStatus = Infer<typeof callStatus>;

/** Whether a visitor of the owner's site calls, or the owner tests the assistant. */
export const callKind = literals("visitor", "testing");

/** Which minutes the call uses: the owner's free ones, the plan's, or the landing page's. Set when it is reserved. */
export const callAllowance = literals("free", "plan", "landing");

export const callMessage = v.object({
  role: literals("user", "assistant"),
  text: v.string(),
  secondsFromStart: v.optional(v.number()),
  /** The visitor typed it during a call. */
  isTyped: v.optional(v.literal(true)),
});
export type CallMessage = Infer<typeof callMessage>;

export const pageFact = v.object({ name: v.string(), value: v.string() });

export const pageValues = v.record(v.string(), v.union(v.string(), v.number(), v.boolean()));

/** What an assistant wanted the website's page to do. "taken" is given to the page, which has not answered. */
export const pageUseFields = {
  ownerId: v.id("users"),
  callId: v.id("calls"),
  threadId: v.string(),
  toolCallId: v.string(),
  name: v.string(),
  values: pageValues,
  state: literals("waiting", "taken", "done", "failed", "unanswered"),
  /** What the page's code returned, or why it failed. */
  answer: v.optional(v.string()),
  atMs: v.number(),
};

/** The query of one lookup in the knowledge. Null if the platform did not report the query. */
export const lookup = v.union(v.string(), v.null());
export type Lookup = Infer<typeof lookup>;

/** The platform's report of an ended call. */
export const callReport = v.object({
  startedAtMs: v.union(v.number(), v.null()),
  endedAtMs: v.number(),
  endedReason: v.union(v.string(), v.null()),
  costMicros: v.number(),
  summary: v.union(v.string(), v.null()),
  isSuccessful: v.union(v.boolean(), v.null()),
  transcript: v.union(v.string(), v.null()),
  messages: v.array(callMessage),
  /** Missing if none is known. */
  lookups: v.optional(v.array(lookup)),
  hasRecording: v.boolean(),
  /** Null until the platform has reported the call's outcome. */
  outcome: v.union(reportedOutcome, v.null()),
});
export type CallReport = Infer<typeof callReport>;

/** Where the end of a call was reported, the most trusted source last. With "us" nobody reported it, so we closed the call. */
export const END_SOURCES = ["us", "status", "poll", "report"] as const;
export type EndSource = (typeof END_SOURCES)[number];

export const recording = v.union(
  v.object({ state: v.literal("pending") }),
  v.object({ state: v.literal("stored"), storageId: v.id("_storage") }),
  v.object({ state: v.literal("lost") }),
);
export type Recording = Infer<typeof recording>;

/** The notice that the visitor agreed to, as it was shown. */
export const consent = v.object({
  version: v.string(),
  text: v.string(),
  privacyUrl: v.union(v.string(), v.null()),
  agreedAtMs: v.number(),
});

/** Why we end calls, in the style of the platform's own reasons. */
export const stopReason = v.literal("nobody-spoke");

/** A visitor's rating of the conversation. */
export const rating = v.object({ isGood: v.boolean(), words: v.string() });

/** What the assistant asks the visitor to type. */
export const requestedField = v.object({
  /** The platform's id of the tool call. */
  id: v.string(),
  kind: literals(...FIELD_KINDS),
  label: v.string(),
  atMs: v.number(),
  /** The visitor has answered or dismissed it. */
  isClosed: v.optional(v.literal(true)),
});
export type StoredField = Infer<typeof requestedField>;

export const callFields = {
  ownerId: v.id("users"),
  assistantId: v.id("assistants"),
  kind: callKind,
  /** Missing for a call by voice. */
  channel: v.optional(literals(...STORED_CHANNELS)),
  /** Links what one visitor typed and said. Missing for calls without typed messages. */
  threadId: v.optional(v.string()),
  allowance: callAllowance,
  /** The page token with which the call was started. Missing for test calls. */
  pageTokenId: v.optional(v.string()),
  /** Missing if no notice was shown. */
  consent: v.optional(consent),
  /** Missing until the platform has created the call. */
  platformCallId: v.optional(v.string()),
  /** The platform's session of a typed conversation. Missing until the platform has created it. */
  platformSessionId: v.optional(v.string()),
  /** Identifies the assistant's settings, saved or not, in a typed test. Missing for visitors. */
  settingsDigest: v.optional(v.string()),
  /** The answers of a typed conversation, which are what it counts. */
  answers: v.optional(v.number()),
  /** When the last of them was asked for. */
  askedAtMs: v.optional(v.number()),
  /** Set while an answer is being written: when another may be asked for at the latest. */
  answeringUntilMs: v.optional(v.number()),
  status: callStatus,
  /** True while the call counts towards the owner's concurrency limit. */
  isLive: v.boolean(),
  /** A keyed hash of the caller's network (`callerKey`), stored only while the call is live. */
  address: v.optional(v.string()),
  maxDurationSeconds: v.number(),
  createdAtMs: v.number(),
  /** Lets an open list read only what has changed. */
  changedAtMs: v.optional(v.number()),
  startedAtMs: v.optional(v.number()),
  endedAtMs: v.optional(v.number()),
  endedReason: v.optional(v.string()),
  seconds: v.optional(v.number()),
  costMicros: v.optional(v.number()),
  /** Set when the platform recognises a word that the visitor said. */
  hasSpoken: v.optional(v.literal(true)),
  /** When the assistant had spoken its first words. */
  greetedAtMs: v.optional(v.number()),
  /** Why we ended the call. It replaces the platform's reason. */
  stopReason: v.optional(stopReason),
  /** Missing until the call has ended. */
  endSource: v.optional(literals(...END_SOURCES)),
  /** The newest field that the assistant asked for. Removed when the call ends. */
  requestedField: v.optional(requestedField),
  /** Missing until something is noted. */
  details: v.optional(v.array(storedDetail)),
  summary: v.optional(v.string()),
  isSuccessful: v.optional(v.boolean()),
  messageCount: v.optional(v.number()),
  /** What the assistant looked up in its knowledge. Missing if the platform reported nothing about it. */
  lookups: v.optional(v.array(lookup)),
  recording: v.optional(recording),
  /** Missing if the visitor gave none. */
  rating: v.optional(rating),
  /** The parameter `place` of the talk page's address, such as "window" for the QR code there. */
  place: v.optional(v.string()),
  /** What the website's code said about the visitor. Missing if it said nothing. */
  pageFacts: v.optional(v.array(pageFact)),
  /** Why a visitor left a message. Missing if the assistant was available. */
  leftBecause: v.optional(leftBecause),
  /** Set if the owner has turned recording off. */
  isUnrecorded: v.optional(v.literal(true)),
  /** Missing if the call is kept forever. */
  deleteAtMs: v.optional(v.number()),
};

/** The record of a deleted call. */
export const callDeletionFields = {
  ownerId: v.id("users"),
  callId: v.id("calls"),
  platformCallId: v.union(v.string(), v.null()),
  /** Of a typed conversation. Missing if the platform had none. */
  platformSessionId: v.optional(v.string()),
  calledAtMs: v.number(),
  /** Whether the owner requested the deletion, the assistant's retention had ended, or the visitor requested it. */
  reason: literals("requested", "retention", "visitor"),
  deletedAtMs: v.number(),
  /** Null until the platform has confirmed the deletion. */
  deletedAtPlatformAtMs: v.union(v.number(), v.null()),
};
