/** Unanswered questions that the owner does not want to see again. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { userError } from "../lib/userError";
import { SOURCE_REFUSALS } from "../shared/sourceMessages";
import { MAX_DISMISSED_QUESTIONS, MAX_QUESTION_LENGTH } from "../shared/sources";
import { oneLine } from "./lines";

type Dismissed = Doc<"dismissedQuestions">;
type Assistant = Pick<Doc<"assistants">, "_id" | "ownerId">;

const RULES = {
  maxLength: MAX_QUESTION_LENGTH,
  missing: SOURCE_REFUSALS.questionMissing,
  tooLong: SOURCE_REFUSALS.questionTooLong,
};

/** The newest first. */
export async function dismissedOf(
  ctx: QueryCtx,
  assistantId: Id<"assistants">,
): Promise<Dismissed[]> {
  return await ctx.db
    .query("dismissedQuestions")
    .withIndex("by_assistant", (q) => q.eq("assistantId", assistantId))
    .order("desc")
    .take(MAX_DISMISSED_QUESTIONS);
}

/** The same question again stays one row. */
export async function dismiss(
  ctx: MutationCtx,
  { _id: assistantId, ownerId }: Assistant,
  question: string,
): Promise<Id<"dismissedQuestions">> {
  const line = oneLine(question, RULES);
  const all = await dismissedOf(ctx, assistantId);
  const same = all.find((one) => one.question.toLowerCase() === line.toLowerCase());
  if (same !== undefined) return same._id;
  const oldest = all[MAX_DISMISSED_QUESTIONS - 1];
  if (oldest !== undefined) await ctx.db.delete("dismissedQuestions", oldest._id);
  return await ctx.db.insert("dismissedQuestions", { ownerId, assistantId, question: line });
}

/** Somebody else's is refused like a missing one. */
export async function requireOwnDismissed(
  ctx: QueryCtx & { owner: Doc<"users"> },
  dismissedId: Id<"dismissedQuestions">,
): Promise<Dismissed> {
  const dismissed = await ctx.db.get("dismissedQuestions", dismissedId);
  if (dismissed?.ownerId !== ctx.owner._id)
    throw userError("not_yours", SOURCE_REFUSALS.dismissedGone);
  return dismissed;
}
