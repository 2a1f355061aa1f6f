/**
 * Gets the answers that visitors did not wait for, and ends typed conversations. The platform reports nothing by itself:
 * https://docs.vapi.ai/chat/quickstart
 */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { MICROS_PER_DOLLAR } from "../calls/bounds";
import { applyCallEvent } from "../calls/life";
import type { Handler } from "../jobs/handler";
import { fieldsOf } from "../lib/fields";
import { internalMutation, internalQuery } from "../lib/internalFunctions";
import { MINUTE_MS } from "../shared/durations";
import { wellFormed } from "../shared/wellFormed";
import { vapi } from "../vendors/vapiClient";
import { scheduleVendorDeletion } from "../vendors/vendorDeletion";
import { discardEvaluation, evaluate } from "./evaluation";
import { textsOf } from "../calls/messages";
import { recordAnswer, recordFailure } from "./records";

type Call = Doc<"calls">;

/** A conversation is over when the visitor has written nothing for this long. */
export const SILENCE_MS = 30 * MINUTE_MS;
/** An answer costs about a cent. */
const MAX_COST_PER_ANSWER = 0.5;

/** The job's key is the call's id. */
export const typedConversation: Handler = {
  async run(ctx, key) {
    const callId = key as Id<"calls">;
    const call = await ctx.runQuery(internal.calls.followUp.get, { callId });
    if (call === null) return null;
    const { answeringUntilMs, askedAtMs = call.createdAtMs } = call;
    const nowMs = Date.now();
    if (answeringUntilMs !== undefined && answeringUntilMs > nowMs) return answeringUntilMs;
    if (answeringUntilMs !== undefined) await recoverAnswer(ctx, call);
    if (nowMs < askedAtMs + SILENCE_MS) return askedAtMs + SILENCE_MS;
    if (call.status !== "ended") await complete(ctx, call);
    return await evaluate(ctx, callId);
  },

  async giveUp(ctx, key) {
    const call = await ctx.db.get("calls", key as Id<"calls">);
    if (call === null) return;
    await discardEvaluation(ctx, call._id);
    if (call.status !== "ended")
      await recordCompletion(ctx, call, { atMs: Date.now(), costMicros: 0 });
  },
};

const ofCall = { callId: v.id("calls") };

/** The message that is to be answered. */
export const question = internalQuery({
  args: ofCall,
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { callId }) => {
    const last = (await textsOf(ctx, callId))?.messages.at(-1);
    return last?.role === "user" ? last.text : null;
  },
});

export const saveRecovered = internalMutation({
  args: { ...ofCall, text: v.union(v.string(), v.null()) },
  returns: v.null(),
  handler: async (ctx, { callId, text }) => {
    if (text === null) await recordFailure(ctx, callId);
    else await recordAnswer(ctx, callId, { text });
    return null;
  },
});

export const saveCompletion = internalMutation({
  args: { ...ofCall, atMs: v.number(), costMicros: v.number() },
  returns: v.null(),
  handler: async (ctx, { callId, ...ended }) => {
    const call = await ctx.db.get("calls", callId);
    if (call === null) return null;
    const { answeringUntilMs, askedAtMs = call.createdAtMs } = call;
    const hasWrittenAgain = answeringUntilMs !== undefined || askedAtMs !== ended.atMs;
    if (!hasWrittenAgain) await recordCompletion(ctx, call, ended);
    return null;
  },
});

/** The last answer, if the platform has finished it although nobody was there to read it. */
async function recoverAnswer(ctx: ActionCtx, { _id: callId, platformSessionId }: Call) {
  const question = await ctx.runQuery(internal.chats.followUp.question, { callId });
  const session =
    platformSessionId === undefined ? null : await vapi().findSession(platformSessionId);
  // A lookup and its result can stand between the question and the answer.
  const messages = messagesIn(session).filter(
    ({ role, content }) =>
      role === "user" || (role === "assistant" && typeof content === "string" && content !== ""),
  );
  const [asked, answer] = messages.slice(-2);
  const isAnswered =
    asked?.role === "user" && asked.content === question && answer?.role === "assistant";
  const text = isAnswered ? wellFormed(String(answer.content)) : null;
  await ctx.runMutation(internal.chats.followUp.saveRecovered, { callId, text });
}

/** The session is deleted, because we have the transcript. Its costs are read first. */
async function complete(ctx: ActionCtx, call: Call): Promise<void> {
  const { _id: callId, platformSessionId, answers = 0, askedAtMs: atMs = call.createdAtMs } = call;
  const dollars =
    platformSessionId === undefined ? 0 : await vapi().costOfSession(platformSessionId);
  const counted = Math.min(dollars, answers * MAX_COST_PER_ANSWER);
  const ended = { atMs, costMicros: Math.round(counted * MICROS_PER_DOLLAR) };
  await ctx.runMutation(internal.chats.followUp.saveCompletion, { callId, ...ended });
}

async function recordCompletion(
  ctx: MutationCtx,
  call: Call,
  ended: { atMs: number; costMicros: number },
): Promise<void> {
  const { platformSessionId } = await applyCallEvent(ctx, call, "completed", ended);
  if (platformSessionId !== undefined) {
    await scheduleVendorDeletion(ctx, "session", [platformSessionId]);
  }
  // Sessions whose response was lost have the conversation's id as their name.
  await scheduleVendorDeletion(ctx, "named", [call._id]);
}

function messagesIn(session: unknown) {
  const { messages } = fieldsOf(session);
  return Array.isArray(messages) ? messages.map((message) => fieldsOf(message)) : [];
}
