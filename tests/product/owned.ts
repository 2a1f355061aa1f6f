import type { TableNames } from "../../convex/_generated/dataModel";
import schema from "../../convex/schema";
import type { World } from "./world.ts";

/** How many documents of each table name this owner; tables with none are left out. */
export async function ownedBy(world: World, ownerId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(schema.tables) as TableNames[]) {
    const documents: Record<string, unknown>[] = await world.rows(table);
    const own = documents.filter(({ _id, ownerId: owner, userId }) =>
      [_id, owner, userId].includes(ownerId),
    );
    if (own.length > 0) counts[table] = own.length;
  }
  return counts;
}
