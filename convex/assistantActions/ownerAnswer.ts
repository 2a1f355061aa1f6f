/** The owner's answer, from the dashboard or by a link. Who answers first wins. A late answer only goes to the inbox. */
import { pick } from "convex-helpers";
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { saveOwnersAnswer } from "../inbox/toldAtOnce";
import { userError } from "../lib/userError";
import { questionOfKey } from "../notifications/mail/answerLink";
import { ACTION_REFUSALS } from "../shared/actionMessages";
import { ACTION_LENGTHS } from "../shared/actions";
import { DAY_MS } from "../shared/durations";
import { oneLine } from "./oneLine";
import { ownerQuestionFields } from "./ownerTable";

type Question = Doc<"ownerQuestions">;

/** How long a question can be answered. */
const KEPT_MS = DAY_MS;
const BATCH_SIZE = 20;

export const shownQuestion = v.object({
  ...pick(ownerQuestionFields, ["question", "soFar", "untilMs"]),
  assistantName: v.string(),
});

export const answered = v.object({
  answer: v.string(),
  /** Nobody waited any more. */
  isLate: v.boolean(),
  /** False if somebody else was first. */
  isYours: v.boolean(),
});
export type Answered = Infer<typeof answered>;

/** The questions for which a visitor waits, the oldest first. */
export async function openQuestionsOf(ctx: QueryCtx, ownerId: Id<"users">): Promise<Question[]> {
  const waiting = await ctx.db
    .query("ownerQuestions")
    .withIndex("by_owner_and_end", (q) => q.eq("ownerId", ownerId).gt("untilMs", Date.now()))
    .take(BATCH_SIZE);
  return waiting.filter(({ answer }) => answer === undefined);
}

export async function showQuestion(
  ctx: QueryCtx,
  { assistantId, question, soFar, untilMs }: Question,
): Promise<Infer<typeof shownQuestion>> {
  const assistant = await ctx.db.get("assistants", assistantId);
  return { assistantName: assistant?.name ?? "", question, soFar, untilMs };
}

/** Null if the link does not work: we did not make it, it is old, or the conversation was deleted. */
export async function linkedQuestion(ctx: QueryCtx, key: string): Promise<Question | null> {
  const asked = await questionOfKey(ctx, key);
  return asked === null || asked.untilMs + KEPT_MS <= Date.now() ? null : asked;
}

export async function answerQuestion(
  ctx: MutationCtx,
  { _id: questionId, callId, question, untilMs, ...before }: Question,
  given: { text: string; by: "dashboard" | "link" },
): Promise<Answered> {
  if (before.answer !== undefined) {
    return { answer: before.answer, isLate: before.isLate === true, isYours: false };
  }
  const answer = readAnswer(given.text);
  const call = await ctx.db.get("calls", callId);
  if (call === null) throw userError("not_yours", ACTION_REFUSALS.questionGone);
  const isLate = untilMs <= Date.now() || call.status === "ended";
  await ctx.db.patch("ownerQuestions", questionId, {
    answer,
    ...(isLate ? { isLate } : {}),
  });
  await saveOwnersAnswer(ctx, call, { question, answer, by: given.by });
  return { answer, isLate, isYours: true };
}

function readAnswer(text: string): string {
  const answer = oneLine(text);
  if (answer === "") throw userError("invalid_input", ACTION_REFUSALS.answerMissing);
  if (answer.length > ACTION_LENGTHS.value) {
    throw userError("invalid_input", ACTION_REFUSALS.answerTooLong);
  }
  return answer;
}

/** Deletes a batch of an owner's questions, and returns how many there were. */
export async function deleteQuestions(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  batchSize: number,
  beforeMs = Infinity,
): Promise<number> {
  const questions = await ctx.db
    .query("ownerQuestions")
    .withIndex("by_owner_and_end", (q) => q.eq("ownerId", ownerId).lt("untilMs", beforeMs))
    .take(batchSize);
  for (const { _id } of questions) await ctx.db.delete("ownerQuestions", _id);
  return questions.length;
}

/** Called when the owner is next asked. */
export async function deleteOldQuestions(ctx: MutationCtx, ownerId: Id<"users">): Promise<void> {
  await deleteQuestions(ctx, ownerId, BATCH_SIZE, Date.now() - KEPT_MS);
}

/** Called when a call is deleted. */
export async function deleteQuestionsOf(ctx: MutationCtx, callId: Id<"calls">): Promise<void> {
  const questions = await ctx.db
    .query("ownerQuestions")
    .withIndex("by_call", (q) => q.eq("callId", callId))
    .take(BATCH_SIZE);
  for (const { _id } of questions) await ctx.db.delete("ownerQuestions", _id);
}
