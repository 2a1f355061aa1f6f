/**
 * Asks the owner a question while the visitor waits. The question appears in the open dashboard, and messengers and mail lead
 * to it. What is answered in time is passed on at once.
 */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import {
  saidLine,
  type SaidLine,
  saveAskedOwner,
  saveOwnersAnswer,
  soFarOf,
} from "../inbox/toldAtOnce";
import { internalMutation, internalQuery } from "../lib/internalFunctions";
import { userError } from "../lib/userError";
import { ACTION_REFUSALS } from "../shared/actionMessages";
import { ACTION_LENGTHS, OWNER_WAIT_SECONDS } from "../shared/actions";
import { SECOND_MS } from "../shared/durations";
import { oneLine } from "./oneLine";
import type { Outcome, Parameter, Values } from "./table";

const WAIT_MS = OWNER_WAIT_SECONDS * SECOND_MS;
const LOOK_EVERY_MS = 500;
/** What a crash has left behind, deleted when the owner is next asked. */
const FORGOTTEN_AFTER_MS = 60 * SECOND_MS;
const BATCH_SIZE = 20;

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
  for (let waitedMs = 0; waitedMs < WAIT_MS; waitedMs += LOOK_EVERY_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    if (await ctx.runQuery(internal.assistantActions.owner.isOver, which)) break;
  }
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
    await forgetOld(ctx, ownerId, nowMs - FORGOTTEN_AFTER_MS);
    await saveAskedOwner(ctx, call, question, said);
    return await ctx.db.insert("ownerQuestions", {
      ...{ ownerId, assistantId, callId, question, untilMs: nowMs + WAIT_MS },
      soFar: await soFarOf(ctx, call, said),
    });
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

/** Nobody waits any more. Returns the answer. */
export const close = internalMutation({
  args: { questionId: v.id("ownerQuestions") },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { questionId }) => {
    const asked = await ctx.db.get("ownerQuestions", questionId);
    if (asked === null) return null;
    await ctx.db.delete("ownerQuestions", questionId);
    return asked.answer ?? null;
  },
});

/** The questions for which a visitor waits, the oldest first. */
export async function openQuestionsOf(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<Doc<"ownerQuestions">[]> {
  const waiting = await ctx.db
    .query("ownerQuestions")
    .withIndex("by_owner_and_end", (q) => q.eq("ownerId", ownerId).gt("untilMs", Date.now()))
    .take(BATCH_SIZE);
  return waiting.filter(({ answer }) => answer === undefined);
}

export async function answerQuestion(
  ctx: MutationCtx & { owner: Doc<"users"> },
  questionId: Id<"ownerQuestions">,
  given: string,
): Promise<void> {
  const answer = oneLine(given);
  if (answer === "") throw userError("invalid_input", ACTION_REFUSALS.answerMissing);
  if (answer.length > ACTION_LENGTHS.value) {
    throw userError("invalid_input", ACTION_REFUSALS.answerTooLong);
  }
  const asked = await ctx.db.get("ownerQuestions", questionId);
  const isOwn = asked?.ownerId === ctx.owner._id;
  if (!isOwn || asked.answer !== undefined || asked.untilMs <= Date.now()) {
    throw userError("not_yours", ACTION_REFUSALS.questionOver);
  }
  await ctx.db.patch("ownerQuestions", questionId, { answer });
  const call = await ctx.db.get("calls", asked.callId);
  if (call !== null) await saveOwnersAnswer(ctx, call, answer);
}

/** Deletes a batch of an owner's questions, and returns how many there were. */
export async function deleteQuestions(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  batchSize: number,
): Promise<number> {
  const questions = await ctx.db
    .query("ownerQuestions")
    .withIndex("by_owner_and_end", (q) => q.eq("ownerId", ownerId))
    .take(batchSize);
  for (const { _id } of questions) await ctx.db.delete("ownerQuestions", _id);
  return questions.length;
}

async function forgetOld(ctx: MutationCtx, ownerId: Id<"users">, beforeMs: number): Promise<void> {
  const old = await ctx.db
    .query("ownerQuestions")
    .withIndex("by_owner_and_end", (q) => q.eq("ownerId", ownerId).lt("untilMs", beforeMs))
    .take(BATCH_SIZE);
  for (const { _id } of old) await ctx.db.delete("ownerQuestions", _id);
}
