import { v } from "convex/values";

/** A question for whose answer a visitor waits. The row is gone when nobody waits any more. */
export const ownerQuestionFields = {
  ownerId: v.id("users"),
  assistantId: v.id("assistants"),
  callId: v.id("calls"),
  question: v.string(),
  /** The newest lines of the conversation. */
  soFar: v.string(),
  /** The visitor waits until then. */
  untilMs: v.number(),
  answer: v.optional(v.string()),
};
