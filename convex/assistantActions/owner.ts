/**
 * Asks the owner a question while the visitor waits. The question appears in the open dashboard, and messengers and mail lead
 * to it. What is answered in time is passed on at once.
 */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { saidLine, type SaidLine, saveAskedOwner, soFarOf } from "../inbox/toldAtOnce";
import { internalMutation, internalQuery } from "../lib/internalFunctions";
import { waitUntil } from "../lib/waitUntil";
import { OWNER_WAIT_SECONDS } from "../shared/actions";
import { SECOND_MS } from "../shared/durations";
import { deleteOldQuestions } from "./ownerAnswer";
import { oneLine } from "./oneLine";
import type { Outcome, Parameter, Values } from "./table";

const WAIT_MS = OWNER_WAIT_SECONDS * SECOND_MS;
const LOOK_EVERY_MS = 500;

export const OWNER_PARAMETERS: Parameter[] = [
  {
    name: "question",
    type: "string",
    description:
      "The question, whole, as a colleague would understand it without the conversation.",
    isRequired: true,
  },
];

const TOLD = {
  unanswered:
    "Nobody answered in time. Say that you could not find out, and ask how the visitor can be reached with the answer. Never guess it.",
  over: "The conversation is over, so nobody was asked.",
} as const;

const SHOWN = {
  unanswered: "Nobody answered in time. The question is in the inbox.",
  test: `In a conversation, your dashboard shows the question now, and you have ${OWNER_WAIT_SECONDS} seconds. In a test nobody is asked.`,
} as const;

/** An owner's own test has no conversation. */
export async function askOwner(
  ctx: ActionCtx,
  { callId, values, said }: { callId: Id<"calls"> | null; values: Values; said: SaidLine[] },
): Promise<Omit<Outcome, "durationMs">> {
  if (callId === null) return { state: "done", answer: SHOWN.test, told: TOLD.unanswered };
  const asked = { callId, question: oneLine(String(values.question)), said };
  const questionId = await ctx.runMutation(internal.assistantActions.owner.ask, asked);
  if (questionId === null) return { state: "failed", why: "over", told: TOLD.over };
  const answer = await answerWithin(ctx, questionId);
  if (answer === null) return { state: "done", answer: SHOWN.unanswered, told: TOLD.unanswered };
  const told = `The owner answers: ${JSON.stringify(answer)} Pass it on to the visitor in your own words.`;
  return { state: "done", answer, told };
}

async function answerWithin(
  ctx: ActionCtx,
  questionId: Id<"ownerQuestions">,
): Promise<string | null> {
  const which = { questionId };
  await waitUntil(async () => await ctx.runQuery(internal.assistantActions.owner.isOver, which), {
    everyMs: LOOK_EVERY_MS,
    withinMs: WAIT_MS,
  });
  return await ctx.runMutation(internal.assistantActions.owner.close, which);
}

/** Null if the conversation is over. */
export const ask = internalMutation({
  args: { callId: v.id("calls"), question: v.string(), said: v.array(saidLine) },
  returns: v.union(v.id("ownerQuestions"), v.null()),
  handler: async (ctx, { callId, question, said }) => {
    const call = await ctx.db.get("calls", callId);
    if (call === null || call.status === "ended") return null;
    const { ownerId, assistantId } = call;
    const nowMs = Date.now();
    await deleteOldQuestions(ctx, ownerId);
    const questionId = await ctx.db.insert("ownerQuestions", {
      ...{ ownerId, assistantId, callId, question, untilMs: nowMs + WAIT_MS },
      soFar: await soFarOf(ctx, call, said),
    });
    const asked = await ctx.db.get("ownerQuestions", questionId);
    if (asked !== null) await saveAskedOwner(ctx, call, asked);
    return questionId;
  },
});

/** Whether there is nothing to wait for any more. */
export const isOver = internalQuery({
  args: { questionId: v.id("ownerQuestions") },
  returns: v.boolean(),
  handler: async (ctx, { questionId }) => {
    const asked = await ctx.db.get("ownerQuestions", questionId);
    return asked === null || asked.answer !== undefined || asked.untilMs <= Date.now();
  },
});

/** Nobody waits any more. Returns the answer that came in time. */
export const close = internalMutation({
  args: { questionId: v.id("ownerQuestions") },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { questionId }) => {
    const asked = await ctx.db.get("ownerQuestions", questionId);
    if (asked === null) return null;
    const { answer = null, isLate, untilMs } = asked;
    if (answer !== null) return isLate === true ? null : answer;
    // So that an answer from now on counts as late, whatever the clocks say.
    await ctx.db.patch("ownerQuestions", questionId, { untilMs: Math.min(untilMs, Date.now()) });
    return null;
  },
});
