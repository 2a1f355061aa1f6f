import { v } from "convex/values";
import {
  answered,
  answerQuestion,
  linkedQuestion,
  openQuestionsOf,
  showQuestion,
  shownQuestion,
} from "./assistantActions/ownerAnswer";
import { ownerMutation, ownerQuery, publicMutation, publicQuery } from "./lib/functions";
import { countOwnerRequest, rateLimiter } from "./lib/rateLimits";
import { userError } from "./lib/userError";
import { ACTION_REFUSALS } from "./shared/actionMessages";
import { MESSAGES } from "./shared/messages";

/** The questions of assistants for whose answers visitors wait right now. */
export const open = ownerQuery({
  args: {},
  returns: v.array(v.object({ id: v.id("ownerQuestions"), ...shownQuestion.fields })),
  handler: async (ctx) => {
    const questions = await openQuestionsOf(ctx, ctx.owner._id);
    return await Promise.all(
      questions.map(async (asked) => ({ id: asked._id, ...(await showQuestion(ctx, asked)) })),
    );
  },
});

/** The assistant passes it on to the visitor who waits. */
export const answer = ownerMutation({
  args: { questionId: v.id("ownerQuestions"), text: v.string() },
  returns: answered,
  handler: async (ctx, { questionId, text }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    const asked = await ctx.db.get("ownerQuestions", questionId);
    if (asked?.ownerId !== ctx.owner._id) {
      throw userError("not_yours", ACTION_REFUSALS.questionGone);
    }
    return await answerQuestion(ctx, asked, { text, by: "dashboard" });
  },
});

/** For everybody who has the link. Null if the link does not work. */
export const showLinked = publicQuery({
  args: { key: v.string() },
  returns: v.union(
    v.object({
      ...shownQuestion.fields,
      answered: v.union(answered.omit("isYours"), v.null()),
    }),
    v.null(),
  ),
  handler: async (ctx, { key }) => {
    const asked = await linkedQuestion(ctx, key);
    if (asked === null) return null;
    const { answer: given, isLate = false } = asked;
    const answeredBefore = given === undefined ? null : { answer: given, isLate };
    return { ...(await showQuestion(ctx, asked)), answered: answeredBefore };
  },
});

/** Null if the link does not work. */
export const answerLinked = publicMutation({
  args: { key: v.string(), text: v.string() },
  returns: v.union(answered, v.null()),
  handler: async (ctx, { key, text }) => {
    const { ip } = await ctx.meta.getRequestMetadata();
    const byNetwork = await rateLimiter.limit(ctx, "answersByNetwork", { key: ip });
    if (!byNetwork.ok) throw userError("too_many_requests", MESSAGES.tooManyRequests);
    const asked = await linkedQuestion(ctx, key);
    if (asked === null) return null;
    const byLink = await rateLimiter.limit(ctx, "answersByLink", { key: asked._id });
    if (!byLink.ok) throw userError("too_many_requests", MESSAGES.tooManyRequests);
    return await answerQuestion(ctx, asked, { text, by: "link" });
  },
});
