/**
 * The link by which those who were told of a question answer it, without an account. Messengers, mail and owners' servers
 * get it. It works for this question alone, and as long as the question can be answered.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isLinkKeyFor, linkKeyFor } from "./linkKeys";

const KEY = /^([^-]+)-(.+)$/;

export async function answerPathOf(questionId: Id<"ownerQuestions">): Promise<string> {
  return `/answer/${questionId}-${await linkKeyFor(purposeOf(questionId))}`;
}

/** Null unless we made the key, for a question that is still stored. */
export async function questionOfKey(
  ctx: QueryCtx,
  key: string,
): Promise<Doc<"ownerQuestions"> | null> {
  const [, idText = "", signature = ""] = KEY.exec(key) ?? [];
  const questionId = ctx.db.normalizeId("ownerQuestions", idText);
  if (questionId === null || !(await isLinkKeyFor(purposeOf(questionId), signature))) return null;
  return await ctx.db.get("ownerQuestions", questionId);
}

function purposeOf(questionId: Id<"ownerQuestions">): string {
  return `answer ${questionId}`;
}
