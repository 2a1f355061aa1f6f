import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

/**
 * Deletes a stored file. One that is gone already is as good as deleted: `storage.delete` throws for
 * it, which would undo everything else that its transaction deletes.
 */
export async function deleteStoredFile(ctx: MutationCtx, storageId: Id<"_storage">): Promise<void> {
  const file = await ctx.db.system.get("_storage", storageId);
  if (file !== null) await ctx.storage.delete(storageId);
}
