/** Lists that come in pages, with the number of all that match. */
import type { Context } from "hono";
import { checkedQuery, notSimulated } from "../published/requests.ts";
import type { Filter, ResourceTable } from "../store/platform-store.ts";
import type { Resource } from "../store/resources.ts";
import { filterOf } from "./resource-routes.ts";

interface PageRequest {
  /** `GET /chat` */
  operation: string;
  /** The query's own fields, with their path in the stored JSON. */
  fields: Record<string, string>;
  /** Fields that each item of the list has, by their path. */
  within?: Record<string, string>;
}

export interface Page<Item> {
  results: Item[];
  metadata: {
    itemsPerPage: number;
    totalItems: number;
    currentPage: number;
    totalPages: number;
    hasNextPage: boolean;
    sortOrder: "ASC" | "DESC";
  };
}

const FIELDS_OF_ALL =
  /^(id|assistantId|limit|page|sortOrder|sortBy|(created|updated)At(Gt|Lt|Ge|Le))$/;

export function pageOf<Kind extends Resource, Item>(
  c: Context,
  table: ResourceTable<Kind>,
  { operation, fields, within = {}, itemOf }: PageRequest & { itemOf: (resource: Kind) => Item },
): Page<Item> {
  const query = checkedQuery(operation, new URL(c.req.url).searchParams);
  const { page = 1, sortOrder = "DESC", sortBy = "createdAt" } = query;
  const others = Object.keys(query).filter(
    (name) => !FIELDS_OF_ALL.test(name) && !Object.hasOwn(fields, name),
  );
  if (sortBy !== "createdAt") others.push(`sortBy ${String(sortBy)}`);
  if (others.length > 0) throw notSimulated(others);
  const filter: Filter = {
    ...filterOf(operation, c),
    fields: {
      ...within,
      ...Object.fromEntries(
        Object.entries(fields).flatMap(([name, path]) =>
          typeof query[name] === "string" ? [[path, query[name]]] : [],
        ),
      ),
    },
    isOldestFirst: sortOrder === "ASC",
  };
  const { limit } = filter;
  const [currentPage, totalItems] = [Number(page), table.count(filter)];
  const totalPages = limit === 0 ? 0 : Math.ceil(totalItems / limit);
  return {
    results: table.list({ ...filter, offset: (currentPage - 1) * limit }).map(itemOf),
    metadata: {
      ...{ itemsPerPage: limit, totalItems, currentPage, totalPages },
      hasNextPage: currentPage < totalPages,
      sortOrder: sortOrder as "ASC" | "DESC",
    },
  };
}
