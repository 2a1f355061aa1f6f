/**
 * A call in which nobody says anything costs as much as any other, and sound alone keeps it open: the platform's own
 * silence timeout starts anew with every noise. So we end a call in which the platform recognises no word.
 * Calls of visitors, test calls and calls of the landing page are treated alike: each uses somebody's minutes.
 */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { talkOf } from "../assistants/talks";
import { fieldsOf, type Fields } from "../common/fields";
import { askFor } from "../outbox/asking";
import type { Handler } from "../outbox/handler";
import { ourVoicePlatform } from "../vendors/voicePlatform";
import { latestEnd } from "./callBounds";
import { happened } from "./callLife";

type Call = Doc<"calls">;

export const WORDS_WITHIN_MS = 45_000;

/** Called when somebody has joined the call. */
export async function scheduleWordCheck(ctx: MutationCtx, call: Call): Promise<void> {
  const args = { callId: call._id };
  await ctx.scheduler.runAfter(WORDS_WITHIN_MS, internal.backstage.calls.checkWords, args);
}

/** Has the call ended if its time to say a word is over. */
export async function checkWords(ctx: MutationCtx, call: Call): Promise<void> {
  if (call.status !== "in-progress" || call.hasSpoken === true) return;
  const waitMs = (await latestFirstWord(ctx, call)) - Date.now();
  if (waitMs <= 0) await askFor(ctx, "wordlessCall", [call._id]);
  else {
    const args = { callId: call._id };
    await ctx.scheduler.runAfter(waitMs, internal.backstage.calls.checkWords, args);
  }
}

/**
 * Counted from when the assistant had spoken its first words, as far as the platform has told of them, so that
 * nobody is cut off who listens to a long greeting. An owner who lets a silence last longer decides.
 */
async function latestFirstWord(ctx: MutationCtx, call: Call): Promise<number> {
  const { startedAtMs = call.mintedAtMs, greetedAtMs = startedAtMs } = call;
  const assistant = await ctx.db.get("assistants", call.assistantId);
  const { endsAfterSeconds } = talkOf(assistant ?? {});
  const withinMs = Math.max(WORDS_WITHIN_MS, endsAfterSeconds * 1000);
  return Math.max(startedAtMs, greetedAtMs) + withinMs;
}

/** The key is the call's id. */
export const wordlessCall: Handler = {
  async run(ctx, key) {
    const callId = key as Id<"calls">;
    const call = await ctx.runQuery(internal.backstage.calls.get, { callId });
    const { platformCallId = null } = call ?? {};
    if (call?.status !== "in-progress" || platformCallId === null) return null;
    // By then the platform has ended it.
    if (Date.now() >= latestEnd(call)) return null;
    const platform = ourVoicePlatform();
    // Its message about the first words may have got lost.
    const found = await platform.findCall(platformCallId);
    if (found !== null && hasUserWords(found)) {
      const words = { platformCallId, callId, by: "visitor", atMs: Date.now() } as const;
      await ctx.runMutation(internal.backstage.calls.noteWords, words);
      return null;
    }
    const isStopped = await ctx.runMutation(internal.backstage.calls.stopWordless, { callId });
    if (isStopped) await platform.endCall(platformCallId);
    return null;
  },
};

/** Whether the call may be ended now. */
export async function stopWordless(ctx: MutationCtx, call: Call): Promise<boolean> {
  const { stopReason } = await happened(ctx, call, "stopped", { reason: "nobody-spoke" });
  return call.status !== "ended" && stopReason !== undefined;
}

/** Whether a call, or what a message tells of it, has words of the visitor's. */
export function hasUserWords({ messages, artifact }: Fields): boolean {
  return [messages, fieldsOf(artifact).messages].some(
    (list) =>
      Array.isArray(list) &&
      list
        .map((message) => fieldsOf(message))
        .some(({ role, message }) => role === "user" && hasWords(message)),
  );
}

/** A letter or a digit of any script: signs alone are no words. */
export function hasWords(text: unknown): boolean {
  return typeof text === "string" && /[\p{L}\p{N}]/u.test(text);
}
