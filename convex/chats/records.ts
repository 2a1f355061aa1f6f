/** What becomes of a reserved answer. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { applyCallEvent } from "../calls/life";
import type { Lookup } from "../calls/table";
import { scheduleVendorDeletion } from "../vendors/vendorDeletion";
import { appendMessage, removeQuestion } from "../calls/messages";

type CallId = Id<"calls">;

export async function recordSession(
  ctx: MutationCtx,
  callId: CallId,
  platformSessionId: string,
): Promise<void> {
  const call = await ctx.db.get("calls", callId);
  // The conversation was deleted in the meantime.
  if (call === null) await scheduleVendorDeletion(ctx, "session", [platformSessionId]);
  else await applyCallEvent(ctx, call, "sessionStarted", { platformSessionId });
}

export async function recordAnswer(
  ctx: MutationCtx,
  callId: CallId,
  { text, lookups = [] }: { text: string; lookups?: Lookup[] },
): Promise<void> {
  const call = await findAnswering(ctx, callId);
  if (call === null) return;
  await appendMessage(ctx, call, { role: "assistant", text });
  await applyCallEvent(ctx, call, "answered", { lookups });
}

/** The message is taken back, so that the visitor can send it again. */
export async function recordFailure(ctx: MutationCtx, callId: CallId): Promise<void> {
  const call = await findAnswering(ctx, callId);
  if (call === null) return;
  await removeQuestion(ctx, call);
  await applyCallEvent(ctx, call, "unanswered", {});
}

/** Null unless an answer is still expected. It may have been recorded already. */
async function findAnswering(ctx: MutationCtx, callId: CallId): Promise<Doc<"calls"> | null> {
  const call = await ctx.db.get("calls", callId);
  return call?.answeringUntilMs === undefined ? null : call;
}
