import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { STORED_CHANNELS } from "../shared/channel";
import { FINDING_KINDS } from "../shared/findings";
import { UNAVAILABLE_CASES } from "../shared/unavailability";

export const finding = v.object({
  label: v.string(),
  kind: literals(...FINDING_KINDS),
  choices: v.optional(v.array(v.string())),
  isRequired: v.boolean(),
});

export const foundValue = v.union(v.string(), v.number(), v.boolean());

export const MOODS = ["positive", "neutral", "negative"] as const;

/** What the platform found out about a call, by the keys of our schema. */
export const reportedOutcome = v.object({
  found: v.array(v.object({ key: v.string(), value: foundValue })),
  unanswered: v.array(v.string()),
  mood: v.union(literals(...MOODS), v.null()),
  /** An ISO 639-1 code. */
  language: v.union(v.string(), v.null()),
});
export type ReportedOutcome = Infer<typeof reportedOutcome>;

/** What the assistant has noted of a finding while the conversation goes on. */
export const storedDetail = v.object({
  key: v.string(),
  value: foundValue,
  /** The visitor has written it. */
  isByHand: v.optional(v.literal(true)),
  /** What the assistant had noted before. */
  replaced: v.optional(foundValue),
});
export type StoredDetail = Infer<typeof storedDetail>;

/** A finding with its value. Null if nothing was found. */
export const found = v.object({
  key: v.string(),
  label: v.string(),
  kind: literals(...FINDING_KINDS),
  isRequired: v.boolean(),
  value: v.union(foundValue, v.null()),
});
export type Found = Infer<typeof found>;

/** What a visitor asks of the team, which is told at once. No owner's own finding has these keys. */
export const AT_ONCE = {
  wish: { key: "hark_person", label: "Asked for a person" },
  contact: { key: "hark_person_contact", label: "How to reach them" },
  question: { key: "hark_question", label: "Asked you" },
  answer: { key: "hark_question_answer", label: "You answered" },
  withdrawn: { key: "hark_withdrawn", label: "Withdrawn by the visitor" },
} as const;

export function isToldAtOnce({ key }: Found): boolean {
  return Object.values(AT_ONCE).some((one) => one.key === key);
}

/** Why a visitor could only leave a message. */
export const leftBecause = literals(...UNAVAILABLE_CASES);

export const OUTCOME_STATUSES = ["new", "in progress", "done"] as const;
export const outcomeStatus = literals(...OUTCOME_STATUSES);

export const outcomeFields = {
  ownerId: v.id("users"),
  callId: v.id("calls"),
  assistantId: v.id("assistants"),
  /** Missing for a call by voice. */
  channel: v.optional(literals(...STORED_CHANNELS)),
  /** Of its call. */
  threadId: v.optional(v.string()),
  /** Of its call. */
  leftBecause: v.optional(leftBecause),
  /** When the call ended, or when it left this. */
  atMs: v.number(),
  /** Set while the conversation goes on, with the newest lines of what was said, one for each. */
  underway: v.optional(
    v.object({
      soFar: v.string(),
      asks: literals("person", "answer"),
      /** The question that the owner was asked last. Missing for a person, and in older rows. */
      questionId: v.optional(v.id("ownerQuestions")),
    }),
  ),
  found: v.array(found),
  unanswered: v.array(v.string()),
  mood: reportedOutcome.fields.mood,
  language: reportedOutcome.fields.language,
  /** Missing if the call was not evaluated. */
  isSuccessful: v.optional(v.boolean()),
  /** True if something was found, or a question was not answered, and no later conversation of the thread stands for it. */
  isInInbox: v.boolean(),
  /** Set if a later conversation of the thread stands for it in the inbox. */
  isSuperseded: v.optional(v.literal(true)),
  /** The thread's conversations, the newest first. Missing if there is only one. */
  conversations: v.optional(v.array(v.id("calls"))),
  /** When it was added to the inbox. Missing in older rows. */
  cameAtMs: v.optional(v.number()),
  isUnread: v.boolean(),
  status: outcomeStatus,
  note: v.string(),
  /** The values, questions and note, for the search. Also those of the earlier conversations that this one stands for. */
  searchText: v.string(),
  changedAtMs: v.number(),
};
