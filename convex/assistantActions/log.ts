/** The log of an action's runs. It is kept no longer than the conversations that it is about. */
import { pick } from "convex-helpers";
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { deleteRowsOfOwner } from "../lib/rowsOfOwner";
import { RUNS_SHOWN } from "../shared/actions";
import { actionsOf, removeAction } from "./actions";
import { deleteSlipMails } from "./slip";
import { runFields } from "./table";

type Run = Doc<"actionRuns">;

/** A row can have ten thousand characters. */
const BATCH_SIZE = 50;

export const shownRun = v.object({
  id: v.id("actionRuns"),
  ...pick(runFields, ["callId", "values", "state", "atMs", "reply", "why", "sent", "status"]),
  ...pick(runFields, ["answer", "durationMs"]),
  /** The parameters whose values the visitor corrected by hand. */
  correctedByHand: v.optional(v.array(v.string())),
  channel: v.union(v.literal("voice"), v.literal("text"), v.null()),
});
export type ShownRun = Infer<typeof shownRun>;

/** The newest first. */
export async function newestRuns(ctx: QueryCtx, actionId: Id<"actions">): Promise<ShownRun[]> {
  const runs = await ctx.db
    .query("actionRuns")
    .withIndex("by_action", (q) => q.eq("actionId", actionId))
    .order("desc")
    .take(RUNS_SHOWN);
  return await Promise.all(runs.map((run) => toShownRun(ctx, run)));
}

async function toShownRun(ctx: QueryCtx, run: Run): Promise<ShownRun> {
  const call = run.callId === null ? null : await ctx.db.get("calls", run.callId);
  if (call === null) return toShown(run, null);
  return toShown(run, call.channel === "text" ? "text" : "voice");
}

/** The channel is that of the conversation, or null for the owner's own test. */
export function toShown(run: Run, channel: ShownRun["channel"]): ShownRun {
  const {
    _id: id,
    callId,
    values,
    state,
    atMs,
    reply,
    why,
    sent,
    status,
    answer,
    durationMs,
    corrected,
  } = run;
  return {
    ...{ id, callId, values, state, atMs, channel },
    ...{ reply, why, sent, status, answer, durationMs, correctedByHand: corrected?.names },
  };
}

/** Called when a call is deleted. */
export async function deleteRunsOf(ctx: MutationCtx, callId: Id<"calls">): Promise<void> {
  const runs = await ctx.db
    .query("actionRuns")
    .withIndex("by_call", (q) => q.eq("callId", callId))
    .take(BATCH_SIZE);
  for (const { _id } of runs) await ctx.db.delete("actionRuns", _id);
  await deleteSlipMails(ctx, callId);
}

/** Deletes a batch of a deleted action's log, and returns whether there may be more. */
export async function deleteRunBatch(ctx: MutationCtx, actionId: Id<"actions">): Promise<boolean> {
  const runs = await ctx.db
    .query("actionRuns")
    .withIndex("by_action", (q) => q.eq("actionId", actionId))
    .take(BATCH_SIZE);
  for (const { _id } of runs) await ctx.db.delete("actionRuns", _id);
  return runs.length === BATCH_SIZE;
}

/** Deletes the actions of an assistant. */
export async function discardActions(
  ctx: MutationCtx,
  assistantId: Id<"assistants">,
): Promise<void> {
  for (const action of await actionsOf(ctx, assistantId)) await removeAction(ctx, action);
}

/** Deletes a batch of an owner's actions and their log, and returns how many rows there were. */
export async function deleteActions(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  batchSize: number,
): Promise<number> {
  return (
    (await deleteRowsOfOwner(ctx, "actions", ownerId, batchSize)) +
    (await deleteRowsOfOwner(ctx, "actionRuns", ownerId, batchSize))
  );
}
