import { v } from "convex/values";

/** A question for whose answer a visitor waits. It is kept longer, because a later answer goes to the inbox. */
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
  /** Set if nobody waited for the answer any more. */
  isLate: v.optional(v.literal(true)),
};
