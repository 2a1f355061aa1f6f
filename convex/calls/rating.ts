/** A visitor's rating of a conversation. Only a page with the conversation's thread token can send it. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { answerAnyOrigin } from "../lib/crossOrigin";
import { fieldsOf } from "../lib/fields";
import { internalMutation } from "../lib/internalFunctions";
import { rateLimiter } from "../lib/rateLimits";
import { readJson } from "../lib/requestBody";
import { MAX_RATING_LENGTH } from "../shared/limits";
import { MESSAGES, REFUSALS } from "../shared/messages";
import { applyCallEvent } from "./life";
import { answerFaults, refused } from "./request";
import { rating } from "./table";
import { partsOf, readThreadToken } from "./thread";

export const RATING_PATH = "/conversation/rating";

export async function receiveRating(ctx: ActionCtx, request: Request): Promise<Response> {
  return await answerFaults("save a rating", () => readAndSave(ctx, request));
}

async function readAndSave(ctx: ActionCtx, request: Request): Promise<Response> {
  const read = await readJson(request);
  if (read.kind === "refused") return refused(read.status, "invalid_input", read.reason);
  const { assistantId: embedId, thread, isGood, words = "" } = fieldsOf(read.content);
  if (typeof embedId !== "string") return refused(400, "invalid_input", REFUSALS.noAssistantNamed);
  if (typeof isGood !== "boolean" || typeof words !== "string") {
    return refused(400, "invalid_input", REFUSALS.ratingMissing);
  }
  const tidy = words.trim();
  if (tidy.length > MAX_RATING_LENGTH) {
    return refused(400, "invalid_input", REFUSALS.ratingTooLong);
  }
  const threadId = await readThreadToken(embedId, thread);
  if (threadId === null) return refused(403, "thread_over", REFUSALS.threadOver);
  const saved = { threadId, rating: { isGood, words: tidy } };
  return (await ctx.runMutation(internal.calls.rating.save, saved))
    ? answerAnyOrigin(200, {})
    : refused(429, "too_many_requests", MESSAGES.tooManyRequests);
}

/** Rates the newest part in which the visitor spoke or typed. Saves nothing if the owner has deleted the conversation. False if the limit is reached. */
export const save = internalMutation({
  args: { threadId: v.string(), rating },
  returns: v.boolean(),
  handler: async (ctx, { threadId, rating: given }) => {
    if (!(await rateLimiter.limit(ctx, "ratingsByThread", { key: threadId })).ok) return false;
    const parts = await partsOf(ctx, threadId);
    const newest = parts.find(({ channel }) => channel !== "message");
    if (newest !== undefined) await applyCallEvent(ctx, newest, "rated", { rating: given });
    return true;
  },
});
