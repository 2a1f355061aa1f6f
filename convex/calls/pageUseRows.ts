/** What was done on a website's page in a conversation, or not. */
import { pick } from "convex-helpers";
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { deleteRowsOfOwner } from "../lib/rowsOfOwner";
import { pageUseFields } from "./table";

/** Of one conversation. More would need a model that does one thing after another. */
export const MAX_USES = 30;

/** In the order of the conversation. */
export async function usesOf(ctx: QueryCtx, callId: Id<"calls">): Promise<Doc<"pageUses">[]> {
  return await ctx.db
    .query("pageUses")
    .withIndex("by_call", (q) => q.eq("callId", callId))
    .take(MAX_USES);
}

/** Called when a call is deleted. */
export async function deleteUsesOf(ctx: MutationCtx, callId: Id<"calls">): Promise<void> {
  for (const { _id } of await usesOf(ctx, callId)) await ctx.db.delete("pageUses", _id);
}

export const shownPageUse = v.object(pick(pageUseFields, ["name", "values", "state", "answer"]));

/** For the owner. */
export async function shownUsesOf(
  ctx: QueryCtx,
  callId: Id<"calls">,
): Promise<Infer<typeof shownPageUse>[]> {
  const uses = await usesOf(ctx, callId);
  return uses.map(({ name, values, state, answer }) => ({ name, values, state, answer }));
}

/** Deletes a batch of an owner's rows, and returns how many there were. */
export async function deleteUses(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  batchSize: number,
): Promise<number> {
  return await deleteRowsOfOwner(ctx, "pageUses", ownerId, batchSize);
}
