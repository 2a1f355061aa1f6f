/**
 * Gets the answers that visitors did not wait for, and ends typed conversations. The platform reports nothing by itself:
 * https://docs.vapi.ai/chat/quickstart
 */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { MICROS_PER_DOLLAR } from "../calls/bounds";
import { applyCallEvent } from "../calls/life";
import { saveOutcome } from "../inbox/outcomes";
import { parseOutcome } from "../inbox/parseOutcome";
import { reportedOutcome } from "../inbox/table";
import type { Handler } from "../jobs/handler";
import { fieldsOf } from "../lib/fields";
import { internalMutation, internalQuery } from "../lib/internalFunctions";
import { MINUTE_MS } from "../shared/durations";
import { wellFormed } from "../shared/wellFormed";
import { vapi } from "../vendors/vapiClient";
import { textsOf } from "./messages";
import { recordAnswer, recordFailure } from "./records";

type Call = Doc<"calls">;

/** A conversation is over when the visitor has written nothing for this long. */
export const SILENCE_MS = 30 * MINUTE_MS;
/** The platform evaluates a session after it has ended. */
const EVALUATION_MS = 10 * MINUTE_MS;
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
    return await complete(ctx, call);
  },

  async giveUp(ctx, key) {
    const call = await ctx.db.get("calls", key as Id<"calls">);
    if (call === null || call.status === "ended") return;
    const ended = { atMs: Date.now(), costMicros: 0, summary: null, isSuccessful: null };
    await applyCallEvent(ctx, call, "completed", ended);
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
    else await recordAnswer(ctx, callId, text);
    return null;
  },
});

export const saveCompletion = internalMutation({
  args: {
    ...ofCall,
    atMs: v.number(),
    costMicros: v.number(),
    summary: v.union(v.string(), v.null()),
    isSuccessful: v.union(v.boolean(), v.null()),
    outcome: v.union(reportedOutcome, v.null()),
  },
  returns: v.null(),
  handler: async (ctx, { callId, outcome, ...ended }) => {
    const call = await ctx.db.get("calls", callId);
    if (call === null) return null;
    // The visitor has written again in the meantime.
    if (call.answeringUntilMs !== undefined) return null;
    const after = await applyCallEvent(ctx, call, "completed", ended);
    if (outcome !== null) await saveOutcome(ctx, after, outcome);
    return null;
  },
});

/** The last answer, if the platform has finished it although nobody was there to read it. */
async function recoverAnswer(ctx: ActionCtx, { _id: callId, platformSessionId }: Call) {
  const question = await ctx.runQuery(internal.chats.followUp.question, { callId });
  const session =
    platformSessionId === undefined ? null : await vapi().findSession(platformSessionId);
  const messages = messagesIn(session).filter(
    ({ role }) => role === "user" || role === "assistant",
  );
  const [asked, answer] = messages.slice(-2);
  const isAnswered =
    asked?.role === "user" && asked.content === question && answer?.role === "assistant";
  const content = isAnswered ? answer.content : null;
  const text = typeof content === "string" && content !== "" ? wellFormed(content) : null;
  await ctx.runMutation(internal.chats.followUp.saveRecovered, { callId, text });
}

/** Returns when to look for the evaluation again, or null. */
async function complete(ctx: ActionCtx, call: Call): Promise<number | null> {
  const { _id: callId, platformSessionId, answers = 0, askedAtMs = call.createdAtMs } = call;
  const platform = vapi();
  const isOver = call.status === "ended";
  const session =
    platformSessionId === undefined
      ? null
      : await (isOver
          ? platform.findSession(platformSessionId)
          : platform.completeSession(platformSessionId));
  const { artifact } = fieldsOf(session);
  const { outcome, verdict } = parseOutcome(fieldsOf(artifact));
  const dollars = session === null ? 0 : await platform.costOfSession(platformSessionId ?? "");
  const ended = {
    atMs: askedAtMs,
    costMicros: Math.round(Math.min(dollars, answers * MAX_COST_PER_ANSWER) * MICROS_PER_DOLLAR),
    summary: verdict?.summary ?? null,
    isSuccessful: verdict?.isSuccessful ?? null,
    outcome,
  };
  await ctx.runMutation(internal.chats.followUp.saveCompletion, { callId, ...ended });
  const isWaiting = session !== null && outcome === null;
  const nowMs = Date.now();
  return isWaiting && nowMs < askedAtMs + SILENCE_MS + EVALUATION_MS ? nowMs + MINUTE_MS : null;
}

function messagesIn(session: unknown) {
  const { messages } = fieldsOf(session);
  return Array.isArray(messages) ? messages.map((message) => fieldsOf(message)) : [];
}
