import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { findKnowledgeFile } from "../assistants/knowledgeFiles";

const SWEEP = "stored files";

/** Deletes stored files that nothing names, going on where the last sweep ended. Says whether there may be more. */
export async function sweepFiles(
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

async function isNamed(ctx: MutationCtx, storageId: Id<"_storage">): Promise<boolean> {
  if ((await findKnowledgeFile(ctx, storageId)) !== null) return true;
  const call = await ctx.db
    .query("calls")
    .withIndex("by_recording", (q) => q.eq("recording.storageId", storageId))
    .first();
  return call !== null;
}
