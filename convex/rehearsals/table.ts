import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { REHEARSAL_STATES } from "../shared/rehearsals";

/** What the owner writes. */
export const rehearsalContent = {
  /** In the owner's words: "asks for Saturday's hours". What is in quotation marks, the tester says literally. */
  situation: v.string(),
  must: v.array(v.string()),
  mustNot: v.array(v.string()),
  /** Whether it has to pass before a draft goes live. */
  isCondition: v.boolean(),
};
const content = v.object(rehearsalContent);
export type RehearsalContent = Infer<typeof content>;

export const rehearsalFields = {
  ownerId: v.id("users"),
  assistantId: v.id("assistants"),
  ...rehearsalContent,
  /** The conversation that it was made from. */
  fromCallId: v.optional(v.id("calls")),
};

export const rehearsedLine = v.object({ role: literals("user", "assistant"), text: v.string() });
export type RehearsedLine = Infer<typeof rehearsedLine>;

export const check = v.object({
  kind: literals("must", "mustNot"),
  text: v.string(),
  /** Null if the platform could not say. */
  isMet: v.union(v.boolean(), v.null()),
});
export type Check = Infer<typeof check>;

/** The newest result of a rehearsal. Another run replaces it. */
export const rehearsalResultFields = {
  ownerId: v.id("users"),
  assistantId: v.id("assistants"),
  rehearsalId: v.id("rehearsals"),
  runId: v.id("rehearsalRuns"),
  /** Of the settings that were rehearsed. */
  digest: v.string(),
  state: literals(...REHEARSAL_STATES),
  startedAtMs: v.number(),
  endedAtMs: v.union(v.number(), v.null()),
  checks: v.array(check),
  lines: v.array(rehearsedLine),
  /** Why there is no verdict. */
  reason: v.union(v.string(), v.null()),
  /** Whether the tester spoke. Missing if it wrote. */
  inVoice: v.optional(v.boolean()),
  /** How long the assistant took to answer by voice, on average. Missing if the platform did not say. */
  averageAnswerMs: v.optional(v.number()),
  /** At the platform. Null until it has begun. */
  platform: v.union(v.object({ runId: v.string(), itemId: v.string() }), v.null()),
};

/** Rehearsals that run at the platform. Deleted when the last one has ended. */
export const rehearsalRunFields = {
  ownerId: v.id("users"),
  assistantId: v.id("assistants"),
  /** The draft that is rehearsed. Null for the saved assistant. */
  draftId: v.union(v.id("assistantDrafts"), v.null()),
  /** Whether the draft goes live when all have passed. */
  publishes: v.boolean(),
  startedAtMs: v.number(),
  /** Whether the tester speaks. Missing if it writes. */
  inVoice: v.optional(v.boolean()),
  /** Null until the platform has begun. */
  platformRunId: v.union(v.string(), v.null()),
};

/** How many rehearsals an owner has run in a month. */
export const rehearsalUseFields = {
  ownerId: v.id("users"),
  /** "2026-11", in UTC. */
  month: v.string(),
  count: v.number(),
};

/** One of the questions that visitors ask an assistant most, and what it last answered. */
export const askedQuestionFields = {
  ownerId: v.id("users"),
  assistantId: v.id("assistants"),
  question: v.string(),
  /** Null if the assistant does not answer it. */
  answer: v.union(v.string(), v.null()),
  checkedAtMs: v.number(),
  /** Of everything that the answer depends on. */
  digest: v.string(),
};
