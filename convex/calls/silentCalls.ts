/**
 * Ends calls in which nobody speaks. They cost as much as any other, and background noise keeps them open, because it
 * restarts the platform's own silence timeout. So we end a call in which the platform recognises no word. This applies to
 * visitors' calls, test calls and calls of the landing page, because each uses somebody's minutes.
 */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { recordReply } from "../assistantActions/confirmation";
import { conversationOf } from "../assistants/conversation";
import { appendMessage } from "./messages";
import { enqueue } from "../jobs/enqueue";
import type { Handler } from "../jobs/handler";
import { type Fields, fieldsOf } from "../lib/fields";
import { internalMutation } from "../lib/internalFunctions";
import { vapi } from "../vendors/vapiClient";
import { latestEnd } from "./bounds";
import { findCall } from "./changes";
import { applyCallEvent } from "./life";
import { callMessage } from "./table";

type Call = Doc<"calls">;

export const FIRST_WORD_TIMEOUT_MS = 45_000;

/** Called when somebody has joined the call. */
export async function scheduleWordCheck(ctx: MutationCtx, call: Call): Promise<void> {
  const args = { callId: call._id };
  await ctx.scheduler.runAfter(FIRST_WORD_TIMEOUT_MS, internal.calls.silentCalls.checkWords, args);
}

/** Ends the call if nobody has spoken in time. Otherwise checks again later. */
export async function endIfSilent(ctx: MutationCtx, call: Call): Promise<void> {
  if (call.status !== "in-progress" || call.hasSpoken === true) return;
  const waitMs = (await latestFirstWord(ctx, call)) - Date.now();
  if (waitMs <= 0) await enqueue(ctx, "silentCall", [call._id]);
  else {
    const args = { callId: call._id };
    await ctx.scheduler.runAfter(waitMs, internal.calls.silentCalls.checkWords, args);
  }
}

const which = { platformCallId: v.string(), callId: v.union(v.string(), v.null()) };

/**
 * Records that the platform recognised or spoke words. The words themselves are kept only if the conversation can go on in
 * writing, because the report may arrive after the visitor's next message, or if an action waits for the visitor's yes.
 */
export const recordWords = internalMutation({
  args: {
    ...which,
    by: literals("visitor", "assistant"),
    atMs: v.number(),
    message: v.optional(callMessage),
  },
  returns: v.null(),
  handler: async (ctx, { platformCallId, callId, by, atMs, message }) => {
    const call = await findCall(ctx, { platformCallId, callId });
    if (call === null) return null;
    const hasReport = call.endSource !== undefined && call.endSource !== "status";
    if (message !== undefined && call.threadId !== undefined && !hasReport) {
      await appendMessage(ctx, call, message);
    }
    if (message?.role === "user") {
      await recordReply(ctx, call._id, { words: message.text, atMs });
    }
    if (by === "visitor") await applyCallEvent(ctx, call, "heard", {});
    else await applyCallEvent(ctx, call, "greeted", { atMs });
    return null;
  },
});

const ofCall = { callId: v.id("calls") };

/** Runs when the visitor should have spoken. */
export const checkWords = internalMutation({
  args: ofCall,
  returns: v.null(),
  handler: async (ctx, { callId }) => {
    const call = await ctx.db.get("calls", callId);
    if (call !== null) await endIfSilent(ctx, call);
    return null;
  },
});

export const stopIfSilent = internalMutation({
  args: ofCall,
  returns: v.boolean(),
  handler: async (ctx, { callId }) => {
    const call = await ctx.db.get("calls", callId);
    return call !== null && (await stopSilentCall(ctx, call));
  },
});

/**
 * Counted from the end of the assistant's first words, if the platform has reported them, so that a long greeting does not
 * use up the visitor's time. A longer silence timeout that the owner chose takes precedence.
 */
async function latestFirstWord(ctx: MutationCtx, call: Call): Promise<number> {
  const { startedAtMs = call.createdAtMs, greetedAtMs = startedAtMs } = call;
  const assistant = await ctx.db.get("assistants", call.assistantId);
  const { endsAfterSeconds } = conversationOf(assistant ?? {});
  const withinMs = Math.max(FIRST_WORD_TIMEOUT_MS, endsAfterSeconds * 1000);
  return Math.max(startedAtMs, greetedAtMs) + withinMs;
}

/** The job's key is the call's id. */
export const silentCall: Handler = {
  async run(ctx, key) {
    const callId = key as Id<"calls">;
    const call = await ctx.runQuery(internal.calls.followUp.get, { callId });
    const { platformCallId = null } = call ?? {};
    if (call?.status !== "in-progress" || platformCallId === null) return null;
    // The platform has ended the call by now.
    if (Date.now() >= latestEnd(call)) return null;
    const platform = vapi();
    // The platform's message about the first words may have been lost.
    const found = await platform.findCall(platformCallId);
    if (found !== null && hasUserWords(found)) {
      const words = { platformCallId, callId, by: "visitor", atMs: Date.now() } as const;
      await ctx.runMutation(internal.calls.silentCalls.recordWords, words);
      return null;
    }
    const isStopped = await ctx.runMutation(internal.calls.silentCalls.stopIfSilent, { callId });
    if (isStopped) await platform.endCall(platformCallId);
    return null;
  },
};

/** Whether the call may be ended now. */
export async function stopSilentCall(ctx: MutationCtx, call: Call): Promise<boolean> {
  const { stopReason } = await applyCallEvent(ctx, call, "stopped", { reason: "nobody-spoke" });
  return call.status !== "ended" && stopReason !== undefined;
}

/** Whether a call, or a message about it, contains words that the visitor said. */
export function hasUserWords({ messages, artifact }: Fields): boolean {
  return [messages, fieldsOf(artifact).messages].some(
    (list) =>
      Array.isArray(list) &&
      list
        .map((message) => fieldsOf(message))
        .some(({ role, message }) => role === "user" && hasWords(message)),
  );
}

/** Whether the text has a letter or a digit of any script, and not only punctuation. */
export function hasWords(text: unknown): boolean {
  return typeof text === "string" && /[\p{L}\p{N}]/u.test(text);
}
