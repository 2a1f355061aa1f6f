import type { Catalog, ComponentPath } from "../engine/catalog.ts";
import { tableNumberOf } from "../values/document-id.ts";
import type { TableOfId } from "../values/validator.ts";

/** Names the table of an id as validators inside one component see it. */
export function tableOfId(catalog: Catalog, component: ComponentPath): TableOfId {
  return (id) => {
    const number = tableNumberOf(id);
    return number === null ? null : (catalog.tableByNumber(component, number)?.name ?? null);
  };
}
