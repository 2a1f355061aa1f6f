import type { NamedTableInfo, Query } from "convex/server";
import type { DataModel, Id, TableNames } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { deleteRows } from "./deleteRows";

/** The tables with an index `by_owner`. */
type OwnedTable = {
  [Table in TableNames]: "by_owner" extends keyof DataModel[Table]["indexes"] ? Table : never;
}[TableNames];

/** A query for an owner's rows, the oldest first. */
export function rowsOfOwner<Table extends OwnedTable>(
  ctx: Pick<QueryCtx, "db">,
  table: Table,
  ownerId: Id<"users">,
): Query<NamedTableInfo<DataModel, Table>> {
  const rows = ctx.db
    .query<OwnedTable>(table)
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId));
  return rows as unknown as Query<NamedTableInfo<DataModel, Table>>;
}

/** Deletes at most `batchSize` of an owner's rows, and returns how many it has deleted. */
export async function deleteRowsOfOwner(
  ctx: MutationCtx,
  table: OwnedTable,
  ownerId: Id<"users">,
  batchSize: number,
): Promise<number> {
  return await deleteRows(ctx, table, await rowsOfOwner(ctx, table, ownerId).take(batchSize));
}
