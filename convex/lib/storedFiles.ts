import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

/** Deletes a stored file if it exists. `storage.delete` throws for a missing file, which would undo the transaction. */
export async function deleteStoredFile(ctx: MutationCtx, storageId: Id<"_storage">): Promise<void> {
  const file = await ctx.db.system.get("_storage", storageId);
  if (file !== null) await ctx.storage.delete(storageId);
}
