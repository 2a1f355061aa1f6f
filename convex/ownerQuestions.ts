import { v } from "convex/values";
import { answerQuestion, openQuestionsOf } from "./assistantActions/owner";
import { ownerMutation, ownerQuery } from "./lib/functions";
import { countOwnerRequest } from "./lib/rateLimits";

/** The questions of assistants for whose answers visitors wait right now. */
export const open = ownerQuery({
  args: {},
  returns: v.array(
    v.object({
      id: v.id("ownerQuestions"),
      assistantName: v.string(),
      question: v.string(),
      soFar: v.string(),
      untilMs: v.number(),
    }),
  ),
  handler: async (ctx) => {
    const questions = await openQuestionsOf(ctx, ctx.owner._id);
    return await Promise.all(
      questions.map(async ({ _id: id, assistantId, question, soFar, untilMs }) => {
        const assistant = await ctx.db.get("assistants", assistantId);
        return { id, assistantName: assistant?.name ?? "", question, soFar, untilMs };
      }),
    );
  },
});

/** The assistant passes it on to the visitor who waits. */
export const answer = ownerMutation({
  args: { questionId: v.id("ownerQuestions"), text: v.string() },
  returns: v.null(),
  handler: async (ctx, { questionId, text }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    await answerQuestion(ctx, questionId, text);
    return null;
  },
});
