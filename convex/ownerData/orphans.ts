import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { discardVoiceAssistant } from "../assistants/voiceAssistants";
import { discardKnowledgeFile, fileByStorageId } from "../knowledge/files";
import { deleteEndedNotes } from "../knowledge/notes";
import { deleteLinks } from "../knowledge/uploads";
import { internalMutation } from "../lib/internalFunctions";
import { HOUR_MS } from "../shared/durations";

const SWEEP = "stored files";

/** Deletes a batch of stored files that nothing uses, after those of the last sweep. Returns whether there may be more. */
export async function deleteOrphanedFiles(
  ctx: MutationCtx,
  beforeMs: number,
  batchSize: number,
): Promise<boolean> {
  const sweep = await ctx.db
    .query("sweeps")
    .withIndex("by_name", (q) => q.eq("name", SWEEP))
    .unique();
  const files = await ctx.db.system
    .query("_storage")
    .withIndex("by_creation_time", (q) =>
      q.gt("_creationTime", sweep?.upToMs ?? 0).lt("_creationTime", beforeMs),
    )
    .take(batchSize);
  for (const file of files) {
    if (!(await isUsed(ctx, file._id))) await ctx.storage.delete(file._id);
  }
  const upToMs = files.at(-1)?._creationTime ?? sweep?.upToMs ?? 0;
  if (sweep === null) await ctx.db.insert("sweeps", { name: SWEEP, upToMs });
  else await ctx.db.patch("sweeps", sweep._id, { upToMs });
  return files.length === batchSize;
}

const UNCLAIMED_FOR_MS = HOUR_MS;

const BATCH_SIZE = 100;

export const deleteOrphans = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const before = Date.now() - UNCLAIMED_FOR_MS;
    const voiceAssistants = await ctx.db
      .query("voiceAssistants")
      .withIndex("by_assistant", (q) => q.eq("assistantId", null).lt("_creationTime", before))
      .take(BATCH_SIZE);
    for (const made of voiceAssistants) await discardVoiceAssistant(ctx, made);
    const files = await ctx.db
      .query("knowledgeFiles")
      .withIndex("by_assistant", (q) => q.eq("assistantId", null).lt("_creationTime", before))
      .take(BATCH_SIZE);
    for (const file of files) await discardKnowledgeFile(ctx, file);
    await deleteEndedNotes(ctx, BATCH_SIZE);
    const expired = { kind: "expired", beforeMs: Date.now() } as const;
    const deletedLinks = await deleteLinks(ctx, expired, BATCH_SIZE);
    // A sweep looks at every recording too, and a busy day can have more than the day's sweeps reach.
    const hasMore = await deleteOrphanedFiles(ctx, before, BATCH_SIZE);
    if (hasMore || deletedLinks === BATCH_SIZE)
      await ctx.scheduler.runAfter(0, internal.ownerData.orphans.deleteOrphans, {});
    return null;
  },
});

async function isUsed(ctx: MutationCtx, storageId: Id<"_storage">): Promise<boolean> {
  if ((await fileByStorageId(ctx, storageId)) !== null) return true;
  const call = await ctx.db
    .query("calls")
    .withIndex("by_recording", (q) => q.eq("recording.storageId", storageId))
    .first();
  return call !== null;
}
