import type { Doc, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

/** Returns how many there were. */
export async function deleteRows<Table extends TableNames>(
  ctx: MutationCtx,
  table: Table,
  rows: Doc<Table>[],
): Promise<number> {
  for (const row of rows) await ctx.db.delete(table, row._id);
  return rows.length;
}
