/**
 * The link by which those who were told of a question answer it, without an account. Messengers, mail and owners' servers
 * get it. It works for this question alone, and as long as the question can be answered.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { readRowKey, rowKeyFor } from "./rowLink";

export async function answerPathOf(questionId: Id<"ownerQuestions">): Promise<string> {
  return `/answer/${await rowKeyFor("answer", questionId)}`;
}

/** Null unless we made the key, for a question that is still stored. */
export async function questionOfKey(
  ctx: QueryCtx,
  key: string,
): Promise<Doc<"ownerQuestions"> | null> {
  const id = await readRowKey("answer", key);
  const questionId = id === null ? null : ctx.db.normalizeId("ownerQuestions", id);
  return questionId === null ? null : await ctx.db.get("ownerQuestions", questionId);
}
