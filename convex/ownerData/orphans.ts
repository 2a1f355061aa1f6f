import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { discardVoiceAssistant } from "../assistants/voiceAssistants";
import { discardKnowledgeFile, fileByStorageId } from "../knowledge/files";
import { dropLinks } from "../knowledge/uploads";
import { internalMutation } from "../lib/internalFunctions";
import { HOUR_MS } from "../shared/durations";

const SWEEP = "stored files";

/** Deletes stored files that nothing names, going on where the last sweep ended. Says whether there may be more. */
export async function deleteOrphanedFiles(
  ctx: MutationCtx,
  beforeMs: number,
  atOnce: number,
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
    .take(atOnce);
  for (const file of files) {
    if (!(await isNamed(ctx, file._id))) await ctx.storage.delete(file._id);
  }
  const upToMs = files.at(-1)?._creationTime ?? sweep?.upToMs ?? 0;
  if (sweep === null) await ctx.db.insert("sweeps", { name: SWEEP, upToMs });
  else await ctx.db.patch("sweeps", sweep._id, { upToMs });
  return files.length === atOnce;
}

const UNCLAIMED_FOR_MS = HOUR_MS;

const SWEPT_AT_ONCE = 100;

export const deleteOrphans = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const before = Date.now() - UNCLAIMED_FOR_MS;
    const voiceAssistants = await ctx.db
      .query("voiceAssistants")
      .withIndex("by_assistant", (q) => q.eq("assistantId", null).lt("_creationTime", before))
      .take(SWEPT_AT_ONCE);
    for (const made of voiceAssistants) await discardVoiceAssistant(ctx, made);
    const files = await ctx.db
      .query("knowledgeFiles")
      .withIndex("by_assistant", (q) => q.eq("assistantId", null).lt("_creationTime", before))
      .take(SWEPT_AT_ONCE);
    for (const file of files) await discardKnowledgeFile(ctx, file);
    const dropped = await dropLinks(ctx, { expiredBeforeMs: Date.now() }, SWEPT_AT_ONCE);
    // Every recording is among them: a busy day has more than the sweeps of a day would come to.
    const isMore = await deleteOrphanedFiles(ctx, before, SWEPT_AT_ONCE);
    if (isMore || dropped === SWEPT_AT_ONCE)
      await ctx.scheduler.runAfter(0, internal.ownerData.orphans.deleteOrphans, {});
    return null;
  },
});

async function isNamed(ctx: MutationCtx, storageId: Id<"_storage">): Promise<boolean> {
  if ((await fileByStorageId(ctx, storageId)) !== null) return true;
  const call = await ctx.db
    .query("calls")
    .withIndex("by_recording", (q) => q.eq("recording.storageId", storageId))
    .first();
  return call !== null;
}
