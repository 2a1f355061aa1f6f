import type { Database } from "../engine/database.ts";
import { refersTo } from "../deploy/table-deletion.ts";
import { ImportRefusal } from "./import-error.ts";
import type { Schemas } from "./import-tables.ts";
import type { NumberedTable } from "./table-numbers.ts";

/**
 * A table outside the import may hold ids of one inside. They would be nobody's if that got another
 * number (crates/application/src/snapshot_import/schema_constraints.rs).
 */
export function requireSafeReferences(
  { catalog, store }: Database,
  schemas: Schemas,
  imported: readonly NumberedTable[],
): void {
  const isImported = (component: string, name: string) =>
    imported.some((table) => table.component === component && table.name === name);
  for (const { component, name, number } of imported) {
    const existing = catalog.table(component, name);
    if (existing === undefined || existing.number === number) continue;
    for (const [other, { documentType }] of schemas.get(component)?.tables ?? []) {
      if (isImported(component, other) || !refersTo(documentType, name)) continue;
      const stored = catalog.table(component, other);
      if (stored === undefined || store.count(stored.tablet) === 0) continue;
      throw new ImportRefusal(
        "ImportForeignKey",
        `Import changes table '${name}' which is referenced by '${other}' in the schema`,
      );
    }
  }
}
