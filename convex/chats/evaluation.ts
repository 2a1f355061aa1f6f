/**
 * Finds out what came of a typed conversation. The platform evaluates sessions only by outputs that are stored there, and
 * only the part of a thread that a session has. So the whole transcript goes into a session of its own, with an output of
 * its own, and both are deleted afterwards: `Session.artifact` in
 * https://github.com/VapiAI/docs/blob/main/fern/apis/api/openapi.json
 */
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { applyCallEvent } from "../calls/life";
import { doneIn } from "../assistantActions/slip";
import { outcomeOf, saveOutcome } from "../inbox/outcomes";
import { parseOutcome } from "../inbox/parseOutcome";
import { evaluationName, structuredOutput, structuredOutputFor } from "../inbox/structuredOutput";
import { reportedOutcome } from "../inbox/table";
import { fieldsOf } from "../lib/fields";
import { internalMutation } from "../lib/internalFunctions";
import { HOUR_MS, MINUTE_MS } from "../shared/durations";
import { type Answer, idIn } from "../vendors/vapiAnswers";
import { vapi } from "../vendors/vapiClient";
import { scheduleNamedCheck, scheduleVendorDeletion } from "../vendors/vendorDeletion";
import { earlierMessages, sessionMessage } from "../calls/messages";
import { partsOf } from "../calls/thread";

type Call = Doc<"calls">;

/** How long the platform's result is waited for. */
const EVALUATION_MS = 10 * MINUTE_MS;
const CHECK_AGAIN_MS = MINUTE_MS;
const SESSION_SECONDS = HOUR_MS / 1000;

/** Returns when to look for the result again, or null. */
export async function evaluate(ctx: ActionCtx, callId: Id<"calls">): Promise<number | null> {
  const evaluated = await ctx.runMutation(internal.chats.evaluation.begin, { callId });
  if (evaluated === null) return null;
  const platform = vapi();
  const name = evaluationName(callId);
  const session = (await platform.findSessionByName(name)) ?? (await start(name, evaluated));
  const completed =
    session.status === "completed" ? session : await platform.completeSession(idIn(session));
  const { outcome, verdict } = parseOutcome(fieldsOf(completed?.artifact));
  const nowMs = Date.now();
  const startedAtMs = Date.parse(String(session.createdAt)) || nowMs;
  if (outcome === null && nowMs < startedAtMs + EVALUATION_MS) return nowMs + CHECK_AGAIN_MS;
  await ctx.runMutation(internal.chats.evaluation.save, {
    callId,
    outcome,
    summary: verdict?.summary ?? null,
    isSuccessful: verdict?.isSuccessful ?? null,
  });
  return null;
}

const evaluated = v.object({
  platformAssistantId: v.string(),
  toFindOut: structuredOutput,
  messages: v.array(sessionMessage),
});

/** Null if there is nothing to evaluate, or nothing left to. */
export const begin = internalMutation({
  args: { callId: v.id("calls") },
  returns: v.union(evaluated, v.null()),
  handler: async (ctx, { callId }) => {
    const call = await ctx.db.get("calls", callId);
    if (call?.status !== "ended" || (call.answers ?? 0) === 0) return null;
    const outcome = await outcomeOf(ctx, callId);
    if (outcome !== null && outcome.underway === undefined) return null;
    const assistant = await ctx.db.get("assistants", call.assistantId);
    if (assistant?.voiceAssistantId === undefined) return null;
    const { findings = [], successWords = "", assistantGoal } = assistant;
    await scheduleNamedCheck(ctx, evaluationName(callId), EVALUATION_MS);
    return {
      platformAssistantId: assistant.voiceAssistantId,
      toFindOut: { findings, successWords, assistantGoal },
      messages: await earlierMessages(ctx, await partsUpTo(ctx, call)),
    };
  },
});

export const save = internalMutation({
  args: {
    callId: v.id("calls"),
    outcome: v.union(reportedOutcome, v.null()),
    summary: v.union(v.string(), v.null()),
    isSuccessful: v.union(v.boolean(), v.null()),
  },
  returns: v.null(),
  handler: async (ctx, { callId, outcome, ...verdict }) => {
    await discardEvaluation(ctx, callId);
    const call = await ctx.db.get("calls", callId);
    if (call === null || outcome === null) return null;
    const evaluatedCall = await applyCallEvent(ctx, call, "evaluated", verdict);
    await saveOutcome(ctx, evaluatedCall, outcome, await doneIn(ctx, callId));
    return null;
  },
});

/** Deletes what the platform needed for the evaluation. */
export async function discardEvaluation(ctx: MutationCtx, callId: Id<"calls">): Promise<void> {
  await scheduleVendorDeletion(ctx, "named", [evaluationName(callId)]);
}

async function start(
  name: string,
  { platformAssistantId: assistantId, toFindOut, messages }: Infer<typeof evaluated>,
): Promise<Answer> {
  const platform = vapi();
  const outputId = await platform.createOutput({ ...structuredOutputFor(toFindOut), name });
  const assistantOverrides = { artifactPlan: { structuredOutputIds: [outputId] } };
  const expirationSeconds = SESSION_SECONDS;
  const session = { assistantId, assistantOverrides, expirationSeconds, messages };
  return { id: await platform.createSession(session, name) };
}

/** The conversation, and what the same visitor typed and said before it, in this order. */
async function partsUpTo(ctx: MutationCtx, call: Call): Promise<Call[]> {
  const { threadId, assistantId, kind, createdAtMs } = call;
  const parts = threadId === undefined ? [call] : await partsOf(ctx, threadId);
  return parts
    .filter((part) => part.assistantId === assistantId && part.kind === kind)
    .filter((part) => part.createdAtMs <= createdAtMs)
    .toReversed();
}
