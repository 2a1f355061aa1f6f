import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { userError } from "../lib/userError";
import { SOURCE_REFUSALS } from "../shared/sourceMessages";
import { MAX_ANSWER_LENGTH, MAX_ANSWERS, MAX_QUESTION_LENGTH } from "../shared/sources";
import { oneLine } from "./lines";

type Answer = Doc<"knowledgeAnswers">;
type Assistant = Pick<Doc<"assistants">, "_id" | "ownerId">;

const QUESTION_RULES = {
  maxLength: MAX_QUESTION_LENGTH,
  missing: SOURCE_REFUSALS.questionMissing,
  tooLong: SOURCE_REFUSALS.questionTooLong,
};
const ANSWER_RULES = {
  maxLength: MAX_ANSWER_LENGTH,
  missing: SOURCE_REFUSALS.answerMissing,
  tooLong: SOURCE_REFUSALS.answerTooLong,
};

/** The newest first. */
export async function answersOf(ctx: QueryCtx, assistantId: Id<"assistants">): Promise<Answer[]> {
  return await ctx.db
    .query("knowledgeAnswers")
    .withIndex("by_assistant", (q) => q.eq("assistantId", assistantId))
    .order("desc")
    .take(MAX_ANSWERS);
}

/** Adds an answer, or changes the one that is passed. The same question again replaces its earlier answer. */
export async function writeAnswer(
  ctx: MutationCtx,
  { _id: assistantId, ownerId }: Assistant,
  { question, answer }: { question: string; answer: string },
  changed: Answer | null,
): Promise<Id<"knowledgeAnswers">> {
  const content = {
    question: oneLine(question, QUESTION_RULES),
    answer: oneLine(answer, ANSWER_RULES),
    savedAtMs: Date.now(),
  };
  const all = await answersOf(ctx, assistantId);
  const same = all.find(
    (one) => one._id !== changed?._id && isSame(one.question, content.question),
  );
  const replaced = changed ?? same;
  if (changed !== null && same !== undefined) await ctx.db.delete("knowledgeAnswers", same._id);
  if (replaced === undefined) {
    if (all.length >= MAX_ANSWERS) throw userError("invalid_input", SOURCE_REFUSALS.tooManyAnswers);
    return await ctx.db.insert("knowledgeAnswers", { ...content, ownerId, assistantId });
  }
  await ctx.db.patch("knowledgeAnswers", replaced._id, content);
  return replaced._id;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Somebody else's answer is refused like a missing one. */
export async function requireOwnAnswer(
  ctx: QueryCtx & { owner: Doc<"users"> },
  answerId: Id<"knowledgeAnswers">,
): Promise<Answer> {
  const answer = await ctx.db.get("knowledgeAnswers", answerId);
  if (answer?.ownerId !== ctx.owner._id) throw userError("not_yours", SOURCE_REFUSALS.answerGone);
  return answer;
}
